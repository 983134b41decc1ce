#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The judge of proofs by induction: proofs are certified by their certificate alone, whatever they use; a certificate never holds for a program
with the defect; and what is changed in a certificate is noticed, at the obligation that it breaks. The enumerator is not asked: it may look at one
state. Usage: run.py [part of a name]; HEDDLE names the tool. All programs of tests/regress: bench/certify/run."""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import suite
import certificates
from certificates import content, expect

BOTH = ["unreach-call", "no-data-race"]

# What the translation of a step has to know, each in one program that induction proves.
CERTIFIED = [
    "constructs/threads_without_end_under_a_mutex.c",
    "constructs/atomic_section_of_two_writes.c",
    "constructs/compare_and_swap_is_tried_again.c",
    "constructs/counter_under_a_spin_lock.c",
    "constructs/detached_thread_reports_its_end.c",
    "constructs/node_on_the_heap_handed_over.c",
    "constructs/readers_see_whole_updates.c",
    "constructs/release_and_acquire_publish_data.c",
    "constructs/semaphore_hands_over_data.c",
    "constructs/thread_local_variables_stay_apart.c",
    "constructs/waiter_looks_again_after_waking_up.c",
    "endless/counters_in_step.c -DENDLESS -DTWICE",
    "endless/each_thread_uses_memory_of_its_own.c",
    "endless/helper_is_joined_again_and_again.c",
    "endless/transfers.c -DENDLESS",
    "memsafety/variable_of_an_earlier_round_is_used.c -DFIXED",
    "memsafety/variables_of_main_known_to_threads.c",
]
# A proof, and the same program with a defect.
DEFECTS = [
    ("constructs/threads_without_end_under_a_mutex.c", "-DBUG"),
    ("constructs/atomic_addition_is_one_step.c", "-DBUG"),
    ("constructs/detached_thread_reports_its_end.c", "-DBUG"),
    ("constructs/node_on_the_heap_handed_over.c", "-DBUG"),
    ("constructs/semaphore_hands_over_data.c", "-DBUG"),
    ("constructs/timed_wait_may_end_without_a_signal.c", "-DBUG"),
]


def proof(program):
    """The result of engine induction, with its certificate."""
    return certificates.proof("induction", f"tests/regress/{program}", tuple(BOTH))


def proofs_of_induction_are_certified(directory):
    for program in CERTIFIED:
        result = proof(program)
        yield from expect(directory, program, result, "certified", "cvc5")


def a_certificate_does_not_hold_for_a_defect(directory):
    for program, defect in DEFECTS:
        result = proof(program)
        result["input"]["cflags"].append(defect)
        del result["input"]["program_sha256"]  # or it would be noticed at once that this is another program
        yield from expect(directory, program, result, "refused|cannot")


def what_was_not_proven_is_not_certified(directory):
    for program, defect in DEFECTS:
        result = proof(f"{program} {defect}")
        if not result.get("certificates"):
            continue
        result["certificates"][0]["properties"] = BOTH
        result["properties"] = {p: "true" for p in BOTH}
        result["verdict"], result["reason"], result["violations"] = "true", None, []
        yield from expect(directory, f"{program} {defect}", result, "refused|cannot")


def changed(directory, program, what, change, ruling, words):
    result = proof(program)
    change(content(result))
    yield from expect(directory, f"{program}, {what}", result, ruling, words)


MUTEX, HEAP, JOINED = "constructs/threads_without_end_under_a_mutex.c", "constructs/node_on_the_heap_handed_over.c", \
    "endless/helper_is_joined_again_and_again.c"


def every_needed_fact_is_missed(directory):
    def none_of_all(c):
        c["facts"] = []

    def none_of_places(c):
        for place in c["places"]:
            place["facts"] = [f for f in place["facts"] if f == "false"]

    def weaker(c):
        c["facts"] = [f.replace("(= ", "(<= ", 1) if f.startswith("(= ") else f for f in c["facts"]]

    yield from changed(directory, MUTEX, "no facts of all states", none_of_all, "refused", "fails: ")
    yield from changed(directory, MUTEX, "no facts of places", none_of_places, "refused", "every step keeps the facts of all states")
    yield from changed(directory, MUTEX, "equations are bounds", weaker, "refused", "fails: ")
    yield from changed(directory, JOINED, "no facts of all states", none_of_all, "refused", "fails: ")


def every_single_fact_may_be_false(directory):
    """Where somebody can be, `false` is noticed."""
    reached = [k for k, p in enumerate(content(proof(MUTEX))["places"]) if "false" not in p["facts"]]
    for k in reached[::3]:
        yield from changed(directory, MUTEX, f"nobody is at place {k}", lambda c, k=k: c["places"][k]["facts"].append("false"), "refused", "false")
    yield from changed(directory, MUTEX, "false", lambda c: c["facts"].append("false"), "refused", "the facts hold at the start")


def numbers_of_the_program_are_compared(directory):
    def first_memory(c):
        return next(v for v in c["shared"] if v["slot"][0] == "memory")

    yield from changed(directory, MUTEX, "initial value", lambda c: first_memory(c).update(initially="7"), "refused", "the facts hold at the start")
    yield from changed(directory, MUTEX, "width", lambda c: first_memory(c).update(width=8), "cannot", "another width")
    yield from changed(directory, MUTEX, "the lock is no lock", lambda c: c["blurred"].append(0), "cannot", "one of several locks")
    yield from changed(directory, MUTEX, "size", lambda c: c["objects"][0].update(size=64), "cannot", "another kind or size")
    yield from changed(directory, HEAP, "zeroed", lambda c: [o.update(zeroed=not o["zeroed"]) for o in c["objects"]], "cannot",
                       "another kind or size")


def objects_of_a_thread_do_not_get_out(directory):
    yield from changed(directory, HEAP, "private", lambda c: [o.update(known=False) for o in c["objects"]], "cannot", "a thread's own")
    yield from changed(directory, MUTEX, "known", lambda c: [o.update(known=True) for o in c["objects"]], "cannot|refused", "")


def places_and_roles_are_complete(directory):
    def without_place(c, k):
        del c["places"][k]
        c["entry"] -= c["entry"] > k
        gone = f"at{k}"
        c["facts"] = [f for f in c["facts"] if gone not in f.replace("(", " ").replace(")", " ").split()]
        for place in c["places"]:
            place["facts"] = [f for f in place["facts"] if gone not in f.replace("(", " ").replace(")", " ").split()]

    def without_role(c):
        last = len(c["roles"]) - 1
        for k in reversed([k for k, p in enumerate(c["places"]) if p["role"] == last]):
            without_place(c, k)
        c["frames"] = [f for f in c["frames"] if f["role"] != last]
        c["roles"].pop()

    places = content(proof(MUTEX))["places"]
    for k in [k for k, p in enumerate(places) if "false" not in p["facts"] and p["phase"] == "before" and p["role"] != 0][::2]:
        yield from changed(directory, MUTEX, f"without place {k}", lambda c, k=k: without_place(c, k), "refused", "fails: ")
    yield from changed(directory, MUTEX, "without a role", without_role, "cannot|refused", "")

    def ended(c):  # the role's first place is taken for its end: the thread could be joined before it has done anything
        worker = [p for p in c["places"] if p["role"] == 1]
        first = next(p for p in worker if p["phase"] == "before" and p["pc"] == 1 and p["frame"] == c["roles"][1]["root"])
        for p in worker:
            if p["phase"] == "ended":
                p["phase"] = "stuck"
        first["phase"] = "ended"

    yield from changed(directory, JOINED, "a place is an end", ended, "refused|cannot", "")


def nothing_hides_in_a_formula(directory):
    for bad in ("true) (assert false", "|v0|", "(exit)"):
        yield from changed(directory, MUTEX, bad, lambda c: c["facts"].append(bad), "cannot", "formula")
    yield from changed(directory, MUTEX, "name", lambda c: c["shared"][0].update(name="v0) (assert false"), "cannot", "no name for a variable")
    yield from changed(directory, MUTEX, "field", lambda c: c.pop("places"), "cannot", "places")


TESTS = [proofs_of_induction_are_certified, a_certificate_does_not_hold_for_a_defect, what_was_not_proven_is_not_certified,
         every_needed_fact_is_missed, every_single_fact_may_be_false, numbers_of_the_program_are_compared, objects_of_a_thread_do_not_get_out,
         places_and_roles_are_complete, nothing_hides_in_a_formula]

if __name__ == "__main__":
    sys.exit(suite.run(TESTS))
