"""The tests of the documents need a checkout: a package of the source brings the README alone."""

from tests.docs.documents import ROOT

collect_ignore_glob = [] if (ROOT / "docs").is_dir() else ["test_*.py"]
