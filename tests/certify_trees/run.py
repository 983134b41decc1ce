#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The judge of trees (proofs by impact): proofs are certified by their certificate alone; a certificate never holds for a program with the defect;
and what is changed in a certificate is noticed, at the obligation that it breaks. The enumerator is not asked: it may look at one state.
Usage: run.py [part of a name]; HEDDLE names the tool. All programs of tests/regress: bench/certify/run."""
import copy
import json
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import suite
import certificates
from certificates import ROOT, HEDDLE, certify, content, expect

OWN = "tests/certify_trees/programs"
BOTH = ["unreach-call", "no-data-race"]

# Algorithms whose threads go on for ever, each with a defect under -DBUG.
ENDLESS = ["dekker", "equal_counters", "lamport", "peterson", "read_write_lock", "same_sum", "szymanski", "ticket_lock", "time_varying_mutex"]
# What the translation of a step has to know, each in one program that impact proves.
CERTIFIED = [
    "atomic_section_of_two_writes",
    "compare_and_swap_is_tried_again",
    "counter_under_a_spin_lock",
    "detached_thread_reports_its_end",
    "node_on_the_heap_handed_over",
    "readers_see_whole_updates",
    "release_and_acquire_publish_data",
    "semaphore_hands_over_data",
    "thread_local_variables_stay_apart",
    "waiter_looks_again_after_waking_up",
]


def proof(program, properties=tuple(BOTH), limit="100s"):
    """The result of engine impact, with its certificate."""
    return certificates.proof("impact", program, properties, limit)


def endless_algorithms_are_certified(directory):
    for name in ENDLESS:
        result = proof(f"{OWN}/{name}.c")
        if result["verdict"] != "true":
            yield f"{name}: {result['verdict']}, {result['reason']}"
        else:
            yield from expect(directory, name, result, "certified", "every execution is one of the tree")


def constructs_are_certified(directory):
    for name in CERTIFIED:
        yield from expect(directory, name, proof(f"tests/regress/constructs/{name}.c"), "certified", "every execution is one of the tree")


def a_certificate_does_not_hold_for_a_defect(directory):
    for name in ENDLESS:
        result = proof(f"{OWN}/{name}.c")
        result["input"]["cflags"].append("-DBUG")
        del result["input"]["program_sha256"]  # or it would be noticed at once that this is another program
        yield from expect(directory, name, result, "refused|cannot")


def what_was_not_proven_is_not_certified(directory):
    result = proof(f"{OWN}/same_sum.c -DBUG", ("no-data-race",))
    yield from expect(directory, "no data race", result, "certified", "tree")
    result["certificates"][0]["properties"] = ["unreach-call"]
    result["properties"] = {"unreach-call": "true"}
    result["property"] = "unreach-call"
    yield from expect(directory, "unreach-call", result, "refused", "the label excludes that the assertion fails")


MUTEX, TICKETS = f"{OWN}/equal_counters.c", f"{OWN}/ticket_lock.c"
EDGE, LABEL, COVER, SKIP = ("every step leads along an edge to a node", "every step leads to the label of the next node",
                            "a covered node implies the label of the one that covers it", "what is skipped could have gone before")
START = "the label of the first node holds at the start"


def changed(directory, program, what, change, ruling, words):
    result = proof(program)
    change(content(result))
    yield from expect(directory, f"{program}, {what}", result, ruling, words)


def open_nodes(c):
    """Those without cover, except the first one."""
    return [k for k, n in enumerate(c["nodes"]) if "covered" not in n and k]


def every_edge_is_missed(directory):
    c = content(proof(MUTEX))
    for k in [0] + open_nodes(c):
        for e in range(len(c["nodes"][k]["edges"]))[::2]:
            yield from changed(directory, MUTEX, f"node {k} without edge {e}", lambda c, k=k, e=e: c["nodes"][k]["edges"].pop(e), "refused", EDGE)


def every_node_is_missed(directory):
    def without(c, gone):
        def number(k):
            return k - (k > gone)

        del c["nodes"][gone]
        for n in c["nodes"]:
            if "covered" in n and n["covered"] == gone:
                del n["covered"]
                n.update(skipped=[], edges=[])
            elif "covered" in n:
                n["covered"] = number(n["covered"])
            if "edges" in n:
                n["edges"] = [[t, number(to)] for t, to in n["edges"] if to != gone]

    for k in range(1, len(content(proof(MUTEX))["nodes"]))[::3]:
        yield from changed(directory, MUTEX, f"without node {k}", lambda c, k=k: without(c, k), "refused", EDGE)


def every_needed_fact_is_missed(directory):
    def without(c, f):
        for n in c["nodes"] + c["states"]:
            for field in ("label", "facts"):
                if field in n:
                    n[field] = [k for k in n[field] if k != f]

    def without_labels(c):
        for n in c["nodes"]:
            n["label"] = []

    said = set()
    for program in (MUTEX, TICKETS):
        c = content(proof(program))
        yield from changed(directory, program, "no labels", without_labels, "refused", "the label excludes")
        used = {f for k in open_nodes(c) for f in c["nodes"][k]["label"]}
        missed = 0
        for f in sorted(used):
            result = proof(program)
            without(content(result), f)
            ruling, text = certify(directory, result)
            missed += ruling == "refused"
            said |= {w for w in (EDGE, LABEL, COVER, "the label excludes") if w in text}
            if ruling not in ("refused", "certified"):
                yield f"{program} without {c['formulas'][f]}: {ruling}: {text}"
        if missed < len(used) / 2:
            yield f"{program}: only {missed} of {len(used)} facts are missed"
    if not {LABEL, "the label excludes"} <= said:
        yield f"missing facts were noticed at {said} only"


def every_single_label_may_be_false(directory):
    def false_at(c, k):
        c["formulas"].append("false")
        c["nodes"][k]["label"].append(len(c["formulas"]) - 1)

    yield from changed(directory, MUTEX, "false at the start", lambda c: false_at(c, 0), "refused", START)
    for k in open_nodes(content(proof(MUTEX)))[::2]:
        yield from changed(directory, MUTEX, f"false at node {k}", lambda c, k=k: false_at(c, k), "refused", f"{LABEL}|{EDGE}")


def covers_are_looked_at(directory):
    c = content(proof(MUTEX))
    covered = [k for k, n in enumerate(c["nodes"]) if "covered" in n]

    def moved(c, k, to):
        c["nodes"][k]["covered"] = to

    for k in covered[::2]:
        other = next(n for n in open_nodes(c) if c["nodes"][n]["state"] != c["nodes"][k]["state"])
        yield from changed(directory, MUTEX, f"node {k} is covered by {other}", lambda c, k=k, to=other: moved(c, k, to), "refused", "at other places")
        yield from changed(directory, MUTEX, f"node {k} covers itself", lambda c, k=k: moved(c, k, k), "refused", "is covered itself")
    yield from changed(directory, MUTEX, "a chain of covers", lambda c: moved(c, covered[0], covered[1]), "refused", "is covered itself")
    yield from changed(directory, MUTEX, "no node", lambda c: moved(c, covered[0], 10 ** 6), "cannot", "names nothing")

    # A node at the same place, whose label is stronger.
    def stronger(c):
        c["formulas"].append("(= " + c["shared"][0]["name"] + " 77)")
        c["nodes"][c["nodes"][covered[0]]["covered"]]["label"].append(len(c["formulas"]) - 1)

    yield from changed(directory, MUTEX, "a stronger label", stronger, "refused", f"{COVER}|{LABEL}")

    def only_cover(c):  # nobody else comes to the node with the stronger label
        by = copy.deepcopy(c["nodes"][c["nodes"][covered[0]]["covered"]])
        c["formulas"].append("(= " + next(v["name"] for v in c["shared"] if v["slot"][0] == "memory" and v["width"] == 32) + " 77)")
        by["label"].append(len(c["formulas"]) - 1)
        c["nodes"].append(by)
        moved(c, covered[0], len(c["nodes"]) - 1)

    yield from changed(directory, MUTEX, "a cover with a stronger label", only_cover, "refused", COVER)


def skipped_threads_are_justified(directory):
    c = content(proof(MUTEX))
    if not any(n.get("skipped") for n in c["nodes"]):
        yield "nothing is skipped"

    def skip(c, t, nodes):
        for k in nodes:
            if len(c["states"][c["nodes"][k]["state"]]["threads"]) > t:
                c["nodes"][k]["skipped"] = sorted({*c["nodes"][k]["skipped"], t})

    yield from changed(directory, MUTEX, "the first node skips", lambda c: skip(c, 0, [0]), "refused", "skips a thread")
    for t in (1, 2, 3):
        yield from changed(directory, MUTEX, f"thread {t} is skipped", lambda c, t=t: skip(c, t, open_nodes(c)), "refused", SKIP)


def states_are_those_of_the_program(directory):
    def lock_is_free(c):
        lock = next(v["name"] for v in c["shared"] if v["slot"][0] == "lock")
        held, free = (c["formulas"].index(f"(= {lock} {n})") for n in (1, 0))
        for s in c["states"]:
            s["facts"] = [free if f == held else f for f in s["facts"]]

    def joined(c):
        for s in c["states"]:
            s["joined"] = list(range(1, len(s["threads"])))

    def another_place(c):
        c["states"][c["nodes"][0]["state"]]["threads"][0] = c["entry"] + 1

    yield from changed(directory, MUTEX, "locks are free", lock_is_free, "refused", f"{LABEL}|{EDGE}")
    yield from changed(directory, MUTEX, "all are joined", joined, "refused", EDGE)
    yield from changed(directory, MUTEX, "another first place", another_place, "refused", START)
    yield from changed(directory, MUTEX, "initial value", lambda c: next(v for v in c["shared"] if v["slot"][0] == "memory").update(initially="7"),
                       "refused", START)


def nothing_hides_in_a_formula(directory):
    for bad in ("true) (assert false", "|v0|", "(exit)", "(= v0 nobody)"):
        yield from changed(directory, MUTEX, bad, lambda c: c["formulas"].append(bad), "cannot", "formula")

    def of_nobody(c):  # a name that only others have
        c["nodes"][0]["label"].append(next(k for k, f in enumerate(c["formulas"]) if re.search(r"\bv\d+t\d", f)))

    yield from changed(directory, TICKETS, "a name that nobody has", of_nobody, "cannot", "which nobody has there")
    for field in ("places", "states", "nodes", "formulas"):
        yield from changed(directory, MUTEX, field, lambda c, f=field: c.pop(f), "cannot", field)


def check_asks_the_judge(directory):
    """Both at once."""
    done = subprocess.run([HEDDLE, "check", "--engine", "impact", "--certify", "--certify-states", "1", "--format", "json", "--property",
                           ",".join(BOTH), MUTEX], cwd=ROOT, capture_output=True, text=True, timeout=60)
    result = json.loads(done.stdout)
    if result["verdict"] != "true" or result["validated"] != "certified" or "one of the tree" not in result["judged"]:
        yield f"{result['verdict']}, {result['validated']}, {result.get('judged')}"


# -- schedules: heddle schedule writes one file each

SCHEDULES = ["examples/schedules/check_then_lock.c", "examples/schedules/double_lock.c", "examples/schedules/double_lock.c -DFIXED",
             "examples/schedules/file_system.c", "examples/schedules/producer_consumer.c -DSIZE=1000", "tests/schedule/programs/depends_on_inputs.c",
             "tests/schedule/programs/exit_in_a_thread.c", "tests/schedule/programs/lost_update.c", "tests/schedule/programs/sleeper_may_wake.c",
             "tests/schedule/programs/spin_until_set.c"]
GO_ON, FAIR, CHOSEN, ABOUT = ("somebody can go on, whatever the inputs are", "every cycle has a step of each thread that can go on in it",
                              "each thread that can go on in a cycle may be chosen in it",
                              "the certificate is about the nodes and edges of the schedule")


@suite.once
def schedules(program):
    file, *flags = program.split()
    with tempfile.TemporaryDirectory(prefix="heddle-schedules-") as out:
        subprocess.run([HEDDLE, "schedule", "-q", "--max", "4", "--time-limit", "30s", "-o", out, file, "--", *flags], cwd=ROOT, capture_output=True,
                       timeout=60)
        made = [json.loads(f.read_text()) for f in sorted(pathlib.Path(out).glob("ivr-*.json"))]
    return [s for s in made if s.get("kind") == "safe"]


def schedules_are_certified(directory):
    for program in SCHEDULES:
        made = schedules(program)
        if not made:
            yield f"{program} has no schedule"
        for k, s in enumerate(made):
            yield from expect(directory, f"{program}, schedule {k}", s, "certified", "; not checked: that no threads wait for each other for ever while another one goes on")


def schedule_of(directory, program, what, change, words, index=0, ruling="refused"):
    s = schedules(program)[index]
    change(s, s["certificate"])
    yield from expect(directory, f"{program}, {what}", s, ruling, words)


LOCKS, FIXED = "examples/schedules/double_lock.c", "examples/schedules/double_lock.c -DFIXED"


def schedule_and_certificate_are_the_same(directory):
    def another_edge(s, c):
        s["nodes"][1]["edges"][0]["to"] += 1

    yield from schedule_of(directory, LOCKS, "another edge", another_edge, ABOUT)
    yield from schedule_of(directory, LOCKS, "another thread", lambda s, c: s["nodes"][1]["edges"][0].update(thread=1), ABOUT)
    yield from schedule_of(directory, LOCKS, "a node less", lambda s, c: s["nodes"].pop(), ABOUT)
    yield from schedule_of(directory, LOCKS, "no certificate", lambda s, c: s.pop("certificate"), "no certificate", ruling="cannot")


def schedules_can_always_go_on(directory):
    def stop(s, c, k):
        s["nodes"][k].update(edges=[], ends=True)
        c["nodes"][k].update(edges=[], follows=[])

    def wait(s, c):  # somebody may go on who waits for a lock that is held
        lock = next(v["name"] for v in c["shared"] if v["slot"][0] == "lock")
        held = c["formulas"].index(f"(= {lock} 1)")
        for k, n in enumerate(c["nodes"]):
            if held in c["states"][n["state"]]["facts"] and len(c["states"][n["state"]]["threads"]) == 2 and n.get("follows") == [0]:
                s["nodes"][k].update(edges=[], ends=True)
                n.update(edges=[], follows=[1])
                return

    def without_edge(s, c, k):
        s["nodes"][k].update(edges=[], ends=True)
        c["nodes"][k].update(edges=[])

    for k in (0, 4, 8):
        yield from schedule_of(directory, LOCKS, f"node {k} is the end", lambda s, c, k=k: stop(s, c, k), GO_ON)
        yield from schedule_of(directory, LOCKS, f"node {k} has no edge", lambda s, c, k=k: without_edge(s, c, k), EDGE)
    yield from schedule_of(directory, FIXED, "a thread waits", wait, GO_ON)


def schedules_are_fair(directory):
    """A thread's round is repeated without the other one."""
    said = []
    for index, fair in ((0, "always"), (0, "if the thread goes that has gone least often")):
        c = schedules(LOCKS)[index]["certificate"]
        nodes = c["nodes"]
        for k in range(2, len(nodes)):
            for m in range(1, k):
                if nodes[m]["state"] != nodes[k]["state"] or "covered" in nodes[k] or "covered" in nodes[m]:
                    continue
                s = schedules(LOCKS)[index]
                s["fair"] = fair
                s["nodes"][k].update(edges=[], goes_on_at=m)
                s["certificate"]["nodes"][k] = {"state": nodes[k]["state"], "label": nodes[k]["label"], "covered": m}
                ruling, text = certify(directory, s)
                said.append(text)
                if ruling != "refused":
                    yield f"{LOCKS}: node {k} leads back to {m}: {ruling}"
    for words in (FAIR, CHOSEN):
        if not any(words in text for text in said):
            yield f"nothing was refused because {words}"
    index = next(k for k, s in enumerate(schedules(LOCKS)) if s["fair"] != "always")
    yield from schedule_of(directory, LOCKS, "fair, whoever chooses", lambda s, c: s.update(fair="always"), FAIR, index)


def labels_of_schedules_are_needed(directory):
    program = "examples/schedules/producer_consumer.c -DSIZE=1000"

    def without_labels(s, c):
        for n in c["nodes"]:
            n["label"] = []

    yield from schedule_of(directory, program, "no labels", without_labels, "the label excludes|may have to wait|every step leads along")


def a_schedule_is_no_proof_for_all(directory):
    s = schedules(FIXED)[0]
    result = proof(FIXED, ("unreach-call",))
    yield from expect(directory, "all executions", result, "certified", "every execution is one of the tree")
    result["certificates"][0]["content"] = s["certificate"]
    yield from expect(directory, "a schedule", result, "cannot", "about a schedule, and not about all executions")
    tree = content(proof(FIXED, ("unreach-call",)))
    s["certificate"] = tree
    yield from expect(directory, "a tree", s, "cannot", "not about a schedule")


TESTS = [endless_algorithms_are_certified, constructs_are_certified, a_certificate_does_not_hold_for_a_defect, what_was_not_proven_is_not_certified,
         every_edge_is_missed, every_node_is_missed, every_needed_fact_is_missed, every_single_label_may_be_false, covers_are_looked_at,
         skipped_threads_are_justified, states_are_those_of_the_program, nothing_hides_in_a_formula, check_asks_the_judge,
         schedules_are_certified, schedule_and_certificate_are_the_same, schedules_can_always_go_on, schedules_are_fair,
         labels_of_schedules_are_needed, a_schedule_is_no_proof_for_all]

if __name__ == "__main__":
    sys.exit(suite.run(TESTS))
