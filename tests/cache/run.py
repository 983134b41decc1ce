#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The cache of results: an unchanged program answers from it, a changed one never does.
Usage: run.py [part of a name]; HEDDLE names the tool."""
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
RACE = """#include <pthread.h>
#include "shared.h"
void *work(void *unused) {
  LOCK(&m);
  n++;
  UNLOCK(&m);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  LOCK(&m);
  n++;
  UNLOCK(&m);
  pthread_join(t, 0);
  return 0;
}
"""
SAFE = """static int n;
static pthread_mutex_t m;
#define LOCK pthread_mutex_lock
#define UNLOCK pthread_mutex_unlock
"""
UNSAFE = SAFE.replace("LOCK pthread_mutex_lock", "LOCK(x) 0").replace("UNLOCK pthread_mutex_unlock", "UNLOCK(x) 0")


def check(directory, *args, header=SAFE, env=None):
    (directory / "program.c").write_text(RACE)
    (directory / "shared.h").write_text(header)
    variables = {**os.environ, "XDG_CACHE_HOME": str(directory / "cache"), **(env or {})}
    variables.pop("HEDDLE_CACHE", None) if not env else None
    run = subprocess.run([HEDDLE, "check", "--format", "json", *(args or ["program.c"])], cwd=directory, capture_output=True, text=True, timeout=60,
                         env=variables)
    return json.loads(run.stdout) | {"code": run.returncode}


def told(result):
    return (result["verdict"], "from_cache" in result, result["code"])


def expect(what, is_, wanted):
    if is_ != wanted:
        yield f"{what}: {is_}, not {wanted}"


def an_unchanged_program_answers_from_it(directory):
    for header, verdict, code in ((SAFE, "true", 0), (UNSAFE, "false", 1)):
        first, second = check(directory, header=header), check(directory, header=header)
        yield from expect(f"first {verdict}", told(first), (verdict, False, code))
        yield from expect(f"second {verdict}", told(second), (verdict, True, code))
        second.pop("from_cache")
        yield from expect("the same answer", second, first)
    text = subprocess.run([HEDDLE, "check", "program.c"], cwd=directory, capture_output=True, text=True, timeout=60,
                          env={k: v for k, v in os.environ.items() if k != "HEDDLE_CACHE"} | {"XDG_CACHE_HOME": str(directory / "cache")})
    if "from the cache, found on 2" not in text.stdout or "--no-cache searches again" not in text.stdout:
        yield text.stdout


def a_changed_one_does_not(directory):
    check(directory)
    yield from expect("another header", told(check(directory, header=UNSAFE)), ("false", False, 1))
    yield from expect("the first one again", told(check(directory)), ("true", True, 0))
    for args in (["--property", "no-deadlock"], ["--malloc-may-fail"], ["--engine", "explore"], ["-DX"], ["--strict"], ["--32"], ["--entry", "work"],
                 ["--all"], ["--time-limit", "59s"]):
        result = check(directory, *args, "program.c")
        yield from expect(f"other options {args}", "from_cache" in result, False)
    other = directory / "heddle-of-another-build"
    shutil.copy(HEDDLE, other)
    bytes_ = bytearray(other.read_bytes())
    ids = subprocess.run(["readelf", "-n", HEDDLE], capture_output=True, text=True).stdout
    if "Build ID: " not in ids:
        yield "the tool has no build id"
        return
    id_ = bytes.fromhex(ids.split("Build ID: ")[1].split()[0])
    at = bytes_.find(id_)
    bytes_[at] ^= 1
    other.write_bytes(bytes_)
    run = subprocess.run([other, "check", "--format", "json", "program.c"], cwd=directory, capture_output=True, text=True, timeout=60,
                         env={k: v for k, v in os.environ.items() if k != "HEDDLE_CACHE"} | {"XDG_CACHE_HOME": str(directory / "cache")})
    yield from expect("another build of the tool", "from_cache" in json.loads(run.stdout), False)


def when_it_is_off(directory):
    check(directory)
    yield from expect("--no-cache", "from_cache" in check(directory, "--no-cache", "program.c"), False)
    yield from expect("the variable", "from_cache" in check(directory, env={"HEDDLE_CACHE": "off"}), False)
    for _ in range(2):
        yield from expect("--certify", "from_cache" in check(directory, "--certify", "program.c"), False)


def what_is_not_kept(directory):
    for _ in range(2):
        result = check(directory, "--engine", "explore", "--state-limit", "2", "program.c")
        yield from expect("a limit", (result["verdict"], "from_cache" in result), ("unknown", False))
    unknown = SAFE + "void elsewhere(void);\n__attribute__((constructor)) static void first(void) { elsewhere(); }\n"
    check(directory, "--engine", "explore", "program.c", header=unknown)
    result = check(directory, "--engine", "explore", "program.c", header=unknown)
    yield from expect("a call without a model", (result["verdict"], "from_cache" in result), ("unknown", True))


def a_damaged_one_is_searched_again(directory):
    check(directory)
    files = list((directory / "cache/heddle/results").iterdir())
    if len(files) != 1:
        yield f"kept: {files}"
    good = files[0].read_bytes()
    changed = bytearray(good)
    changed[-20] ^= 1
    for bad in (b"", good[:-1], good + b"x", bytes(changed), good[:100]):
        files[0].write_bytes(bad)
        yield from expect(f"{len(bad)} bytes", told(check(directory)), ("true", False, 0))
        yield from expect("and kept again", told(check(directory)), ("true", True, 0))
    shutil.rmtree(directory / "cache")
    (directory / "cache").write_text("in the way")
    yield from expect("no directory", told(check(directory)), ("true", False, 0))


TESTS = [an_unchanged_program_answers_from_it, a_changed_one_does_not, when_it_is_off, what_is_not_kept, a_damaged_one_is_searched_again]

if __name__ == "__main__":
    sys.exit(suite.run(TESTS))
