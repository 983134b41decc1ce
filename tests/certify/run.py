#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""heddle certify and check --certify: what holds is certified, whoever has proven it; what was edited is refused; what the judge does not know is
said to be so. Usage: run.py [part of a name]; HEDDLE names the tool. The whole corpus: bench/certify/run."""
import hashlib
import json
import os
import pathlib
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import suite

ROOT = pathlib.Path(__file__).resolve().parents[2]
REGRESS = ROOT / "tests" / "regress"
HEDDLE = os.environ.get("HEDDLE", str(ROOT / "heddle"))
CERTIFIED, REFUSED, CANNOT, BAD_INPUT = 0, 1, 2, 3

COUNT = """#include <assert.h>
#include <pthread.h>
static int hits;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *visit(void *unused) {
  pthread_mutex_lock(&m);
  hits++;
  pthread_mutex_unlock(&m);
  return unused;
}
int main(void) {
  pthread_t other;
  pthread_create(&other, 0, visit, 0);
  visit(0);
  pthread_join(other, 0);
  pthread_mutex_lock(&m);
  assert(hits == SUM);
  pthread_mutex_unlock(&m);
}
"""
GOOD, WRONG_SUM = COUNT.replace("SUM", "2"), COUNT.replace("SUM", "3")
RACY = GOOD.replace("  pthread_mutex_lock(&m);\n  hits", "  hits").replace("hits++;\n  pthread_mutex_unlock(&m);", "hits++;")
DEADLOCK = GOOD.replace("hits++;\n  pthread_mutex_unlock(&m);", "hits++;")
FREED = """#include <stdlib.h>
int main(void) {
  int *p = malloc(sizeof *p);
  *p = 1;
  free(p);
  return *p;
}
"""
WIDE = """#include <assert.h>
unsigned short __VERIFIER_nondet_ushort(void);
int main(void) {
  unsigned short c = __VERIFIER_nondet_ushort();
  assert(c < 65536);
}
"""
BYTE = """#include <assert.h>
#include <pthread.h>
unsigned char __VERIFIER_nondet_uchar(void);
static unsigned char c;
static void *halve(void *unused) {
  c = c / 2;
  return unused;
}
int main(void) {
  pthread_t other;
  c = __VERIFIER_nondet_uchar();
  pthread_create(&other, 0, halve, 0);
  pthread_join(other, 0);
  assert(c < LIMIT);
}
"""
LONG = """#include <pthread.h>
#include <stdatomic.h>
static atomic_uint x;
static void *mix(void *arg) {
  for (unsigned i = 0; i < 100000; i++) atomic_store(&x, atomic_load(&x) * 31 + *(unsigned *)arg);
  return NULL;
}
int main(void) {
  static unsigned a = 1, b = 2;
  pthread_t t[2];
  pthread_create(&t[0], NULL, mix, &a);
  pthread_create(&t[1], NULL, mix, &b);
  pthread_join(t[0], NULL);
  pthread_join(t[1], NULL);
}
"""


def heddle(*args, cwd, timeout=60):
    return subprocess.run([HEDDLE, *map(str, args)], cwd=cwd, capture_output=True, text=True, timeout=timeout)


def checked(directory, program, *args):
    """The result of checking a text."""
    (directory / "p.c").write_text(program)
    return json.loads(heddle("check", "--format", "json", *args, "p.c", cwd=directory).stdout)


def certify(directory, result, *args):
    (directory / "r.json").write_text(json.dumps(result))
    done = heddle("certify", "--format", "json", *args, "r.json", cwd=directory)
    return done, json.loads(done.stdout) if done.returncode in (CERTIFIED, REFUSED, CANNOT) else None


def of_another_program(result, **changed):
    """The same result, edited: it is about other files or flags. Without the hash of the program nobody notices before the judge."""
    return {**result, "input": {**{k: v for k, v in result["input"].items() if k != "program_sha256"}, **changed}}


def claims(result, *properties):
    """The same result, edited: all of this is true."""
    return {**result, "verdict": "true", "property": ",".join(properties), "properties": {p: "true" for p in properties}, "violations": [],
            "undefined_behaviour": [], "reason": None, "reason_code": None, "validated": "none"}


def objection(ruling):
    return "; ".join(f"{o['obligation']} at {o['where']}" for part in ruling["parts"] for o in part["objections"])


def every_engine_is_certified(directory):
    for engine in ("auto", "explore", "bmc-order", "bmc-lazy", "bmc-eager", "induction"):
        result = checked(directory, GOOD, "--engine", engine, "--property", "unreach-call,no-data-race", "--certify")
        if result["verdict"] != "true" or result["validated"] != "certified" or "certified: unreach-call" not in result["judged"]:
            yield f"check --certify under {engine}: {result['verdict']}, {result['validated']}, {result.get('judged')}"
    done, ruling = certify(directory, result)
    if done.returncode != CERTIFIED or ruling["ruling"] != "certified":
        yield f"certify: exit code {done.returncode}, {ruling}"


def text_says_what_was_checked(directory):
    (directory / "p.c").write_text(GOOD)
    page = heddle("check", "--certify", "-o", "r.json", "p.c", cwd=directory)
    if page.returncode != 0 or "judge: certified: unreach-call, no-data-race, no-deadlock" not in page.stdout:
        yield f"check --certify: {page.stdout}"
    page = heddle("certify", "r.json", cwd=directory)
    for words in ("certified: unreach-call, no-data-race, no-deadlock\n", "without any reduction", "\nruling: certified\n"):
        if page.returncode != CERTIFIED or words not in page.stdout:
            yield f"certify lacks {words!r}: {page.stdout}"


def plain_check_asks_no_judge(directory):
    result = checked(directory, GOOD)
    if result["validated"] != "none" or "judged" in result or "certificates" in result:
        yield f"{result['validated']}, {result.get('judged')}, {result.get('certificates')}"


def edited_verdicts_are_refused(directory):
    for program, prop, place in ((WRONG_SUM, "unreach-call", "p.c:17"), (RACY, "no-data-race", "p.c:6"), (DEADLOCK, "no-deadlock", "p.c:6"),
                                 (FREED, "unreach-call", "p.c:6")):
        result = checked(directory, program)
        if result["verdict"] == "true":
            yield f"{prop}: the program is not wrong"
        done, ruling = certify(directory, claims(result, prop))
        if done.returncode != REFUSED or place not in objection(ruling):
            yield f"{prop} was edited to true: exit code {done.returncode}, {ruling}"


def edited_verdicts_of_the_corpus_are_refused(directory):
    for name, prop, flags in (("no-data-race/relaxed_flag_does_not_hand_over_data.c", "no-data-race", []),
                              ("no-data-race/spin_lock_taken_by_relaxed_exchange.c", "no-data-race", []),
                              ("no-deadlock/barrier_with_too_few_threads.c", "no-deadlock", []),
                              ("memsafety/block_freed_twice.c", "no-data-race", [])):
        result = json.loads(heddle("check", "--format", "json", *flags, REGRESS / name, cwd=directory).stdout)
        done, ruling = certify(directory, claims(result, prop))
        if result["verdict"] == "true" or done.returncode != REFUSED:
            yield f"{name}: {result['verdict']}, exit code {done.returncode}, {ruling}"


def every_value_of_an_input_is_tried(directory):
    result = checked(directory, BYTE, "-D", "LIMIT=128", "--engine", "bmc-order")
    done, ruling = certify(directory, result)
    if result["verdict"] != "true" or done.returncode != CERTIFIED:
        yield f"LIMIT=128: {result['verdict']}, exit code {done.returncode}, {ruling}"
    done, ruling = certify(directory, of_another_program(result, cflags=["-DLIMIT=127"]))
    if done.returncode != REFUSED:
        yield f"LIMIT=127: exit code {done.returncode}, {ruling}"


def fairness_is_part_of_the_claim(directory):
    name = REGRESS / "termination" / "setter_starved_of_the_lock_under_weak_fairness.c"
    result = json.loads(heddle("check", "--format", "json", "--property", "termination", name, cwd=directory).stdout)
    done, ruling = certify(directory, result)
    if result["verdict"] != "true" or done.returncode != CERTIFIED or "strongly fair" not in ruling["parts"][0]["judge"]:
        yield f"strong: {result['verdict']}, exit code {done.returncode}, {ruling}"
    result["input"]["fairness"] = "weak"
    done, ruling = certify(directory, result)
    if done.returncode != REFUSED:
        yield f"weak: exit code {done.returncode}, {ruling}"


def other_program_is_refused(directory):
    result = checked(directory, GOOD)
    (directory / "other.c").write_text(WRONG_SUM)
    edited = of_another_program(result, files=["other.c"], sha256=[hashlib.sha256(WRONG_SUM.encode()).hexdigest()])
    done, ruling = certify(directory, edited)
    if done.returncode != REFUSED or "other.c:17" not in objection(ruling):
        yield f"exit code {done.returncode}, {ruling}"


def other_flags_are_refused(directory):
    result = checked(directory, COUNT, "-D", "SUM=2")
    done, ruling = certify(directory, result)
    if done.returncode != CERTIFIED:
        yield f"as checked: exit code {done.returncode}, {ruling}"
    done, ruling = certify(directory, of_another_program(result, cflags=["-DSUM=3"]))
    if done.returncode != REFUSED:
        yield f"with other flags: exit code {done.returncode}, {ruling}"


def changed_or_missing_source_is_bad_input(directory):
    result = checked(directory, GOOD)
    (directory / "p.c").write_text(GOOD + "\n")
    done, _ = certify(directory, result)
    if done.returncode != BAD_INPUT or "has changed since" not in done.stderr:
        yield f"changed: exit code {done.returncode}: {done.stderr}"
    (directory / "p.c").unlink()
    done, _ = certify(directory, result)
    if done.returncode != BAD_INPUT or "cannot be read any more" not in done.stderr:
        yield f"missing: exit code {done.returncode}: {done.stderr}"


def changed_header_is_bad_input(directory):
    (directory / "sum.h").write_text("#define SUM 2\n")
    result = checked(directory, '#include "sum.h"\n' + COUNT)
    done, ruling = certify(directory, result)
    if result["verdict"] != "true" or done.returncode != CERTIFIED:
        yield f"unchanged: {result['verdict']}, exit code {done.returncode}, {ruling}"
    for text in ("#define SUM 3\n", "#define SUM 1 + 1\nextern int unused;\n#define MORE 1\n"):
        (directory / "sum.h").write_text(text)
        done, ruling = certify(directory, result)
        if "3" in text and (done.returncode != BAD_INPUT or "a header that they include" not in done.stderr or "defect" in done.stderr):
            yield f"{text!r}: exit code {done.returncode}: {done.stderr}"
        if "3" not in text and done.returncode == REFUSED:
            yield f"{text!r}, which means the same: {ruling}"


def damaged_results_are_bad_input(directory):
    wrong, right = checked(directory, WRONG_SUM), checked(directory, GOOD)
    cases = (({**wrong, "verdict": "true"}, "contradicts itself"),
             ({**wrong, "verdict": "true", "violations": []}, "contradicts itself"),
             ({**right, "properties": {**right["properties"], "no-deadlock": "unknown"}}, "contradicts itself"),
             ({**right, "certificates": [{"format": 2, "kind": "tree", "properties": [], "content": 0}]}, "certificates[0].format"),
             ({**right, "certificates": [{"kind": "tree"}]}, "certificates[0]"),
             ({"recording": True}, "heddle"), ([], "object"))
    for result, words in cases:
        done, _ = certify(directory, result)
        if done.returncode != BAD_INPUT or words not in done.stderr:
            yield f"{words}: exit code {done.returncode}: {done.stderr}"
    (directory / "r.json").write_text("{")
    for args in (["r.json"], ["nowhere.json"], [], ["r.json", "r.json"], ["--unwind", "3", "r.json"]):
        done = heddle("certify", *args, cwd=directory)
        if done.returncode != BAD_INPUT or done.stdout or not done.stderr:
            yield f"certify {args}: exit code {done.returncode}, {done.stdout}"


def what_the_judge_does_not_know_is_said(directory):
    result = checked(directory, GOOD)
    for given, args, words in ((result, ["--certify-states", "5"], "more than 5 states"),
                               ({**result, "certificates": [{"format": 1, "kind": "unheard-of", "properties": ["unreach-call"], "content": {}}]},
                                ["--certify-states", "5"], "unheard-of"),
                               (checked(directory, WIDE, "--property", "unreach-call"), [], "input too wide")):
        if given["input"]["sha256"] == result["input"]["sha256"]:
            (directory / "p.c").write_text(GOOD)
        else:
            (directory / "p.c").write_text(WIDE)
        done, ruling = certify(directory, given, *args)
        if done.returncode != CANNOT or words not in ruling["parts"][0]["reason"]:
            yield f"{words}: exit code {done.returncode}, {ruling}"


def certificate_without_a_judge_leaves_it_to_the_enumerator(directory):
    result = checked(directory, GOOD)
    for kind in ("unheard-of", "states", "invariant", "tree"):
        result["certificates"] = [{"format": 1, "kind": kind, "properties": ["unreach-call", "no-data-race", "no-deadlock"], "content": {}}]
        done, ruling = certify(directory, result)
        if done.returncode != CERTIFIED:
            yield f"{kind}: exit code {done.returncode}, {ruling}"
        (directory / "p.c").write_text(WRONG_SUM)
        done, ruling = certify(directory, of_another_program(result, sha256=[hashlib.sha256(WRONG_SUM.encode()).hexdigest()]))
        if done.returncode != REFUSED:
            yield f"{kind}, wrong program: exit code {done.returncode}, {ruling}"
        (directory / "p.c").write_text(GOOD)


def false_is_for_replay(directory):
    result = checked(directory, WRONG_SUM, "--property", "unreach-call")
    (directory / "r.json").write_text(json.dumps(result))
    page = heddle("certify", "r.json", cwd=directory)
    if page.returncode != CANNOT or "heddle replay" not in page.stdout:
        yield f"false: exit code {page.returncode}: {page.stdout}"
    done, ruling = certify(directory, checked(directory, WRONG_SUM))
    if done.returncode != CERTIFIED or [p["properties"] for p in ruling["parts"]] != [["no-data-race", "no-deadlock"]]:
        yield f"what is true beside a false: exit code {done.returncode}, {ruling}"
    done, ruling = certify(directory, {**claims(result, "unreach-call"), "verdict": "unknown", "properties": {"unreach-call": "unknown"}})
    if done.returncode != CANNOT or ruling["parts"]:
        yield f"unknown: exit code {done.returncode}, {ruling}"


def limits_hold(directory):
    result = claims(checked(directory, LONG, "--time-limit", "1s"), "unreach-call")
    for args, words in ((["--time-limit", "1s"], "time limit"), (["--memory-limit", "100M", "--certify-states", "100000000"], "memory limit"),
                        (["--certify-states", "3000"], "more than 3,000 states")):
        begun = time.monotonic()
        done, ruling = certify(directory, result, *args)
        if done.returncode != CANNOT or words not in ruling["parts"][0]["reason"] or time.monotonic() - begun > 15:
            yield f"{words}: exit code {done.returncode} after {time.monotonic() - begun:.1f} s, {ruling}"


if __name__ == "__main__":
    sys.exit(suite.run([every_engine_is_certified, text_says_what_was_checked, plain_check_asks_no_judge, edited_verdicts_are_refused,
                        edited_verdicts_of_the_corpus_are_refused, every_value_of_an_input_is_tried, fairness_is_part_of_the_claim, other_program_is_refused,
                        other_flags_are_refused, changed_or_missing_source_is_bad_input, changed_header_is_bad_input, damaged_results_are_bad_input,
                        what_the_judge_does_not_know_is_said, certificate_without_a_judge_leaves_it_to_the_enumerator,
                        false_is_for_replay, limits_hold]))
