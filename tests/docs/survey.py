#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Asks every engine about the programs with a `construct` line and writes their `engines` lines anew, from which
docs/engines.md is made. For the day when an engine has learnt something, or a new one has come.

What is right stands in the `expect` and `variant` lines, and people write those. This script writes down which engines decide
it and why the others do not. An engine that contradicts such a line is reported, and the program stays as it is.

  survey.py [part of a path]...     HEDDLE names the tool. More than 3 s of processor time count as no answer."""
import json
import os
import re
import resource
import subprocess
import sys

import engines
from engines import corpus

HEDDLE = os.environ.get("HEDDLE", str(engines.ROOT / "heddle"))
MOST_SECONDS = 3
LIMIT = "6s"
WIDTH = 116
# Reasons that say enough by their first words.
BRIEF = ("input too wide", "weak atomics", "not checked")


def processor_time():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def ask(test):
    """Verdicts, reason and seconds of one run."""
    before = processor_time()
    done = subprocess.run(test.command([HEDDLE]), cwd=engines.ROOT, capture_output=True, text=True)
    seconds = processor_time() - before
    if done.returncode > 2:
        raise ValueError(f"{test.name}: exit code {done.returncode}: {done.stderr.strip()[:200]}")
    result = json.loads(done.stdout)
    return result["properties"], result["reason"] or "", seconds


def brief(reason, conditions):
    """The part of a reason that stays when lines of the program move."""
    head, _, rest = reason.split("gave up too: ")[-1].partition(": ")  # of `auto`, what the last engine says
    if head in BRIEF or not rest:
        return head
    if "what this engine does not express" in rest:
        return "what this engine does not express"
    what = re.split(r" at (?:tests|src)/|; | cannot be excluded| \(operator", rest)[0]
    return head if head == "no proof found" and what in conditions else what


def lines(items):
    """`engines` lines from pairs of an engine and what it says; those that say the same stand together."""
    said = {}
    for engine, what in items:
        said.setdefault(what, []).append(engine)
    texts = [", ".join(names) + what if what else "; ".join(names) for what, names in said.items()]
    line = "// engines: " + texts[0] if texts else ""
    for text in texts[1:]:
        if len(line) + 2 + len(text) > WIDTH:
            yield line
            line = "// engines: " + text
        else:
            line += "; " + text
    if line:
        yield line


def survey(path, comments, cases):
    """The new `engines` lines of each case, or None if an engine contradicts."""
    conditions = re.findall(r"assert\((.*)\);", path.read_text())
    files = [path] + [path.parent / other for other in comments.get("files", "").split()]
    found = []
    for case in cases:
        usual = corpus.parse_expectation(case.expectation)
        kind = "termination" if "termination" in usual else "safety"
        items = []
        for engine in engines.COLUMNS[kind]:
            test = corpus.Test(f"{path.name} {case.arguments} under {engine}", files, usual, case.arguments.split(),
                                engine=engine, time_limit=LIMIT)
            verdicts, reason, seconds = ask(test)
            if any(verdict not in {"unknown", *usual[name]} for name, verdict in verdicts.items()):
                print(f"WRONG {test.name}: {verdicts}, and the program says {case.expectation}")
                return None
            if seconds > MOST_SECONDS or reason.startswith("time limit"):
                continue
            decided = all(verdict in usual[name] for name, verdict in verdicts.items())
            items.append((engine, "" if decided else f' unknown "{brief(reason, conditions)}"'))
        found.append(list(lines(items)))
    return found


def main():
    for _, path, cases in engines.programs():
        if sys.argv[1:] and not any(part in str(path) for part in sys.argv[1:]):
            continue
        comments, _ = corpus.read_comments(path)
        found = survey(path, comments, cases)
        if found is None:
            continue
        text = []
        for line in path.read_text().split("\n"):
            if not line.startswith("// engines: "):
                text.append(line)
            if line.startswith(("// expect: ", "// variant: ")):
                text += found.pop(0)
        if "\n".join(text) != path.read_text():
            print(f"{path.relative_to(engines.ROOT)}: written anew")
            path.write_text("\n".join(text))


if __name__ == "__main__":
    main()
