# SPDX-License-Identifier: GPL-3.0-or-later
"""Commands in documents. A fenced block whose first line is `$ command` shows that command and what it prints; it may show
several. Commands start with `./heddle` or `cat` and run in the repository's root; a pipe behind them is fine. The shown text
must be what is printed now, but for times, memory and the working directory. A line `...` stands for any number of lines."""
import os
import pathlib
import re
import shlex
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
HEDDLE = os.environ.get("HEDDLE", str(ROOT / "heddle"))
BLOCK = re.compile(r"^```\w*\n(\$ .*?)^```$", re.M | re.S)
CHANGING = [(r"\b\d+(\.\d+)? s\b", "TIME"), (r"\b[\d,]+ MiB\b", "MEMORY"), (r'"cwd": ?"[^"]*"', '"cwd"'),
            (r'"(seconds|peak_mib|state_bytes|search_cpu_seconds)": ?[\d.e+-]+', r'"\1"')]


def documents():
    return [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def normalised(text):
    for pattern, word in CHANGING:
        text = re.sub(pattern, word, text)
    return [line.rstrip() for line in text.rstrip().split("\n")]


def same(shown, printed):
    """Is `printed` what a document shows, `...` being any lines?"""
    parts = [[re.escape(line) for line in normalised(part)] if part.strip() else [] for part in re.split(r"^ *\.\.\.\n", shown, flags=re.M)]
    pattern = r"(?:.*\n)*?".join("".join(line + "\n" for line in part) for part in parts)
    return re.fullmatch(pattern, "\n".join(normalised(printed)) + "\n") is not None


def printed_by(command):
    if not command.startswith(("./heddle ", "cat ")):
        raise ValueError(f"`{command}`: only ./heddle and cat are run")
    shell = command.replace("./heddle ", shlex.quote(HEDDLE) + " ")
    run = subprocess.run(["bash", "-c", shell], cwd=ROOT, capture_output=True, text=True, timeout=120,
                         env={**os.environ, "LC_ALL": "C.UTF-8", "NO_COLOR": "1"})
    if run.returncode >= 3 and not run.stdout:
        raise ValueError(f"`{command}`: exit code {run.returncode}: {run.stderr.strip()}")
    return run.stdout.rstrip() + "\n"


def commands_in(block):
    """Pairs of a command and the text shown for it."""
    for piece in re.split(r"^\$ ", block, flags=re.M)[1:]:
        command, _, shown = piece.partition("\n")
        yield command, shown


def stale(document):
    """The commands of a document that print something else now: command, shown, printed."""
    for block in BLOCK.findall(document.read_text()):
        for command, shown in commands_in(block):
            printed = printed_by(command)
            if not same(shown, printed):
                yield command, shown, printed


def update(document):
    """Puts what is printed now into a document. Blocks that are still right stay as they are."""
    text = document.read_text()
    for command, shown, printed in list(stale(document)):
        text = text.replace(f"$ {command}\n{shown}", f"$ {command}\n{printed}" + ("\n" if shown.endswith("\n\n") else ""))
        shortened = " (it was shortened with `...`: do that again)" if re.search(r"^ *\.\.\.$", shown, re.M) else ""
        print(f"{document.relative_to(ROOT)}: updated `{command}`{shortened}")
    document.write_text(text)
