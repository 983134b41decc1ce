#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Asks every engine about the programs with a `construct` line and writes their `engines` and `slow` lines anew, from which
docs/engines.md is made. For the day when an engine has learnt something, or a new one has come.

What is right stands in the `expect` and `variant` lines, and people write those. This script writes down which engines decide
it and why the others do not. An engine that contradicts such a line is reported, and the program stays as it is.

  survey.py [--missing] [part of a path]...     HEDDLE names the tool. More than 3 s of processor time count as no answer.

With `--missing` only those engines are asked that no line of a program names; what the others said stays."""
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
LIMIT = "60s"  # on a busy machine
WIDTH = 116
# Reasons that say enough by their first words.
BRIEF = ("input too wide", "weak atomics", "not checked")


def processor_time():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def few_seconds():
    resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS + 1, MOST_SECONDS + 2))


def ask(test):
    """Verdicts, reason and seconds of one run."""
    before = processor_time()
    done = subprocess.run(test.command([HEDDLE]), cwd=engines.ROOT, capture_output=True, text=True, preexec_fn=few_seconds)
    seconds = processor_time() - before
    if done.returncode > 2 and seconds <= MOST_SECONDS:
        raise ValueError(f"{test.name}: exit code {done.returncode}: {done.stderr.strip()[:200]}")
    if seconds > MOST_SECONDS:
        return {}, "", seconds
    result = json.loads(done.stdout)
    return result["properties"], result["reason"] or "", seconds


def brief(reason, conditions):
    """The part of a reason that stays when lines of the program move."""
    head, _, rest = reason.split("gave up too: ")[-1].partition(": ")  # of `auto`, what the last engine says
    if head in BRIEF or not rest:
        return head
    if "what this engine does not express" in rest:
        return "what this engine does not express"
    if not_of_the_program := re.search("one of the model, but not of the program", rest):
        return not_of_the_program[0]
    what = re.split(r" at (?:tests|src)/|; | cannot be excluded| \(operator", rest)[0]
    cannot_be_excluded = what in conditions or what.startswith(("the error call", "a data race", "a deadlock"))
    return head if head == "no proof found" and cannot_be_excluded else what


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


def known(case):
    """What the lines of a case say already, as `survey` finds it."""
    said = {e.name: " " + " ".join(e.verdicts) + (f' "{e.reason}"' if e.reason else "") if e.verdicts else "" for e in case.engines}
    return said | {engine: None for engine in case.slow}


def survey(path, comments, cases, missing):
    """The new `engines` and `slow` lines of each case, or None if an engine contradicts."""
    conditions = re.findall(r"assert\((.*)\);", path.read_text())
    files = [path] + [path.parent / other for other in comments.get("files", "").split()]
    found = []
    for case in cases:
        usual = corpus.parse_expectation(case.expectation)
        kind = "termination" if "termination" in usual else "safety"
        items, slow = [], []
        for engine in engines.COLUMNS[kind]:
            if engine in engines.FINDS_ONLY and "false" not in case.expectation:
                continue
            if missing and engine in known(case):
                if known(case)[engine] is None:
                    slow.append(engine)
                else:
                    items.append((engine, known(case)[engine]))
                continue
            test = corpus.Test(f"{path.name} {case.arguments} under {engine}", files, usual, case.arguments.split(),
                                engine=engine, time_limit=LIMIT)
            verdicts, reason, seconds = ask(test)
            if any(verdict not in {"unknown", *usual[name]} for name, verdict in verdicts.items()):
                print(f"WRONG {test.name}: {verdicts}, and the program says {case.expectation}")
                return None
            if seconds > MOST_SECONDS or reason.startswith("time limit"):
                slow.append(engine)
                continue
            decided = all(verdict in usual[name] for name, verdict in verdicts.items())
            items.append((engine, "" if decided else f' unknown "{brief(reason, conditions)}"'))
        found.append([*lines(items), *(["// slow: " + ", ".join(slow)] if slow else [])])
    return found


def main():
    missing, parts = "--missing" in sys.argv[1:], [part for part in sys.argv[1:] if part != "--missing"]
    for _, path, cases in engines.programs():
        if parts and not any(part in str(path) for part in parts):
            continue
        comments, _ = corpus.read_comments(path)
        found = survey(path, comments, cases, missing)
        if found is None:
            continue
        text = []
        for line in path.read_text().split("\n"):
            if not line.startswith(("// engines: ", "// slow: ")):
                text.append(line)
            if line.startswith(("// expect: ", "// variant: ")):
                text += found.pop(0)
        if "\n".join(text) != path.read_text():
            print(f"{path.relative_to(engines.ROOT)}: written anew")
            path.write_text("\n".join(text))


if __name__ == "__main__":
    main()
