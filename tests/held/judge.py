# SPDX-License-Identifier: GPL-3.0-or-later
"""Was the schedule followed? What the program did (`heddle run --record`) against the tree of the schedule (ivr-001.json), and nothing
else of the tool. The recording has every act in an order in which they may have happened. It must be a path of the tree, or become
one by swapping neighbours of different threads that are independent."""

UNSEEN, CONTINUES = 11, (3, 4)


def acts_of(recording):
    acts = [tuple(a[:3]) for a in recording["acts"] if a[2] != UNSEEN]
    if recording["outcome"] != "stopped":
        return acts
    # Each thread of a program that was stopped may have taken a place in the recording that it did not fill.
    return acts[:-16] + [a for a in acts[-16:] if a[1] != 0]


def objections(ivr, recording, watched, dependent=lambda a, b: True, window=0, most=100000):
    """`watched`: events that the run-time orders; what only its own thread notices is none. `dependent(event, event)` of different threads; `window`: so many acts at the end may be without those that were to come before,
    in a program that was stopped; `most`: so many acts are looked at."""
    acts = acts_of(recording)
    if len(acts) > most:
        acts, recording = acts[:most], {**recording, "outcome": "stopped"}
    nodes = ivr["nodes"]
    watched = set(watched) | {event for _, event, _ in acts}
    count = len(ivr["threads"])
    of_thread = [[i for i, a in enumerate(acts) if a[0] == t] for t in range(count)]
    if any(a[0] >= count for a in acts):
        return ["a thread that the schedule does not have"]

    def resolved(n):
        while "goes_on_at" in nodes[n]:
            n = nodes[n]["goes_on_at"]
        return n

    def can_be_next(taken, t, event, first):
        """The next act of thread t is this event, and nothing before it in the recording that is still to come depends on it."""
        if taken[t] == len(of_thread[t]):
            return False
        place = of_thread[t][taken[t]]
        _, done, kind = acts[place]
        if done != event or (kind in CONTINUES) != first:
            return False
        for u in range(count):
            for k in range(taken[u], len(of_thread[u])):
                other = of_thread[u][k]
                if other >= place or u == t:
                    break
                if dependent(acts[other][1], event):
                    return False
        return True

    def parts(node, edge):
        """The events of an edge, each with whether it goes on behind a sleep."""
        asleep = nodes[node]["threads"][edge["thread"]]["state"] == "asleep"
        out = []
        for k, event in enumerate(edge["events"]):
            again = k > 0 and edge["events"][k - 1] == event and can_sleep[event]
            if event in watched:
                out.append((event, (asleep and k == 0) or again))
        return out

    can_sleep = {}
    for _, event, kind in acts:
        can_sleep[event] = can_sleep.get(event, False) or kind in CONTINUES
    for n in nodes:
        for e in n["edges"]:
            for event in e["events"]:
                can_sleep.setdefault(event, False)
    # (node, edge, events of it that are done, how many acts of each thread)
    layer = {(resolved(0), -1, 0, (0,) * count)}
    total = 0
    while layer:
        after, unseen, seen = set(), list(layer), set(layer)
        while unseen:
            node, number, done, taken = unseen.pop()
            edges = nodes[node]["edges"] if number < 0 else [nodes[node]["edges"][number]]
            for k, e in enumerate(edges):
                events = parts(node, e)
                if not events:
                    there = (resolved(e["to"]), -1, 0, taken)
                    if there not in seen:
                        seen.add(there)
                        unseen.append(there)
                    continue
                event, goes_on = events[done]
                if can_be_next(taken, e["thread"], event, goes_on):
                    now = taken[:e["thread"]] + (taken[e["thread"]] + 1,) + taken[e["thread"] + 1:]
                    index = k if number < 0 else number
                    after.add((resolved(e["to"]), -1, 0, now) if done + 1 == len(events) else (node, index, done + 1, now))
        if not after:
            break
        layer = after
        total += 1
    left = len(acts) - total
    if left <= (window if recording["outcome"] == "stopped" else 0):
        return []
    node, number, done, taken = sorted(layer)[0]
    coming = {t: acts[of_thread[t][taken[t]]][1] for t in range(count) if taken[t] < len(of_thread[t])}
    wanted = [(e["thread"], e["events"]) for e in nodes[node]["edges"]]
    return [f"{total} of {len(acts)} acts are a path of the schedule; at node {node} it has {wanted}, and the program did {coming}"]
