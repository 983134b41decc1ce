#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Real builds: heddle-cc as the compiler of a build and `heddle check PROGRAM`, and `heddle check -p DIR --target NAME`.
Usage: run.py [part of a name]; HEDDLE names the tool, heddle-cc lies beside it."""
import json
import os
import pathlib
import shutil
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import suite

ROOT = pathlib.Path(__file__).resolve().parents[2]
HEDDLE = os.environ.get("HEDDLE", str(ROOT / "heddle"))
CC = str(pathlib.Path(os.environ.get("HEDDLE_BUILD", ROOT / "build")) / "tools" / "heddle-cc")

FILES = {
    "include/counter.h": """void count(void);
int value(void);
""",
    "lib/counter.c": """#include <pthread.h>
#include <counter.h>
static int n;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void count(void) {
#ifdef LOCKED
  pthread_mutex_lock(&m);
#endif
  n++;
#ifdef LOCKED
  pthread_mutex_unlock(&m);
#endif
}
int value(void) { return n; }
""",
    "lib/unused.c": """#error is not C
""",
    "lib/other.c": """int main(void) { return other_main(); }
""",
    "src/main.c": """#include <assert.h>
#include <pthread.h>
#include "counter.h"
static void *work(void *unused) {
  count();
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  count();
  pthread_join(t, 0);
  assert(value() == 2);
  return 0;
}
""",
}


def lay_out(directory):
    for name, text in FILES.items():
        (directory / name).parent.mkdir(exist_ok=True)
        (directory / name).write_text(text)


def run(directory, *command, env=None):
    return subprocess.run([str(c) for c in command], cwd=directory, capture_output=True, text=True, timeout=120,
                          env={**os.environ, **(env or {})})


def check(directory, *args):
    return run(directory, HEDDLE, "check", "-q", "--no-cache", *args)


def expect(run, code, *words):
    if run.returncode != code or any(w not in run.stdout + run.stderr for w in words):
        yield f"{' '.join(run.args[1:])}: exit code {run.returncode}, wanted {code} and {words}:\n{run.stdout}{run.stderr}"


def by_make(directory, *flags, cc=CC):
    """As make would do it, with an archive that also has a member nobody needs."""
    for command in ([cc, *flags, "-Wall", "-O2", "-MD", "-I", "include", "-c", "lib/counter.c", "-o", "counter.o"],
                    [cc, "-w", "-c", "lib/other.c"],
                    ["ar", "rc", "libcounter.a", "counter.o", "other.o"],
                    [cc, *flags, "-Iinclude", "-c", "src/main.c"],
                    [cc, "main.o", "-o", "prog", "-L.", "-lcounter", "-pthread", "-lm"]):
        done = run(directory, *command)
        if done.returncode:
            yield f"{command}: {done.stdout}{done.stderr}"


def a_program_that_make_builds(directory):
    lay_out(directory)
    yield from by_make(directory)
    yield from expect(check(directory, "./prog"), 1, "data race on n (lib/counter.c:9")
    if run(directory, "./prog").returncode:
        yield "the program does not run"
    yield from by_make(directory, "-DLOCKED")
    yield from expect(check(directory, "./prog"), 0, "verdict: true")
    (directory / "elsewhere").mkdir()
    for command in (["strip", "prog"], ["mv", "prog", "elsewhere"]):
        run(directory, *command)
    yield from expect(check(directory / "elsewhere", "./prog"), 0, "verdict: true")
    yield from expect(check(directory, "counter.o", "--entry", "count,count"), 0, "verdict: true")
    (directory / "harness.c").write_text("#include <assert.h>\nint value(void);\nvoid count(void);\n"
                                         "int harness(void) { count(); assert(value() == 2); return 0; }\n")
    yield from expect(check(directory, "./counter.o", "harness.c", "--main", "harness"), 1, "assertion", "harness.c:4")


def what_has_changed_is_refused(directory):
    lay_out(directory)
    yield from by_make(directory)
    (directory / "include/counter.h").write_text("void count(void);\nint value(void); /* changed */\n")
    yield from expect(check(directory, "prog"), 3, "has changed since it was built; build it again")
    (directory / "src/main.c").unlink()
    yield from expect(check(directory, "prog"), 3, "src/main.c, which is not there any more")


def in_one_step(directory):
    lay_out(directory)
    done = run(directory, CC, "-Iinclude", "-DLOCKED", "lib/counter.c", "src/main.c", "-o", "prog", "-pthread")
    yield from expect(done, 0)
    yield from expect(check(directory, "prog"), 0, "verdict: true")
    done = run(directory, CC, "-Iinclude", "lib/counter.c", "src/main.c", "-pthread", env={"HEDDLE_CC": "clang-19 -g"})
    yield from expect(done, 0)
    yield from expect(check(directory, "a.out"), 1, "data race on n")


def names_that_the_linker_changes(directory):
    lay_out(directory)
    (directory / "wrap.c").write_text("int __wrap_value(void) { return 3; }\n")
    for words in (["-Wl,--wrap=value"], ["-Wl,--wrap,value"], ["-Xlinker", "--wrap=value"], ["-Wl,--defsym=value=__wrap_value"]):
        done = run(directory, CC, "-Iinclude", "-DLOCKED", "lib/counter.c", "src/main.c", "wrap.c", *words, "-o", "prog", "-pthread")
        yield from expect(done, 0)
        yield from expect(check(directory, "prog"), 3, "is linked with", "another meaning")
    (directory / "my-wrap").mkdir()
    for command in ([CC, "-Iinclude", "-DLOCKED", "-c", "lib/counter.c"], ["ar", "rc", "my-wrap/libx.a", "counter.o"],
                    [CC, "-Iinclude", "src/main.c", "my-wrap/libx.a", "-Wl,-rpath,my-wrap", "-o", "prog", "-pthread"]):
        yield from expect(run(directory, *command), 0)
    yield from expect(check(directory, "prog"), 0, "verdict: true")


def errors_of_the_compiler(directory):
    lay_out(directory)
    done = run(directory, CC, "-c", "lib/unused.c")
    if done.returncode == 0 or "is not C" not in done.stderr:
        yield f"a file that does not compile: {done.returncode} {done.stderr}"
    done = run(directory, CC, "--version")
    if done.returncode != 0 or not done.stdout:
        yield f"--version: {done}"
    done = run(directory, CC, "-E", "-Iinclude", "src/main.c")
    if done.returncode != 0 or "pthread_create" not in done.stdout:
        yield f"-E: {done.returncode}"
    done = run(directory, CC, "-c", "src/main.c", "-Iinclude", env={"HEDDLE_CC": "/nonexistent/cc"})
    if done.returncode == 0 or "cannot run /nonexistent/cc" not in done.stderr:
        yield f"no compiler: {done}"


def without_heddle_cc(directory):
    lay_out(directory)
    yield from by_make(directory, cc="cc")
    yield from expect(check(directory, "prog"), 3, "was not built with heddle-cc")
    (directory / "half").write_bytes((directory / "prog").read_bytes()[:3000])
    yield from expect(check(directory, "half"), 3, "is damaged")


def with_32_bits(directory):
    lay_out(directory)
    done = run(directory, CC, "-m32", "-Iinclude", "lib/counter.c", "src/main.c", "-o", "prog", "-pthread")
    if done.returncode:
        return  # no C library for 32 bits here
    result = json.loads(check(directory, "--format", "json", "prog").stdout)
    if result["input"]["data_model"] != "ilp32":
        yield result["input"]


def what_was_found_is_replayed(directory):
    lay_out(directory)
    yield from by_make(directory)
    yield from expect(check(directory, "-o", "result.json", "./prog"), 1)
    replayed = run(directory, HEDDLE, "replay", "result.json", env={"XDG_CACHE_HOME": str(directory / "cache")})
    yield from expect(replayed, 0)


def database(directory, entries, links):
    build = directory / "build"
    build.mkdir(exist_ok=True)
    (build / "compile_commands.json").write_text(json.dumps(entries))
    for target, line in links.items():
        where = build / "CMakeFiles" / (target + ".dir")
        where.mkdir(parents=True, exist_ok=True)
        (where / "link.txt").write_text(line + "\n")


def entry(directory, file, target, *flags):
    output = f"CMakeFiles/{target}.dir/{file}.o"
    return {"directory": str(directory / "build"), "file": str(directory / file), "output": output,
            "command": f"/usr/bin/cc {' '.join(flags)} -Wall -fanalyzer -o {output} -c {directory / file}"}


def a_database_of_cmake(directory):
    lay_out(directory)
    flags = ("-I../include", "-DTEXT=\\\"a\\ b\\\"")
    entries = [entry(directory, "src/main.c", "app", *flags), entry(directory, "lib/counter.c", "counter", *flags, "-DLOCKED"),
               entry(directory, "lib/other.c", "tool")]
    database(directory, entries, {
        "app": "/usr/bin/cc CMakeFiles/app.dir/src/main.c.o -o app  libcounter.a -lpthread",
        "counter": "/usr/bin/ar qc libcounter.a  CMakeFiles/counter.dir/lib/counter.c.o",
        "tool": "/usr/bin/cc CMakeFiles/tool.dir/lib/other.c.o -o tool"})
    yield from expect(check(directory, "-p", "build", "--target", "app"), 0, "verdict: true")
    yield from expect(check(directory, "-p", "build/compile_commands.json", "src/main.c", "lib/counter.c"), 0, "verdict: true")
    yield from expect(check(directory, "-p", "build", "--target", "ap"), 3, "it has: app, counter, tool")
    yield from expect(check(directory, "-p", "build", "lib/unused.c"), 3, "does not say how it is compiled")
    yield from expect(run(directory, HEDDLE, "check", "-p", "build"), 3, "--target NAME checks one of them: app, counter, tool",
                      "`main` is defined in")
    yield from expect(check(directory, "-p", "lib"), 3, "there is no compile_commands.json", "CMAKE_EXPORT_COMPILE_COMMANDS")
    yield from expect(check(directory, "--target", "app"), 3, "no file to check")
    database(directory, entries, {"app": "/usr/bin/cc -Wl,--wrap=value CMakeFiles/app.dir/src/main.c.o -o app  libcounter.a -lpthread"})
    yield from expect(check(directory, "-p", "build", "--target", "app"), 3, "app: is linked with `-Wl,--wrap=value`")
    (directory / "build/compile_commands.json").write_text("{}")
    yield from expect(check(directory, "-p", "build"), 3, "is not a compilation database")


def a_database_of_ninja(directory):
    lay_out(directory)
    build = directory / "build"
    entries = [{"directory": str(build), "file": "../src/main.c", "output": "app.p/main.c.o",
                "arguments": ["ccache", "cc", "-I../include", "-MD", "-MF", "x.d", "-c", "../src/main.c"]},
               {"directory": str(build), "file": "../lib/counter.c", "output": "libcounter.a.p/counter.c.o",
                "arguments": ["cc", "-I", "../include", "-DLOCKED", "-c", "../lib/counter.c"]}]
    database(directory, entries, {})
    (build / "build.ninja").write_text("""rule link
  command = cc $in -o $out
build app.p/main.c.o: compile ../src/main.c
build libcounter.a: archive $
    libcounter.a.p/counter.c.o
build app: link app.p/main.c.o | libcounter.a || other
build all: phony app
""")
    for target in ("app", "all"):
        yield from expect(check(directory, "-p", "build", "--target", target), 0, "verdict: true")
    yield from expect(check(directory, "-p", "build", "--target", "counter", "--entry", "count,count"), 0, "verdict: true")
    with open(build / "build.ninja", "a") as ninja:
        ninja.write("build wrapped: link app.p/main.c.o | libcounter.a\n  LINK_FLAGS = -rdynamic -Wl,--wrap=value\n")
    yield from expect(check(directory, "-p", "build", "--target", "wrapped"), 3, "wrapped: is linked with `-Wl,--wrap=value`")
    yield from expect(check(directory, "-p", "build", "--target", "app"), 0, "verdict: true")


def cmake_itself(directory):
    if not shutil.which("cmake") or not shutil.which("ninja"):
        return
    lay_out(directory)
    (directory / "CMakeLists.txt").write_text("""cmake_minimum_required(VERSION 3.20)
project(p C)
add_library(counter STATIC lib/counter.c)
target_include_directories(counter PUBLIC include)
target_compile_definitions(counter PRIVATE LOCKED)
add_executable(app src/main.c)
target_link_libraries(app counter pthread)
""")
    yield from expect(run(directory, "cmake", "-G", "Ninja", "-B", "build", "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON", env={"CC": CC}), 0)
    yield from expect(run(directory, "cmake", "--build", "build"), 0)
    yield from expect(check(directory, "build/app"), 0, "verdict: true")
    yield from expect(check(directory, "-p", "build", "--target", "app"), 0, "verdict: true")
    # all its programs at once; a library is none
    yield from expect(run(directory, HEDDLE, "batch", "-o", "out", "--time-limit", "20s", "build"), 0, "left out: counter")
    rows = (directory / "out/summary.csv").read_text().splitlines()
    if len(rows) != 2 or not rows[1].startswith("build/app,") or ",true," not in rows[1]:
        yield f"a batch of the build: {rows}"
    yield from expect(run(directory, HEDDLE, "batch", "-o", "out", "--time-limit", "20s", "build"), 0, "1 of 1 tasks have their result already")
    (directory / "src/main.c").write_text((directory / "src/main.c").read_text() + "// changed\n")
    yield from expect(run(directory, HEDDLE, "batch", "-o", "out", "--time-limit", "20s", "build"), 0, "1 results are broken, or of programs")


TESTS = [a_program_that_make_builds, what_has_changed_is_refused, in_one_step, names_that_the_linker_changes, errors_of_the_compiler, without_heddle_cc, with_32_bits,
         what_was_found_is_replayed, a_database_of_cmake, a_database_of_ninja, cmake_itself]

if __name__ == "__main__":
    sys.exit(suite.run(TESTS))
