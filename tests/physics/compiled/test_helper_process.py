"""Helper processes run the code of the package, whatever lies in the working folder."""

import pytest

from physics.compiled import helper_process


@pytest.mark.parametrize("name", ["physics", "game", "pickle"])
def test_no_code_of_the_working_folder_is_run(tmp_path, monkeypatch, name):
    (tmp_path / f"{name}.py").write_text("open('executed', 'w').close()\n")
    monkeypatch.chdir(tmp_path)
    code = f"import {name}; from physics.compiled.helper_process import receive; raise SystemExit(receive())"
    assert helper_process.start(code, 7).wait() == 7
    assert [file.name for file in tmp_path.iterdir()] == [f"{name}.py"]
