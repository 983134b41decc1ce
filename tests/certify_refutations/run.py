#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The judge of refuted formulas (proofs by bmc-order): proofs are certified by their certificate alone; a certificate never holds for another
program; and what is changed in the log of the solver, in the claims or in the formula is noticed. The enumerator is not asked: it may look at one state.
Usage: run.py [part of a name]; HEDDLE names the tool. All programs of tests/regress: bench/certify/run --engine bmc-order --certify-states 1."""
import base64
import json
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import suite
import certificates
from certificates import ROOT, HEDDLE, certify, content, expect

OWN = "tests/certify_refutations/programs"
ALL = ("unreach-call", "no-data-race", "no-deadlock")
CERTIFIED = "clause by clause and cycle by cycle"

# What an execution has to be matched with, each in one program that bmc-order proves.
CONSTRUCTS = [
    "atomic_section_of_two_writes", "compare_and_swap_is_tried_again", "counter_under_a_spin_lock", "detached_thread_reports_its_end",
    "input_of_32_bits_added_by_two_threads", "list_of_nodes_from_the_heap", "node_on_the_heap_handed_over",
    "readers_see_whole_updates", "semaphore_hands_over_data", "thread_local_variables_stay_apart", "timed_wait_may_end_without_a_signal",
    "waiter_looks_again_after_waking_up",
]
COUNTERS, ACCOUNT = f"{OWN}/counters.c", f"{OWN}/account.c"
LEARNT, CYCLE, HOLDS = ("a learnt clause follows from those before", "an order that is said to be a cycle is one",
                        "the formula holds of every execution of the program")


def proof(program, properties=ALL):
    """The result of engine bmc-order, with its certificate."""
    return certificates.proof("bmc-order", program, properties)


# -- the log, as src/smt/proof_log.h describes it

def read_log(c):
    """[kind, numbers] of each record; sorted clauses are no differences any more."""
    data, at, records = base64.b64decode(c["log"]), 0, []

    def number():
        nonlocal at
        n = shift = 0
        while True:
            n |= (data[at] & 127) << shift
            shift += 7
            at += 1
            if data[at - 1] < 128:
                return n

    while at < len(data):
        kind = chr(data[at])
        at += 1
        numbers = [number() for _ in range(number())]
        if kind in "CLD":
            for k in range(1, len(numbers)):
                numbers[k] += numbers[k - 1]
        records.append([kind, numbers])
    return records


def write_log(c, records):
    data = bytearray()

    def number(n):
        while n > 127:
            data.append(n & 127 | 128)
            n >>= 7
        data.append(n)

    for kind, numbers in records:
        data.append(ord(kind))
        number(len(numbers))
        if kind in "CLD":
            numbers = sorted(numbers)
            numbers = [n - (numbers[k - 1] if k else 0) for k, n in enumerate(numbers)]
        for n in numbers:
            number(n)
    c["log"] = base64.b64encode(bytes(data)).decode()


def with_log(program, change):
    """The proof of a program whose log was changed in place."""
    result = proof(program)
    records = read_log(content(result))
    change(records)
    write_log(content(result), records)
    return result


def rulings_without(directory, program, kind, most):
    """What is said when one record of a kind is missing: [record, ruling, text]."""
    where = [k for k, r in enumerate(read_log(content(proof(program)))) if r[0] == kind]
    for k in where[::max(1, len(where) // most)]:
        yield k, *certify(directory, with_log(program, lambda records, k=k: records.pop(k)))


# -- what holds is certified

def proofs_are_certified(directory):
    for program in (COUNTERS, ACCOUNT, *(f"tests/regress/constructs/{name}.c" for name in CONSTRUCTS)):
        yield from expect(directory, program, proof(program), "certified", CERTIFIED)


def check_asks_the_judge(directory):
    done = subprocess.run([HEDDLE, "check", "--engine", "bmc-order", "--certify", "--certify-states", "1", "--format", "json", COUNTERS],
                          cwd=ROOT, capture_output=True, text=True, timeout=60)
    result = json.loads(done.stdout)
    if result["verdict"] != "true" or result["validated"] != "certified" or CERTIFIED not in result["judged"]:
        yield f"{result['verdict']}, {result['validated']}, {result.get('judged')}"


def the_same_log_written_again_is_certified(directory):
    """Or the changes below would show nothing."""
    yield from expect(directory, "unchanged", with_log(COUNTERS, lambda records: None), "certified", CERTIFIED)


# -- the log

def cycles_are_missed(directory):
    def no_cycles(records):
        records[:] = [r for r in records if r[0] != "T"]

    yield from expect(directory, "no cycles", with_log(COUNTERS, no_cycles), "refused", LEARNT)
    refused = total = 0
    for k, ruling, text in rulings_without(directory, COUNTERS, "T", 15):
        total += 1
        refused += ruling == "refused" and LEARNT in text
        if ruling not in ("refused", "certified"):
            yield f"without record {k}: {ruling}: {text}"
    if refused < 2 or total < 10:
        yield f"{refused} of {total} cycles are missed"


def cycles_close(directory):
    cycles = [k for k, r in enumerate(read_log(content(proof(COUNTERS)))) if r[0] == "T" and len(r[1]) > 1]

    def turned(records, k):
        records[k][1][0] ^= 1

    def shorter(records, k):
        records[k][1].pop()

    for k in cycles[::max(1, len(cycles) // 5)]:
        yield from expect(directory, f"record {k} turned round", with_log(COUNTERS, lambda r, k=k: turned(r, k)), "refused", CYCLE)
        yield from expect(directory, f"record {k} without an edge", with_log(COUNTERS, lambda r, k=k: shorter(r, k)), "refused", CYCLE)


def learnt_clauses_are_missed(directory):
    def nothing_learnt(records):
        records[:] = [r for r in records if r[0] != "L"]

    yield from expect(directory, "nothing learnt", with_log(COUNTERS, nothing_learnt), "refused", "is refuted")
    refused = total = 0
    for k, ruling, text in rulings_without(directory, COUNTERS, "L", 15):
        total += 1
        refused += ruling == "refused"
        if ruling not in ("refused", "certified"):
            yield f"without record {k}: {ruling}: {text}"
    if refused < 3 or total < 10:
        yield f"{refused} of {total} learnt clauses are missed"


def learnt_clauses_follow(directory):
    def wrong(records):
        records.insert(next(k for k, r in enumerate(records) if r[0] == "L"), ["L", []])

    def one_literal_less(records):
        k = max((k for k, r in enumerate(records) if r[0] == "L"), key=lambda k: len(records[k][1]))
        records[k][1] = records[k][1][:1]

    yield from expect(directory, "the empty clause", with_log(COUNTERS, wrong), "refused", LEARNT)
    yield from expect(directory, "a shorter clause", with_log(COUNTERS, one_literal_less), "refused", LEARNT)


def clauses_are_missed(directory):
    """A formula with fewer clauses means less. It may still be refuted, but not always."""
    refused = total = 0
    for k, ruling, text in rulings_without(directory, COUNTERS, "C", 40):
        total += 1
        refused += ruling == "refused"
        if ruling not in ("refused", "certified"):
            yield f"without clause {k}: {ruling}: {text}"
    if refused < total / 5:
        yield f"{refused} of {total} clauses are missed"


# -- the claims

def claims_are_refuted(directory):
    for field, words in (("beyond", "that an execution goes beyond the bound is refuted"), ("undefined", "that something undefined happens is refuted")):
        result = proof(COUNTERS)
        content(result)[field].append(0)  # what is always true
        yield from expect(directory, field, result, "refused", words)
    for p in ALL:
        result = proof(COUNTERS)
        content(result)["violations"][p].append(content(result)["threads"][1]["finished"])
        yield from expect(directory, p, result, "refused", f"a violation of {p} is refuted")
        result = proof(COUNTERS)
        del content(result)["violations"][p]
        yield from expect(directory, p, result, "refused", "does not speak of it")


def what_was_not_proven_is_not_certified(directory):
    result = proof(ACCOUNT + " -DBUG", ("no-deadlock",))
    yield from expect(directory, "no deadlock", result, "certified", CERTIFIED)
    result["certificates"][0]["properties"] = ["unreach-call"]
    result["properties"] = {"unreach-call": "true"}
    result["property"] = "unreach-call"
    yield from expect(directory, "unreach-call", result, "refused", "does not speak of it")


# -- the formula

def what_happens_may_not_be_excluded(directory):
    """A formula that leaves out executions is easily refuted, and the log stays right."""
    for program in (COUNTERS, ACCOUNT):
        events = content(proof(program))["events"]
        guards = sorted({e[2] for e in events if e[2] > 1 and e[3]})
        for guard in guards[::max(1, len(guards) // 8)]:
            result = with_log(program, lambda records, g=guard: records.insert(0, ["C", [g ^ 1]]))
            yield from expect(directory, f"{program}: literal {guard} is false", result, "refused", HOLDS)


def orders_may_not_be_excluded(directory):
    c = content(proof(COUNTERS))
    nodes = [[e[1] for e in c["events"] if e[0] == t and e[3]] for t in (1, 2)]
    for a, b in ((nodes[0][-1], nodes[1][0]), (nodes[1][-1], nodes[0][0])):
        result = with_log(COUNTERS, lambda records, a=a, b=b: records.insert(0, ["F", [a, b]]))
        yield from expect(directory, f"node {a} before {b}, always", result, "refused", HOLDS)


def values_may_not_be_excluded(directory):
    c = content(proof(ACCOUNT))
    for t in c["threads"]:
        for _, _, bits in t["inputs"][:1]:
            result = with_log(ACCOUNT, lambda records, l=bits[0]: records.insert(0, ["C", [l]]))
            yield from expect(directory, "inputs are odd", result, "refused", HOLDS)
    reads = [a for a in c["accesses"] if not a[2] and any(l > 1 for l in a[4])]
    for a in reads[::max(1, len(reads) // 4)]:
        literal = next(l for l in a[4] if l > 1)
        result = with_log(ACCOUNT, lambda records, l=literal: records.insert(0, ["C", [l]]))
        yield from expect(directory, f"literal {literal} is read", result, "refused", HOLDS)


def changed_clauses_are_noticed(directory):
    """One literal of a clause is negated. Most such formulas cannot be refuted so, or exclude an execution."""
    log = read_log(content(proof(COUNTERS)))
    clauses = [k for k, r in enumerate(log) if r[0] == "C" and len(r[1]) > 1 and r[1][0] > 1]

    def negated(records, k):
        records[k][1][0] ^= 1

    said = [certify(directory, with_log(COUNTERS, lambda r, k=k: negated(r, k)))[0] for k in clauses[::max(1, len(clauses) // 40)]]
    if said.count("refused") < len(said) / 2 or set(said) - {"refused", "certified"}:
        yield f"{said.count('refused')} of {len(said)} changes were refused: {set(said)}"


def a_certificate_does_not_hold_for_another_program(directory):
    for program, flags in ((COUNTERS, ("BUG", "ONCE_MORE", "NO_LOCK", "BY_TWO")), (ACCOUNT, ("BUG", "OTHER_LIMIT", "TWICE"))):
        for flag in flags:
            result = proof(program)
            result["input"]["cflags"].append(f"-D{flag}")
            del result["input"]["program_sha256"]  # or it would be noticed at once that this is another program
            yield from expect(directory, f"{program} -D{flag}", result, "refused", f"{HOLDS}|no step reaches an error")


def nonsense_is_no_certificate(directory):
    for field in ("log", "events", "threads", "accesses", "violations", "waits", "beyond"):
        result = proof(COUNTERS)
        del content(result)[field]
        yield from expect(directory, f"no {field}", result, "cannot", field)
    for log in ("####", "QUJD", base64.b64encode(b"C\x02\x01").decode(), base64.b64encode(b"C\x01\xff\xff\xff\x7f").decode()):
        result = proof(COUNTERS)
        content(result)["log"] = log
        yield from expect(directory, f"log {log}", result, "cannot", "the certificate is not as it should be")
    result = proof(COUNTERS)
    content(result)["events"][0][1] = 10 ** 6
    yield from expect(directory, "a node", result, "cannot", "names nothing")


if __name__ == "__main__":
    sys.exit(suite.run([proofs_are_certified, check_asks_the_judge, the_same_log_written_again_is_certified, cycles_are_missed, cycles_close,
                        learnt_clauses_are_missed, learnt_clauses_follow, clauses_are_missed, claims_are_refuted,
                        what_was_not_proven_is_not_certified, what_happens_may_not_be_excluded, orders_may_not_be_excluded,
                        values_may_not_be_excluded, changed_clauses_are_noticed, a_certificate_does_not_hold_for_another_program,
                        nonsense_is_no_certificate]))
