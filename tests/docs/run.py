#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What is written about the tool against the tool itself: docs/options.md, options that nothing reads, the two commands of
the README, every link between documents, every command shown with its output (commands.py), and what each engine can do
(engines.py).

  run.py [part of a test's name]
  run.py --update                  writes what the commands print now into the documents, and the tables of docs/engines.md; look at the
                                   difference"""
import os
import pathlib
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import commands
import engines
import suite

ROOT = pathlib.Path(__file__).resolve().parents[2]
HEDDLE = os.environ.get("HEDDLE", str(ROOT / "heddle"))
os.environ["COLUMNS"] = "80"  # as wide as the documents


def output(*args):
    return subprocess.run([HEDDLE, *args], capture_output=True, text=True, timeout=60)


def options_document_is_up_to_date(_):
    if output("--dump-options-doc").stdout != (ROOT / "docs" / "options.md").read_text():
        yield "docs/options.md is out of date; run: ./heddle --dump-options-doc > docs/options.md"


def every_option_is_read(_):
    table = (ROOT / "src" / "options" / "options.def").read_text()
    fields = re.findall(r"^HEDDLE_(?:CHOICE\(\w+, |(?:NUMBER|DURATION|SIZE|SWITCH|TEXT|LIST)\()(\w+),", table, re.M)
    readers = [p for d in ("src", "tools") for p in (ROOT / d).rglob("*.cpp")]
    code = "\n".join(p.read_text() for p in readers)
    for field in fields:
        if not re.search(r"\b(options|options_|o)\.%s\b" % field, code):
            yield f"options.def: nothing reads {field}"
    if len(fields) < 10:
        yield "options.def could not be read"


def version_is_that_of_cmake(_):
    expected = re.search(r"project\(heddle VERSION (\S+)", (ROOT / "CMakeLists.txt").read_text())[1]
    if output("--version").stdout != expected + "\n":
        yield f"--version should print just {expected}"


def help_is_short_and_on_stdout(_):
    for args in (["--help"], ["-h"], ["help"], ["check", "--help"], ["check", "-h"], ["replay", "--help"], ["run", "--help"], ["certify", "--help"], ["schedule", "--help"], ["report", "--help"], ["batch", "--help"], ["compare", "--help"]):
        run = output(*args)
        if run.returncode != 0 or not run.stdout or run.stderr or max(map(len, run.stdout.split("\n"))) > 120:
            yield f"heddle {' '.join(args)}: exit code {run.returncode}, {len(run.stdout)} characters"


def readme_has_the_two_commands(_):
    readme = (ROOT / "README.md").read_text()
    for command in ("./heddle check examples/bank.c", "./test"):
        if command not in readme:
            yield f"README.md does not show {command}"


def links_lead_somewhere(_):
    for page in [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]:
        for target in re.findall(r"\]\(([^)#]+)[^)]*\)", page.read_text()):
            if "://" not in target and not (page.parent / target).exists():
                yield f"{page.relative_to(ROOT)}: nothing at {target}"


def files_named_in_documents_exist(_):
    for page in commands.documents():
        for path in re.findall(r"`((?:src|tests|docs|tools|examples|scripts|bench|cmake)/[\w./-]*)`", page.read_text()):
            if not (ROOT / path).exists():
                yield f"{page.relative_to(ROOT)}: there is no {path}"


def glossary_words_are_alphabetical(_):
    words = re.findall(r"^\*\*([^*]+)\*\*", (ROOT / "docs" / "glossary.md").read_text(), re.M)
    if words != sorted(words, key=str.lower):
        yield "docs/glossary.md is not sorted"


def commands_print_what_is_shown(_):
    for page in commands.documents():
        for command, shown, printed in commands.stale(page):
            lines = zip(commands.normalised(shown) + [""], commands.normalised(printed) + [""])
            first = next(((a, b) for a, b in lines if a != b), ("", ""))
            yield (f"{page.relative_to(ROOT)}: `{command}` prints something else, first: {first[1]!r} where the document has "
                   f"{first[0]!r}; if that is right: tests/docs/run.py --update")


def tables_of_engines_are_up_to_date(_):
    if engines.written_anew() != engines.PAGE.read_text():
        yield "docs/engines.md does not say what tests/regress expects of the engines; if the tests are right: tests/docs/run.py --update"


def every_engine_was_asked(_):
    for what in engines.not_asked():
        yield f"{what} was not asked; run: tests/docs/survey.py, then tests/docs/run.py --update"


def every_limit_with_a_program_is_named(_):
    page = (ROOT / "docs" / "limits.md").read_text()
    for program in sorted((ROOT / "tests" / "regress" / "limits").glob("*.c")):
        if program.name not in page:
            yield f"docs/limits.md does not mention tests/regress/limits/{program.name}"


TESTS = [options_document_is_up_to_date, every_option_is_read, version_is_that_of_cmake, help_is_short_and_on_stdout,
         readme_has_the_two_commands, links_lead_somewhere, files_named_in_documents_exist,
         glossary_words_are_alphabetical,
         commands_print_what_is_shown, tables_of_engines_are_up_to_date,
         every_engine_was_asked, every_limit_with_a_program_is_named]


if __name__ == "__main__":
    if sys.argv[1:] == ["--update"]:
        for page in commands.documents():
            commands.update(page)
        engines.PAGE.write_text(engines.written_anew())
        sys.exit(0)
    sys.exit(suite.run(TESTS))
