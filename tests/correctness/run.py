#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Witnesses of correctness (YAML, format 2.1): their format; every invariant holds, which is asked of engine explore about the program
with ghosts and assertions put in by this file; a changed witness is refuted; --validate says the same.
Usage: run.py [part of a name]; HEDDLE names the tool."""
import json
import os
import pathlib
import re
import subprocess
import sys

import jsonschema
import yaml

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import suite

HERE = pathlib.Path(__file__).resolve().parent
HEDDLE = os.environ.get("HEDDLE", str(HERE.parents[1] / "heddle"))
SCHEMA = jsonschema.Draft7Validator(json.loads((HERE / "correctness.schema.json").read_text()))
HEAD = "#include <assert.h>\n#include <pthread.h>\nextern int __VERIFIER_nondet_int(void);\n" \
       "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, k = PTHREAD_MUTEX_INITIALIZER;\npthread_cond_t c = PTHREAD_COND_INITIALIZER;\n"
TWO = """int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
"""
ONE = TWO.replace("  pthread_create(&b, 0, work, 0);\n", "").replace("  pthread_join(b, 0);\n", "")


def body(globals_, statements, main=TWO):
    return HEAD + globals_ + "\nvoid *work(void *unused) {\n" + statements + "\n  return 0;\n}\n" + main


LOCK, UNLOCK = "  pthread_mutex_lock(&m);\n", "  pthread_mutex_unlock(&m);\n"
# name -> (program, invariants that engine invariants should find)
PROGRAMS = {
    "restored": (body("int x;", LOCK + "  x = 1;\n  assert(x == 1);\n  x = 0;\n" + UNLOCK), ["m_locked || x == 0", "0 <= x && x <= 1"]),
    "restored_in_a_loop": (body("int x;", "  for (int i = 0; i < 2; i++) {\n" + LOCK + "  x = 5;\n  x = 0;\n" + UNLOCK + "  }"), ["m_locked || x == 0"]),
    "loops": (body("int x;", "  for (;;) {\n" + LOCK + "  x = 5;\n  x = 0;\n" + UNLOCK + "    if (__VERIFIER_nondet_int()) break;\n  }\n  int i = 0;\n  while (__VERIFIER_nondet_int()) ;"
                   "\n  for (i = 7; i < 9; i++) ;"), ["m_locked || x == 0"]),
    "do_is_left_alone": (body("int x;", "  int i = 0;\n  do x = 0; while (i++ < 2);\n  while (i < 5) i++;"), ["x == 0"]),
    "set_by_main": (body("int limit;", "  assert(limit == 3);", TWO.replace("  pthread_t a, b;", "  pthread_t a, b;\n  limit = 3;")), ["limit == 3"]),
    "main_writes_afterwards": (body("int x;", LOCK + "  x = 1;\n  x = 0;\n" + UNLOCK, TWO.replace("  return 0;", "  x = 7;\n  assert(x == 7);\n  return 0;")), []),
    "main_calls_work_too": (body("int x;", LOCK + "  x = 1;\n  x = 0;\n" + UNLOCK, ONE.replace("  return 0;", "  x = 7;\n  work(0);\n  return 0;")), []),
    "two_locks": (body("int x, y;", LOCK + "  x = 1;\n  pthread_mutex_lock(&k);\n  y = 2;\n  y = 0;\n  pthread_mutex_unlock(&k);\n  x = 0;\n" + UNLOCK),
                  ["m_locked || x == 0", "m_locked || y == 0", "k_locked || y == 0"]),
    "wait": (body("int ready, x;", LOCK + "  ready = 1;\n  x = 1;\n  x = 0;\n  pthread_cond_signal(&c);\n" + UNLOCK,
                  ONE.replace("  pthread_join(a, 0);\n", LOCK + "  while (!ready)\n    pthread_cond_wait(&c, &m);\n  x = 2;\n  x = 0;\n" + UNLOCK + "  pthread_join(a, 0);\n")),
             ["m_locked || x == 0"]),
    "wait_in_a_thread": (body("int ready, x;", LOCK + "  while (!ready) pthread_cond_wait(&c, &m);\n  x = 2;\n  x = 0;\n" + UNLOCK,
                              ONE.replace("  pthread_join(a, 0);\n", LOCK + "  ready = 1;\n  pthread_cond_signal(&c);\n" + UNLOCK + "  pthread_join(a, 0);\n")),
                         ["m_locked || x == 0"]),
    "attempt": (body("int x;", "  if (pthread_mutex_trylock(&m) == 0) {\n  x = 1;\n  x = 0;\n" + UNLOCK + "  }\n" + LOCK + "  x = 2;\n  x = 0;\n" + UNLOCK), []),
    "lock_in_a_condition": (body("int x;", "  if (pthread_mutex_lock(&m)) return 0;\n  x = 1;\n  x = 0;\n" + UNLOCK), []),
    "lock_by_a_pointer": (HEAD + "int x;\nvoid take(pthread_mutex_t *l) {\n  pthread_mutex_lock(l);\n}\nvoid *work(void *unused) {\n  take(&m);\n  x = 1;\n  x = 0;\n"
                          + UNLOCK + "  return 0;\n}\n" + TWO, []),
    "recursive": (HEAD + "int x;\npthread_mutex_t r;\nvoid *work(void *unused) {\n  pthread_mutex_lock(&r);\n  x = 1;\n  pthread_mutex_lock(&r);\n  pthread_mutex_unlock(&r);\n  x = 2;\n  x = 0;\n"
                  "  pthread_mutex_unlock(&r);\n  return 0;\n}\n" + TWO.replace("  pthread_t a, b;", "  pthread_t a, b;\n  pthread_mutexattr_t at;\n  pthread_mutexattr_init(&at);\n"
                  "  pthread_mutexattr_settype(&at, PTHREAD_MUTEX_RECURSIVE);\n  pthread_mutex_init(&r, &at);"), []),
    "initialised_at_run_time": (HEAD + "int x;\npthread_mutex_t r;\nvoid *work(void *unused) {\n  pthread_mutex_lock(&r);\n  x = 1;\n  x = 0;\n  pthread_mutex_unlock(&r);\n  return 0;\n}\n"
                                + TWO.replace("  pthread_t a, b;", "  pthread_t a, b;\n  pthread_mutex_init(&r, 0);"), ["r_locked || x == 0"]),
    "members": (body("struct { int a; unsigned short b; char c[2]; _Bool d; } g;", LOCK + "  g.a = -3;\n  g.b = 9;\n  g.c[1] = 2;\n  g.d = 1;\n  g.a = 0;\n  g.b = 0;\n" + UNLOCK),
                ["m_locked || g.a == 0", "m_locked || g.b == 0", "0 <= g.c[1] && g.c[1] <= 2"]),
    "array": (body("int v[3];", LOCK + "  v[1] = 4;\n  v[1] = 0;\n" + UNLOCK), ["m_locked || v[1] == 0", "v[2] == 0"]),
    "unsigned_and_large": (body("unsigned u; long long l; int low;", LOCK + "  u = 4000000000u;\n  u = 1;\n  l = 5000000000LL;\n  l = 0;\n  low = -2147483647 - 1;\n  low = 0;\n" + UNLOCK),
                           ["m_locked || l == 0"]),
    "name_of_a_local": (body("int x, y;", LOCK + "  x = 1;\n  { int y = 3; assert(y == 3); }\n  y = 1;\n  y = 0;\n  x = 0;\n" + UNLOCK), ["m_locked || x == 0"]),
    "name_of_a_parameter": (HEAD + "int x;\nvoid set(int *x) { *x = 1; }\nvoid *work(void *unused) {\n" + LOCK + "  set(&x);\n  x = 0;\n" + UNLOCK + "  return 0;\n}\n" + TWO, []),
    "many_statements_on_a_line": (body("int x;", "  pthread_mutex_lock(&m); x = 1; x = 0; pthread_mutex_unlock(&m); /* x */ // pthread_mutex_lock(&m);"), ["m_locked || x == 0"]),
    "read_write_lock": (HEAD + "pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;\nint x;\nvoid *work(void *unused) {\n  pthread_rwlock_wrlock(&rw);\n  x = 1;\n  x = 0;\n  pthread_rwlock_unlock(&rw);\n"
                        "  pthread_rwlock_rdlock(&rw);\n  assert(x == 0);\n  pthread_rwlock_unlock(&rw);\n  return 0;\n}\n" + TWO, ["rw_locked || x == 0"]),
    "balance": (body("int a = 5, b;", LOCK + "  if (a > 0) {\n    a = a - 1;\n    b = b + 1;\n  }\n" + UNLOCK + LOCK + "  assert(a + b == 5);\n" + UNLOCK), []),
    "name_of_a_ghost_is_taken": (body("int x, m_locked;", LOCK + "  x = 1;\n  x = 0;\n  m_locked = 4;\n" + UNLOCK), ["m_locked_ || x == 0"]),
    "macro": (body("int x;\n#define LOCK pthread_mutex_lock(&m)", "  LOCK;\n  x = 1;\n  x = 0;\n" + UNLOCK), []),
    "unlock_in_a_condition": (body("int x;", LOCK + "  x = 1;\n  x = 0;\n  if (pthread_mutex_unlock(&m)) return 0;"), ["m_locked || x == 0"]),
    "one_line_bodies": (body("int x;", "  int i = __VERIFIER_nondet_int();\n  if (i)\n    pthread_mutex_lock(&m);\n  else\n    pthread_mutex_lock(&m);\n  x = 1;\n  x = 0;\n" + UNLOCK), ["m_locked || x == 0"]),
    "nothing_shared": (HEAD + "int main(void) {\n  return 0;\n}\n", []),
    "relaxed_flag": (HEAD + "#include <stdatomic.h>\natomic_int f;\nvoid *work(void *unused) {\n  atomic_store(&f, 2);\n  return 0;\n}\n" + TWO, []),
}


def heddle(directory, *args):
    return subprocess.run([HEDDLE, "check", "-q", *args, "program.c"], cwd=directory, capture_output=True, text=True, timeout=120)


def content(witness, kind):
    found = [e["content"] for e in witness if e["entry_type"] == kind]
    return found[0] if found else [] if kind == "invariant_set" else {"ghost_variables": [], "ghost_updates": []}


def at(source, location):
    return sum(len(l) + 1 for l in source.split("\n")[:location["line"] - 1]) + location["column"] - 1


def condition(source, begin):
    """From where to where, of the loop that begins here."""
    keyword = re.match(r"(while|for)\s*\(", source[begin:])
    first, depth, parts = begin + keyword.end(), 1, []
    for k in range(first, len(source)):
        depth += (source[k] == "(") - (source[k] == ")")
        if depth == 0:
            parts.append(k)
            break
        if depth == 1 and source[k] == ";":
            parts.append(k)
    return (first, parts[0]) if keyword[1] == "while" else (parts[0] + 1, parts[1])


def with_assertions(source, witness):
    """The program with ghosts, failing where an invariant does not hold. Statements of the witness are calls: they end with their first `;`."""
    ghosts, pieces = content(witness, "ghost_instrumentation"), []
    for u in ghosts["ghost_updates"]:
        begin = at(source, u["location"])
        end = source.index(";", begin) + 1
        update = "".join(f" {v['variable']} = {v['value']};" for v in u["updates"])
        sleeps = source.startswith("pthread_cond", begin)
        pieces.append((begin, 1, "{ " if sleeps else "{ __VERIFIER_atomic_begin(); "))
        pieces.append((end, -1, (" __VERIFIER_atomic_begin();" if sleeps else "") + update + " __VERIFIER_atomic_end(); }"))
    heads = {}  # of loops, with what holds there
    for i in content(witness, "invariant_set"):
        i = i["invariant"]
        begin = at(source, i["location"])
        if i["type"] == "loop_invariant":
            heads.setdefault(begin, []).append(f"holds({i['value']}) && ")
            continue
        among_others = source[:begin].rstrip()[-1] in "{;}"
        pieces.append((begin, 0, f"holds({i['value']}); " if among_others else f"if (!holds({i['value']})) ; else "))
    for begin, claims in heads.items():
        first, last = condition(source, begin)
        pieces += [(first, 0, "".join(claims) + "("), (last, 0, ")" if source[first:last].strip() else "1)")]
    made, done = "", 0
    for begin, _, text in sorted(pieces, key=lambda p: p[:2]):
        made, done = made + source[done:begin] + text, begin
    made += source[done:]
    return "extern void __assert_fail(const char *, const char *, unsigned int, const char *);\nvoid __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);\n" \
           "#define holds(e) (__VERIFIER_atomic_begin(), ((e) ? (void)0 : __assert_fail(\"claim\", \"\", 0, \"\")), __VERIFIER_atomic_end(), 1)\n" + \
           "".join(f"{g['type']} {g['name']} = {g['initial']['value']};\n" for g in ghosts["ghost_variables"]) + made


def hold(directory, source, witness):
    """What explore says about the claims: True, False, or what went wrong."""
    (directory / "program.c").write_text(with_assertions(source, witness))
    run = heddle(directory, "--engine", "explore", "--property", "unreach-call", "--all")
    if run.returncode not in (0, 1):
        return run.stdout + run.stderr
    return run.returncode == 0 or "claim" not in run.stdout


def made(directory, source, *args):
    (directory / "program.c").write_text(source)
    run = heddle(directory, "--witness", "w.yml", *args)
    if run.returncode != 0:
        return None, run
    return yaml.safe_load((directory / "w.yml").read_text()), run


def values(witness):
    return [i["invariant"]["value"] for i in content(witness, "invariant_set")]


def of_program(name, source, wanted):
    def test(directory):
        for engine in ("invariants", "induction", "impact", "explore"):
            witness, run = made(directory, source, "--engine", engine, "--property", "unreach-call")
            if witness is None:
                if engine == "explore":
                    yield f"{run.stdout}{run.stderr}"
                continue
            yield from (f"{engine}: {'/'.join(map(str, e.path))}: {e.message[:200]}" for e in SCHEMA.iter_errors(witness))
            if engine in ("invariants", "explore"):
                yield from (f"{engine}: {w} is missing: {values(witness)}" for w in wanted if w not in values(witness))
            if (said := hold(directory, source, witness)) is not True:
                yield f"{engine}: a claim does not hold ({said}): {values(witness)}"
            (directory / "program.c").write_text(source)
            if engine == "explore":
                checked = heddle(directory, "--engine", "explore", "--validate", "w.yml")
                if checked.returncode != 0 or "confirmed: " not in checked.stderr:
                    yield f"--validate: {checked.returncode} {checked.stderr}"
    test.__name__ = name
    return test


def loops_have_theirs(directory):
    source = PROGRAMS["loops"][0]
    witness, _ = made(directory, source, "--engine", "invariants")
    found = {(i["invariant"]["value"], source.split("\n")[i["invariant"]["location"]["line"] - 1].strip().split("(")[0])
             for i in content(witness, "invariant_set") if i["invariant"]["type"] == "loop_invariant"}
    if not {("m_locked || x == 0", "for "), ("m_locked || x == 0", "while ")} <= found:
        yield f"invariants of loops: {found}"


def changed_ones_are_refuted(directory):
    source = PROGRAMS["restored"][0]
    witness, _ = made(directory, source, "--engine", "invariants")
    text = (directory / "w.yml").read_text()
    places = text.count("m_locked || x == 0")
    if places < 2:
        yield f"{text}"
    changes = {"m_locked || x == 0": "m_locked || x == 1", "0 <= x && x <= 1": "0 <= x && x <= 0",
               'value: "1"\n        format': 'value: "0"\n        format'}
    for before, after in changes.items():
        other = text.replace(before, after)
        if other == text:
            yield f"nothing to change: {before}"
            continue
        if hold(directory, source, yaml.safe_load(other)) is True:
            yield f"explore does not refute {after}"
        (directory / "program.c").write_text(source)
        (directory / "other.yml").write_text(other)
        run = heddle(directory, "--validate", "other.yml")
        if run.returncode != 1 or "refuted: invariant" not in run.stderr or "program.c:" not in run.stderr:
            yield f"{after}: exit code {run.returncode}: {run.stderr}"


def a_violated_property_refutes(directory):
    source = PROGRAMS["restored"][0]
    made(directory, source, "--engine", "invariants")
    (directory / "program.c").write_text(source.replace("assert(x == 1)", "assert(x == 2)"))
    run = heddle(directory, "--validate", "w.yml")
    if run.returncode != 1 or "refuted: the property is violated" not in run.stderr:
        yield f"exit code {run.returncode}: {run.stderr}"


def report_writes_the_same(directory):
    (directory / "program.c").write_text(PROGRAMS["restored"][0])
    heddle(directory, "--engine", "invariants", "-o", "r.json")
    run = subprocess.run([HEDDLE, "report", "--witness", "yaml", "r.json"], cwd=directory, capture_output=True, text=True, timeout=60)
    if run.returncode or "m_locked || x == 0" not in values(yaml.safe_load(run.stdout)):
        yield f"exit code {run.returncode}: {run.stdout}{run.stderr}"
    run = subprocess.run([HEDDLE, "report", "--witness", "graphml", "r.json"], cwd=directory, capture_output=True, text=True, timeout=60)
    if run.returncode != 3 or "a witness of correctness is written as yaml" not in run.stderr:
        yield f"graphml: exit code {run.returncode}: {run.stderr}"


# As another tool might write it: no columns, an invariant of a loop, a ghost that counts.
OTHER = """- entry_type: ghost_instrumentation
  metadata: &m {format_version: "2.1", uuid: "0", creation_time: "0", producer: {name: Other, version: "1"},
    task: {input_files: [program.c], input_file_hashes: {program.c: "0"}, specification: "G ! call(reach_error())", data_model: LP64, language: C}}
  content:
    ghost_variables: [{name: done, type: int, scope: global, initial: {value: "0", format: c_expression}}]
    ghost_updates: [{location: {file_name: program.c, line: LINE}, updates: [{variable: done, value: "done + 1", format: c_expression}]}]
- entry_type: invariant_set
  metadata: *m
  content:
  - invariant: {type: loop_invariant, location: {file_name: program.c, line: LOOP}, value: "VALUE", format: c_expression}
"""


def of_other_tools(directory):
    source = HEAD + "int x;\nvoid *work(void *unused) {\n  for (int i = 0; i < 2; i++) {\n    x = x + 1;\n  }\n  return 0;\n}\n" + ONE
    (directory / "program.c").write_text(source)
    lines = source.split("\n")
    loop, update = lines.index("  for (int i = 0; i < 2; i++) {") + 1, lines.index("    x = x + 1;") + 1
    for value, code, words in (("x == i && done == x", 0, "confirmed: the property is proven, and so is its invariant"),
                               ("x == i && done == 0", 1, "refuted: invariant 1"), ("x == nobody", 2, "cannot be compiled"),
                               ("i <= 2", 0, "confirmed")):
        (directory / "o.yml").write_text(OTHER.replace("LINE", str(update)).replace("LOOP", str(loop)).replace("VALUE", value))
        run = heddle(directory, "--validate", "o.yml")
        if run.returncode != code or words not in run.stderr:
            yield f"{value}: exit code {run.returncode}: {run.stderr}"
    (directory / "o.yml").write_text(OTHER.replace("LINE", str(loop)).replace("LOOP", str(loop)).replace("VALUE", "1"))
    run = heddle(directory, "--validate", "o.yml")
    if run.returncode != 2 or "has others inside" not in run.stderr:
        yield f"an update at a loop: exit code {run.returncode}: {run.stderr}"


TESTS = [of_program(name, *program) for name, program in PROGRAMS.items()] + \
        [loops_have_theirs, changed_ones_are_refuted, a_violated_property_refutes, report_writes_the_same, of_other_tools]

if __name__ == "__main__":
    sys.exit(suite.run(TESTS))
