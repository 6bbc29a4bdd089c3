"""Commits add few binary files: what is made from sources is made again, not kept in the history."""

import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
MOST = 300_000
"""Bytes of binary files that a commit may add; a line "Binary: why" in its message allows more."""
LAST = 50
"""Number of commits that are looked at, of those since this test exists."""
CURE = "make such files when they are needed, or add a line 'Binary: why' to the message (git commit --amend)"


def git(root, *words):
    return subprocess.run(["git", "-C", str(root), *words], capture_output=True, text=True, check=True).stdout


def added_bytes(root, commit):
    """Return the size of the binary files as a commit leaves them, of those that it changes."""
    options = ("--root", "-r", "--no-commit-id", "--no-renames", "--diff-filter=AM")
    lines = git(root, "diff-tree", *options, "--numstat", "-z", commit).split("\0")
    paths = [line.split("\t", 2)[2] for line in lines if line.startswith("-\t-\t")]
    return sum(int(git(root, "cat-file", "-s", f"{commit}:{path}")) for path in paths)


def heavy(root, commits):
    """Yield a line about each commit that adds more than it may."""
    for commit in commits:
        message = git(root, "log", "-1", "--format=%B", commit)
        if (size := added_bytes(root, commit)) > MOST and not any(
            line.startswith("Binary: ") for line in message.splitlines()
        ):
            yield f"{commit[:10]} ({message.splitlines()[0]}): {size} bytes of binary files; at most {MOST}: {CURE}"


def commits_since(root, path):
    """Return the last commits of a checkout, from the one after that which added a file; none without a history."""
    try:
        first = git(root, "log", "--diff-filter=A", "--format=%H", "--", path).split()
        shallow = git(root, "rev-parse", "--is-shallow-repository").strip() == "true"
    except (OSError, subprocess.CalledProcessError):
        return []
    if shallow or not first:
        return []
    return git(root, "rev-list", "--no-merges", f"--max-count={LAST}", f"{first[-1]}..HEAD").split()


def test_commits_add_few_binary_files():
    assert list(heavy(ROOT, commits_since(ROOT, "tests/test_commit_size.py"))) == []


@pytest.fixture
def repository(tmp_path, monkeypatch):
    for name in ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"):
        monkeypatch.delenv(name, raising=False)
    git(tmp_path, "init", "-q")
    return tmp_path


def commit(root, message, **files):
    for name, data in files.items():
        (root / name).write_bytes(data)
    git(root, "add", ".")
    git(root, "-c", "user.name=a", "-c", "user.email=a@b.c", "commit", "-q", "-m", message)
    return git(root, "rev-parse", "HEAD").strip()


def test_a_heavy_commit_is_named_with_its_cure(repository):
    picture = bytes(range(256)) * 1200
    commit(repository, "Begin", start=b"a")
    commits = [
        commit(repository, "Words", words=b"many words\n" * 100_000),
        commit(repository, "A picture", picture=picture),
        commit(repository, "A second\n\nBinary: readers need it", other=picture),
        commit(repository, "A third, smaller", small=picture[:299_000]),
        commit(repository, "The first is changed", picture=picture[::-1]),
    ]
    assert commits_since(repository, "start") == commits[::-1]
    said = list(heavy(repository, commits))
    assert [line[11:].partition(")")[0] for line in said] == ["(A picture", "(The first is changed"]
    assert "307200 bytes" in said[0] and "Binary: why" in said[0]


def test_a_folder_without_history_has_no_commits(tmp_path):
    assert commits_since(tmp_path, "start") == []
