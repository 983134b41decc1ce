#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Wrong files, wrong options, C that is refused: every one must end with exit code 3, one message on standard error that
names the culprit, and nothing on standard output - as text and as JSON. Never a crash, never a verdict.

Usage: run.py [part of a name]        HEDDLE names the tool.
"""
import concurrent.futures
import dataclasses
import os
import pathlib
import random
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
HEDDLE = os.environ.get("HEDDLE", str(ROOT / "heddle"))
GOOD = "int main(void) { return 0; }\n"
PRP = "CHECK( init(main()), LTL(G ! data-race) )\n"
YML = "format_version: '2.0'\ninput_files: a.c\n"
SECONDS = 60


@dataclasses.dataclass
class Case:
    name: str
    args: list            # after `heddle`
    says: list            # each must occur in the message
    files: dict = dataclasses.field(default_factory=lambda: {"a.c": GOOD})
    prepare: object = None  # called with the directory


def check(name, args, says, **more):
    return Case(name, ["check", *args], says, **more)


def one_file(name, content, says, args=(), file="a.c"):
    return check(name, [file, *args], says, files={file: content})


def garbage(bytes_from, size):
    chance = random.Random(42)
    return bytes(chance.choices(bytes_from, k=size))


PRINTABLE = bytes(range(32, 127)) + b"\n"

COMMANDS = [
    Case("no_command", [], ["heddle check program.c"]),
    Case("unknown_command", ["chekc", "a.c"], ["unknown command `chekc`", "did you mean check?"]),
    Case("command_like_no_other", ["frobnicate", "a.c"], ["unknown command `frobnicate`; available"]),
    Case("unknown_topic", ["explain", "no-data-rase"], ["`no-data-rase`", "did you mean no-data-race?"]),
    Case("file_as_command", ["a.c"], ["heddle check a.c"]),
    Case("schedules_go_nowhere", ["schedule", "a.c"], ["where do the schedules go", "heddle schedule -o safe a.c"]),
]

OPTIONS = [
    check("no_file", [], ["no file to check"]),
    check("unknown_option", ["--frobnicate", "a.c"], ["unknown option --frobnicate;", "--help"]),
    check("mistyped_option", ["--tim-limit", "9s", "a.c"], ["unknown option --tim-limit (did you mean --time-limit?);", "--help"]),
    check("mistyped_option_with_value", ["--tiem-limit=9s", "a.c"], ["did you mean --time-limit?"]),
    check("beginning_of_an_option", ["--memory", "1G", "a.c"], ["did you mean --memory-limit?"]),
    check("mistyped_switch", ["--no-progres", "a.c"], ["did you mean --no-progress?"]),
    check("mistyped_engine", ["--engine", "bmc-lasy", "a.c"], ["`bmc-lasy`", "did you mean bmc-lazy?"]),
    check("mistyped_property", ["--property", "no-datarace", "a.c"], ["`no-datarace`", "did you mean no-data-race?"]),
    check("option_without_value", ["a.c", "--engine"], ["--engine needs a value"]),
    check("unknown_engine", ["--engine", "magic", "a.c"], ["`magic`", "auto, explore"]),
    check("lasso_without_termination", ["--engine", "lasso", "a.c"], ["engine lasso", "--property termination"]),
    check("unknown_property", ["--property", "no-bugs", "a.c"], ["unknown property `no-bugs`;", "unreach-call"]),
    check("empty_property", ["--property=no-deadlock,", "a.c"], ["unknown property ``"]),
    check("unsupported_property", ["--property", "no-overflow", "a.c"], ["no-overflow is not supported yet"]),
    check("time_without_number", ["--time-limit", "soon", "a.c"], ["--time-limit", "`soon`", "60s"]),
    check("time_too_long", ["--time-limit", "999999999h", "a.c"], ["--time-limit", "1ms to"]),
    check("time_overflows", ["--time-limit", "99999999999999999999s", "a.c"], ["--time-limit"]),
    check("memory_too_small", ["--memory-limit", "1M", "a.c"], ["--memory-limit", "64M"]),
    check("unwind_zero", ["--unwind", "0", "a.c"], ["--unwind", "1 to"]),
    check("lazy_option_without_engine", ["--lazy-depth", "3", "a.c"], ["--lazy-depth", "--engine bmc-lazy"]),
    check("args_quote_not_closed", ["--args", "a 'b", "a.c"], ["--args", "does not close"]),
    check("stdin_missing", ["--stdin", "none.txt", "a.c"], ["none.txt", "no such standard input"]),
    check("model_missing", ["--model", "none.c", "a.c"], ["none.c", "no such C source file"]),
    check("model_of_the_program", ["--model", "a.c", "a.c"], ["a.c", "leave out --model"]),
    check("model_with_main", ["--model", "m.c", "a.c"], ["--model", "main"], files={"a.c": GOOD, "m.c": GOOD}),
    check("harmless_no_name", ["--harmless", "a b", "a.c"], ["--harmless", "a b"]),
    check("harmless_defined", ["--harmless", "main", "a.c"], ["--harmless", "main", "--model"]),
    check("harmless_known", ["--harmless", "pthread_join", "a.c"], ["--harmless", "pthread_join"],
          files={"a.c": "int pthread_join(unsigned long, void **); int main(void) { return pthread_join(1, 0); }\n"}),
    check("reach_without_line", ["--reach", "a.c", "a.c"], ["--reach a.c", "FILE:LINE"]),
    check("reach_line_zero", ["--reach", "a.c:0", "a.c"], ["--reach a.c:0", "FILE:LINE"]),
    check("reach_line_without_code", ["--reach", "a.c:99", "a.c"], ["--reach a.c:99", "nearest"]),
    check("reach_other_file", ["--reach", "b.c:1", "a.c"], ["--reach b.c:1", "no code of a file"]),
    check("reach_three_places", ["--reach", "a.c:1,a.c:1,a.c:1", "a.c"], ["--reach", "not 3"]),
    check("reach_and_property", ["--reach", "a.c:1", "--property", "no-deadlock", "a.c"], ["--reach", "leave out --property"]),
    check("jobs_negative", ["--jobs=-3", "a.c"], ["--jobs", "whole number"]),
    check("both_data_models", ["--32", "--64", "a.c"], ["--data-model", "twice"]),
    check("quiet_and_progress", ["--quiet", "--progress", "a.c"], ["contradict"]),
    check("progress_and_no_progress", ["--progress", "--no-progress", "a.c"], ["--progress", "twice"]),
    check("fairness_without_termination", ["--fairness", "weak", "a.c"], ["--property termination"]),
    check("same_file_twice", ["a.c", "a.c"], ["a.c", "given twice"]),
    check("unknown_dump", ["--dump=soul", "a.c"], ["--dump", "model"]),
    check("output_without_directory", ["-o", "none/r.json", "a.c"], ["none/r.json", "there is no directory none"]),
    check("log_without_directory", ["--engine", "bmc-lazy", "--lazy-log", "none/l", "a.c"], ["--lazy-log none/l", "there is no directory none"]),
    check("output_is_directory", ["-o", ".", "a.c"], ["is a directory"]),
    check("switch_with_value", ["--all=maybe", "a.c"], ["--all takes no value"]),
    check("bad_clang_flag", ["a.c", "--", "-fno-such-flag"], ["-fno-such-flag"]),
]

def clang_flag(name, words, says, **more):
    return check("clang_" + name, ["a.c", "--", *words], says, **more)


CLANG_FLAGS = [
    clang_flag("other_language", ["-x", "c++"], ["-x c++", "programs in C"]),
    clang_flag("other_language_in_one_word", ["-xc++"], ["-xc++", "programs in C"]),
    clang_flag("other_standard", ["-std=c++20"], ["-std=c++20", "programs in C"]),
    clang_flag("language_missing", ["-x"], ["-x", "needs a value"]),
    clang_flag("version", ["--version"], ["--version", "clang-19 --version"]),
    clang_flag("help", ["--help"], ["--help", "clang-19 --help"]),
    clang_flag("other_standard_with_two_dashes", ["--std=c++17"], ["--std=c++17", "programs in C"]),
    clang_flag("print", ["-print-search-dirs"], ["clang-19 -print-search-dirs"]),
    clang_flag("print_phases", ["-ccc-print-phases"], ["clang-19 -ccc-print-phases"]),
    clang_flag("processors", ["-mcpu=help"], ["clang-19 -mcpu=help"]),
    clang_flag("precompiled_header", ["--precompile"], ["clang-19 --precompile"]),
    clang_flag("processes", ["-fproc-stat-report"], ["clang-19 -fproc-stat-report"]),
    clang_flag("other_driver", ["--driver-mode=g++"], ["--driver-mode=g++", "behind Heddle's back"]),
    clang_flag("other_wide_characters", ["-fshort-wchar"], ["-fshort-wchar", "C library"]),
    clang_flag("packed_structs", ["-fpack-struct=1"], ["-fpack-struct=1", "C library"]),
    clang_flag("analyze", ["--analyze"], ["--analyze"]),
    clang_flag("m32", ["-m32"], ["-m32", "--data-model ilp32"]),
    clang_flag("target", ["--target=aarch64-linux-gnu"], ["--target=aarch64-linux-gnu", "x86-64"]),
    clang_flag("response_file", ["@flags"], ["@flags", "write the flags themselves"]),
    clang_flag("file", ["b.c"], ["b.c", "before `--`"], files={"a.c": GOOD, "b.c": "int f(void) { return 0; }\n"}),
    clang_flag("value_of_nothing", ["3"], ["3", "no flag for clang"]),
    clang_flag("standard_input", ["-"], ["no flag for clang"]),
    clang_flag("empty", [""], ["is empty"]),
    clang_flag("include_without_name", ["-include"], ["-include", "needs a value"]),
    clang_flag("front_end_flag", ["-Xclang", "-disable-O0-optnone"], ["-Xclang", "behind Heddle's back"]),
    clang_flag("plugin", ["-fplugin=x.so"], ["-fplugin=x.so"]),
    clang_flag("unknown_machine", ["-march=abacus"], ["abacus"]),
    check("dash_file", ["-a.c"], ["-a.c", "./-a.c"], files={"-a.c": GOOD}),
    check("same_file_by_two_names", ["a.c", "./a.c"], ["./a.c", "same file as a.c"]),
    check("control_characters_in_a_name", ["a\x1b[2J\x07.c"], ["a?[2J?.c", "no such C source file"]),
    check("bytes_that_are_no_text", [b"a\xff\xfe.c"], ["a??.c", "no such C source file"]),
]

FILES = [
    check("missing_file", ["none.c"], ["none.c", "no such C source file"], files={}),
    check("empty_file_name", [""], ["file name is empty"], files={}),
    check("standard_input", ["-"], ["standard input"], files={}),
    one_file("empty_file", "", ["a.c", "is empty"]),
    check("directory", ["dir"], ["dir: is a directory"], files={}, prepare=lambda d: (d / "dir").mkdir()),
    check("device", ["/dev/null"], ["/dev/null", "not a regular file"], files={}),
    check("pipe", ["fifo"], ["fifo", "not a regular file"], files={}, prepare=lambda d: os.mkfifo(d / "fifo")),
    check("dangling_link", ["l.c"], ["l.c", "no such C source file"], files={}, prepare=lambda d: (d / "l.c").symlink_to("none")),
    check("link_to_itself", ["l.c"], ["l.c"], files={}, prepare=lambda d: (d / "l.c").symlink_to("l.c")),
    check("file_name_too_long", ["x" * 400 + ".c"], ["too long"], files={}),
    one_file("object_file", b"\x7fELF\x02\x01\x01" + bytes(64), ["a.c", "binary data"]),
    one_file("random_bytes", garbage(bytes(range(256)), 100_000), ["a.c"]),
    one_file("random_bytes_without_zero", garbage(bytes(range(1, 256)), 100_000), ["a.c"]),
    one_file("ten_megabytes_of_garbage", garbage(PRINTABLE, 10_000_000), ["a.c"]),
    one_file("only_blanks", " \n\n\t\n", ["main"]),
]

SOURCES = [
    one_file("syntax_error", "int main(void) {\n  return 0\n}\n", ["a.c:2"]),
    one_file("type_error", "int main(void) {\n  struct s x;\n  return x;\n}\n", ["a.c:2"]),
    one_file("missing_include", '#include "nowhere.h"\nint main(void) { return 0; }\n', ["a.c:1", "nowhere.h"]),
    one_file("includes_itself", '#include "a.c"\nint main(void) { return 0; }\n', ["a.c"]),
    one_file("no_main", "int start(void) { return 0; }\n", ["main"]),
    one_file("main_is_a_variable", "int main = 3;\n", ["main"]),
    one_file("cplusplus", "class A { public: int x; };\nint main() { return 0; }\n", ["a.c:1"]),
    one_file("deep_parentheses", "int main(void) { return " + "(" * 100_000 + "0" + ")" * 100_000 + "; }\n", ["a.c"]),
    one_file("error_directive", "#error stop here\nint main(void) { return 0; }\n", ["a.c:1", "stop here"]),
    one_file("module_assembly", '__asm__(".globl x");\nint main(void) { return 0; }\n', ["assembl"]),
    one_file("setjmp", "#include <setjmp.h>\njmp_buf b;\nint main(void) {\n  if (setjmp(b) == 0)\n    longjmp(b, 1);\n  return 0;\n}\n",
             ["a.c:4", "setjmp"]),
    check("two_mains", ["a.c", "b.c"], ["main"], files={"a.c": GOOD, "b.c": GOOD}),
    check("two_definitions", ["a.c", "b.c"], ["shared"],
          files={"a.c": "int shared(void) { return 1; }\n" + GOOD, "b.c": "int shared(void) { return 2; }\n"}),
    check("second_file_is_broken", ["a.c", "b.c"], ["b.c:1"], files={"a.c": GOOD, "b.c": "int f( {\n"}),
]


def property_file(name, content, says):
    return check("prp_" + name, ["--property", "p.prp", "a.c"], ["p.prp", *says], files={"a.c": GOOD, "p.prp": content})


def task(name, content, says, **files):
    return check("yml_" + name, ["t.yml"], says, files={"a.c": GOOD, "p.prp": PRP, "t.yml": content})


PROPERTY_FILES = [
    check("prp_missing", ["--property", "p.prp", "a.c"], ["p.prp", "no such property file"]),
    property_file("empty", "", ["empty"]),
    property_file("garbage", garbage(bytes(range(256)), 1000), ["CHECK"]),
    property_file("too_large", b" " * (2 << 20), ["too large"]),
    property_file("unknown_formula", "CHECK( init(main()), LTL(G ! call(foo())) )\n", ["p.prp:1"]),
    property_file("other_entry", "CHECK( init(start()), LTL(F end) )\n", ["p.prp:1", "start"]),
    property_file("unclosed", PRP + "CHECK( init(main()), LTL(F end )\n", ["p.prp:2"]),
    property_file("coverage", "COVER( init(main()), FQL(COVER EDGES(@CALL(reach_error))) )\n", ["p.prp:1", "COVER"]),
    property_file("overflow", "CHECK( init(main()), LTL(G ! overflow) )\n", ["no-overflow is not supported yet"]),
    property_file("memcleanup", "CHECK( init(main()), LTL(G valid-memcleanup) )\n", ["valid-memcleanup is not supported yet"]),
]

TASKS = [
    check("yml_missing", ["t.yml"], ["t.yml", "no such task definition"]),
    check("yml_and_c", ["t.yml", "a.c"], ["give it alone"], files={"a.c": GOOD, "t.yml": YML}),
    task("empty", "", ["t.yml", "not a task definition"]),
    task("not_yaml", "input_files: [a.c\n", ["t.yml", "not valid YAML"]),
    task("garbage", garbage(bytes(range(256)), 1000), ["t.yml"]),
    task("deep_nesting", "[" * 5000, ["t.yml"]),
    task("no_version", "input_files: a.c\n", ["format_version"]),
    task("old_version", YML.replace("2.0", "1.0"), ["format_version"]),
    task("no_input_files", "format_version: '2.0'\n", ["input_files"]),
    task("input_file_missing", YML.replace("a.c", "gone.c"), ["gone.c", "no such C source file"]),
    task("other_language", YML + "options: {language: Java}\n", ["language must be C"]),
    task("other_data_model", YML + "options: {data_model: LLP64}\n", ["ILP32 or LP64"]),
    task("property_missing", YML + "properties: [{property_file: none.prp}]\n", ["none.prp", "--property"]),
    task("properties_as_text", YML + "properties: p.prp\n", ["properties must be a list"]),
]

CASES = COMMANDS + OPTIONS + CLANG_FLAGS + FILES + SOURCES + PROPERTY_FILES + TASKS


def run(case, directory, more):
    return subprocess.run([HEDDLE, *case.args[:1], *more, *case.args[1:]], cwd=directory, stdin=subprocess.DEVNULL,
                          capture_output=True, timeout=SECONDS)


def problems_of(case, result):
    message = result.stderr.decode(errors="replace")
    if result.returncode != 3:
        yield f"exit code {result.returncode}, not 3"
    if result.stdout:
        yield f"{len(result.stdout)} bytes on standard output"
    if not message.startswith("heddle: ") or message.count("\nheddle: "):
        yield "not exactly one message on standard error"
    if any(ord(c) < 32 and c != "\n" for c in message):
        yield "control characters in the message"
    if len(message) > 4000:
        yield f"a message of {len(message)} characters"
    for part in case.says:
        if part not in message:
            yield f"the message does not say {part!r}"


def test(case):
    with tempfile.TemporaryDirectory(prefix="heddle-bad-") as name:
        directory = pathlib.Path(name)
        for path, content in case.files.items():
            (directory / path).write_bytes(content if isinstance(content, bytes) else content.encode())
        if case.prepare:
            case.prepare(directory)
        # An option in front of no command at all would be another test.
        for more in ([], ["--format", "json"]) if case.args[:1] == ["check"] else ([],):
            try:
                result = run(case, directory, more)
            except subprocess.TimeoutExpired:
                return [f"not done after {SECONDS} s"]
            if problems := list(problems_of(case, result)):
                return [*problems, "it said: " + result.stderr.decode(errors="replace")[:500]]
    return []


def main():
    wanted = sys.argv[1] if len(sys.argv) > 1 else ""
    cases = [c for c in CASES if wanted in c.name]
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for case, problems in zip(cases, pool.map(test, cases)):
            failed += bool(problems)
            for p in problems:
                print(f"FAILED {case.name}: {p}")
    print(f"{len(cases) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
