#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Output that cannot be written: a full disk, a closed standard output, a reader that went away, a file that cannot be made. It is
said in one message and ends in exit code 3, whatever the verdict; what can be written is. Usage: run.py [part of a name]; HEDDLE names the tool."""
import json
import os
import pathlib
import signal
import stat
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import suite

ROOT = pathlib.Path(__file__).resolve().parents[2]
HEDDLE = os.environ.get("HEDDLE", str(ROOT / "heddle"))
BANK = ROOT / "examples" / "bank.c"
GOOD = "int main(void) { return 0; }\n"


def shell(command, cwd):
    return subprocess.run(["bash", "-c", command], cwd=cwd, env={**os.environ, "H": HEDDLE, "BANK": str(BANK)}, stdin=subprocess.DEVNULL,
                          capture_output=True, text=True, timeout=120)


def told(run):
    return f"exit code {run.returncode}, printed {run.stdout[-300:]!r}, said {run.stderr[-300:]!r}"


def said_once(run, *parts):
    if run.returncode != 3 or run.stderr.count("heddle: ") != 1 or any(p not in run.stderr for p in parts):
        yield told(run)


COMMANDS = ["--version", "--help", "check --help", "replay --help", "run --help", "--dump-options-doc", 'check "$BANK"', 'check --format json "$BANK"',
            'check --quiet --dump=model "$BANK"', "replay r.json", "replay --format json r.json"]


def full_disk_is_said(directory):
    shell('"$H" check -o r.json "$BANK"', directory)
    for command in COMMANDS:
        yield from said_once(shell(f'"$H" {command} > /dev/full', directory), "standard output", "No space left")


def closed_standard_output_is_said(directory):
    shell('"$H" check -o r.json "$BANK"', directory)
    for command in COMMANDS:
        yield from said_once(shell(f'"$H" {command} >&-', directory), "standard output")


def closed_standard_output_does_not_spoil_files(directory):
    yield from said_once(shell('"$H" check -o r.json "$BANK" >&- <&-', directory), "standard output")
    if json.loads((directory / "r.json").read_text())["verdict"] != "false":
        yield "the result file is not whole"
    run = shell('"$H" check -o q.json "$BANK" >&- 2>&-', directory)
    if run.returncode != 3 or json.loads((directory / "q.json").read_text())["verdict"] != "false":
        yield f"with both closed: {told(run)}"


def file_is_written_when_standard_output_cannot_be(directory):
    yield from said_once(shell('"$H" check --format json -o r.json "$BANK" > /dev/full', directory), "standard output")
    if json.loads((directory / "r.json").read_text())["verdict"] != "false":
        yield "the result file is not whole"


def standard_output_is_written_when_the_file_cannot_be(directory):
    run = shell('"$H" check --format json -o /dev/full "$BANK"', directory)
    yield from said_once(run, "--output /dev/full", "No space left")
    if json.loads(run.stdout)["verdict"] != "false":
        yield told(run)
    if not stat.S_ISCHR(os.stat("/dev/full").st_mode):
        yield "/dev/full is no device any more"


def records_that_cannot_be_written_are_said(directory):
    (directory / "a.c").write_text(GOOD)
    run = shell('"$H" run --record /dev/full --stats s.json a.c', directory)
    yield from said_once(run, "--record /dev/full", "No space left")
    if "seconds" not in json.loads((directory / "s.json").read_text()):
        yield "the numbers are missing"
    yield from said_once(shell('"$H" run --stats /dev/full a.c', directory), "--stats /dev/full")


def every_command_says_it_once(directory):
    (directory / "good.c").write_text(GOOD)
    shell('"$H" check -o r.json "$BANK"; "$H" check -o good.json good.c', directory)
    for command in ("report r.json", "explain no-data-race", "certify good.json", "schedule -o safe good.c", "schedule -o safe --format json good.c", 'sequentialize "$BANK"'):
        yield from said_once(shell(f'"$H" {command} > /dev/full', directory), "standard output", "No space left")
    for command in ("report --format text -o /dev/full r.json", 'sequentialize -o /dev/full "$BANK"',
                    'check --engine bmc-lazy --lazy-log /dev/full "$BANK"'):
        yield from said_once(shell(f'"$H" {command}', directory), "/dev/full", "No space left")


def devices_and_links_are_written_to(directory):
    run = shell('"$H" check -o /dev/stderr --quiet "$BANK"', directory)
    if run.returncode != 1 or json.loads(run.stderr)["verdict"] != "false":
        yield told(run)
    (directory / "link.json").symlink_to("real.json")
    (directory / "real.json").write_text("old")
    run = shell('"$H" check -o link.json "$BANK"', directory)
    if run.returncode != 1 or not (directory / "link.json").is_symlink() or json.loads((directory / "real.json").read_text())["verdict"] != "false":
        yield told(run)


def forbidden_directory_is_said(directory):
    if os.geteuid() == 0:
        return  # nothing is forbidden to root
    (directory / "shut").mkdir(mode=0o500)
    yield from said_once(shell('"$H" check -o shut/r.json "$BANK"', directory), "shut/r.json")


def reader_that_went_away_is_no_news(directory):
    for ignored in ("", "trap '' PIPE; "):
        run = shell(f'{ignored}set -o pipefail; "$H" check -o r.json "$BANK" | true; exit ${{PIPESTATUS[0]}}', directory)
        if run.returncode != 128 + signal.SIGPIPE or run.stderr:
            yield f"{ignored}: {told(run)}"
        if json.loads((directory / "r.json").read_text())["verdict"] != "false":
            yield "the result file is not whole"
        (directory / "r.json").unlink()
    run = shell('"$H" check "$BANK" | head -1', directory)
    if run.stderr or run.stdout.count("\n") != 1:
        yield told(run)


TESTS = [full_disk_is_said, closed_standard_output_is_said, closed_standard_output_does_not_spoil_files, file_is_written_when_standard_output_cannot_be,
         standard_output_is_written_when_the_file_cannot_be, records_that_cannot_be_written_are_said, every_command_says_it_once, devices_and_links_are_written_to,
         forbidden_directory_is_said, reader_that_went_away_is_no_news]

if __name__ == "__main__":
    sys.exit(suite.run(TESTS))
