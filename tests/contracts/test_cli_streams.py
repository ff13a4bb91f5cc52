"""Commands without a standard input, and commands that are interrupted before they have begun."""

import subprocess
import sys

import pytest


def openfelt(code, *arguments, shell=""):
    call = [sys.executable, "-c", code, *arguments]
    if shell:
        call = ["sh", "-c", f'exec "$@" {shell}', "sh", *call]
    return subprocess.run(call, capture_output=True, text=True, timeout=60, check=False)


RUN = "from openfelt.cli import main; main()"


def test_a_closed_standard_input_is_one_line_and_no_failed_proof():
    done = openfelt(RUN, "verify-shuffle", "-", shell="<&-")
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1), done.stderr
    assert "standard input is closed" in done.stderr


def test_a_standard_input_that_cannot_be_read_is_one_line():
    done = openfelt(RUN, "verify-shuffle", "-", shell="0> /dev/null")
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1), done.stderr
    assert "<stdin>: " in done.stderr


@pytest.mark.parametrize(
    ("module", "start"),
    [
        ("openfelt.cli.main", RUN),
        ("click", RUN),
        ("openfelt.cli.rules", RUN),
        ("click", "import runpy; runpy.run_module('openfelt', run_name='__main__')"),
    ],
)
def test_interrupting_while_modules_are_loaded_is_no_traceback(module, start):
    interrupt = (
        "import sys\n"
        "class Interrupt:\n"
        "    def find_spec(self, name, *_):\n"
        f"        if name == {module!r}: raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Interrupt())\n"
    )
    done = openfelt(interrupt + start, "rules", "house")
    assert (done.returncode, done.stdout, done.stderr.strip()) == (130, "", "interrupted")
