"""The package as a wheel: it installs without its sources at hand, and brings its types and its runner."""

from __future__ import annotations

import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parents[1]


def test_a_wheel_installs_and_imports(tmp_path: Path) -> None:
    pytest.importorskip("build", reason="needs the packages of dev-requirements.txt")
    pytest.importorskip("hatchling", reason="needs the packages of dev-requirements.txt")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(tmp_path), str(PROJECT)]
    subprocess.run(command, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("covalt_toolset-*.whl")
    names = set(zipfile.ZipFile(wheel).namelist())
    assert {"covalt_toolset/py.typed", "covalt_toolset/runner/__main__.py"} <= names
    assert not [name for name in names if "test" in name or "__pycache__" in name]

    home = tmp_path / "environment"
    venv.create(home, with_pip=False)
    python = home / "bin" / "python"
    install = [sys.executable, "-m", "pip", "--python", str(python), "install", "--no-index", "--no-deps", str(wheel)]
    subprocess.run(install, check=True, capture_output=True)
    program = "import covalt_toolset as c; c.tool(lambda: 1); print(c.__version__, c.__file__)"
    result = subprocess.run([python, "-I", "-c", program], check=True, capture_output=True, text=True, cwd=tmp_path)
    version, place = result.stdout.split()
    assert f"covalt_toolset-{version}-" in wheel.name
    assert place.startswith(str(home))
