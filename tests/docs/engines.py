# SPDX-License-Identifier: GPL-3.0-or-later
"""The tables of docs/engines.md, made from the comments at the top of the programs in tests/regress.

A program with a `construct` line is a row of a table. Its `expect` line is the correct program: an engine that must say what
stands there *proves*. Its first `variant` line is the same program with a mistake: an engine that must say `false` *finds*.
What an engine must say otherwise is `unknown`, with the reason that stands in quotes. An engine of a `slow` line had no
answer within 3 s, the time that a regression test may take. An engine that neither line names was not asked: survey.py asks.
Of an engine that only proves, the table shows what it says about the correct program; of one that only finds, what it says
about the mistake."""
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "regress"))
import corpus

PAGE = ROOT / "docs" / "engines.md"
PROVES_ONLY = {"induction", "invariants"}
FINDS_ONLY = {"walk"}
COLUMNS = {"safety": ["explore", "bmc-order", "bmc-lazy", "bmc-eager", "induction", "invariants", "impact", "walk"],
           "termination": ["explore", "auto"]}


def programs():
    """Construct, path and cases of every program that stands for a construct, sorted by construct."""
    found = []
    for path in corpus.files():
        comments, cases = corpus.read_comments(path)
        if "construct" in comments:
            found.append((comments["construct"], path, cases))
    return sorted(found, key=lambda row: row[0].lower())


def answer(case, engine, word):
    """What the engine must say about one case: `word` if the engine decides it, else why not."""
    items = [e for e in case.engines if e.name == engine]
    if not items:
        return "not within 3 s" if engine in case.slow else "not asked"
    usual = corpus.parse_expectation(case.expectation)
    expect = items[0].expect(usual)
    if expect == usual:
        return word
    if all(verdicts == {"unknown"} for verdicts in expect.values()):
        return "unknown: " + items[0].reason if items[0].reason else "unknown"
    raise ValueError(f"{engine} must not contradict the program's own line: {case.expectation}")


def not_asked():
    """Engines of a column that no line of a program names, with its arguments."""
    for construct, path, cases in programs():
        kind = "termination" if "termination" in cases[0].expectation else "safety"
        for engine in COLUMNS[kind]:
            for case, skipped in zip(cases[:2], (engine in FINDS_ONLY, engine in PROVES_ONLY)):
                if not skipped and answer(case, engine, "") == "not asked":
                    yield f"{path.relative_to(ROOT)}: {engine} {case.arguments}".rstrip()


def cell(cases, engine):
    if engine in FINDS_ONLY:
        return answer(cases[1], engine, "finds")
    correct = answer(cases[0], engine, "proves")
    if engine in PROVES_ONLY:
        return correct
    mistaken = answer(cases[1], engine, "finds")
    if correct == mistaken:
        return correct
    if (correct, mistaken) == ("proves", "finds"):
        return "proves, finds"
    if correct == "proves":
        return f"proves; mistake {mistaken}"
    return f"finds; proof {correct}" if mistaken == "finds" else f"proof {correct}; mistake {mistaken}"


def table(kind):
    columns = COLUMNS[kind]
    lines = ["| construct | " + " | ".join(columns) + " |", "|---" * (len(columns) + 1) + "|"]
    for construct, path, cases in programs():
        of_termination = "termination" in cases[0].expectation
        if of_termination != (kind == "termination"):
            continue
        if len(cases) < 2 or not all(case.engines for case in cases[:2]):
            raise ValueError(f"{path}: a program that stands for a construct has a variant, and engines for both")
        link = f"[{construct}](../{path.relative_to(ROOT)})"
        lines.append(f"| {link} | " + " | ".join(cell(cases, engine) for engine in columns) + " |")
    return "\n".join(lines) + "\n"


def written_anew():
    """docs/engines.md with the tables of today."""
    text = PAGE.read_text()
    for kind in COLUMNS:
        begin, end = f"<!-- table: {kind} -->\n", "<!-- end of table -->\n"
        before, found, rest = text.partition(begin)
        if not found or end not in rest:
            raise ValueError(f"docs/engines.md has no place for the table of {kind}")
        text = before + begin + table(kind) + end + rest.partition(end)[2]
    return text
