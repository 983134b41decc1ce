# SPDX-License-Identifier: GPL-3.0-or-later
"""What every safe schedule has to be, seen from its JSON alone, and who takes turns in it."""
import model

WAITING = {"ended", "stuck", "may wait", "asleep"}
STATES = WAITING | {"runs"}


def problems(ivr):
    """Everything that contradicts the contract of the file."""
    for field, kind in (("heddle", str), ("kind", str), ("format", int), ("input", dict), ("fair", str), ("threads", list), ("nodes", list)):
        if not isinstance(ivr.get(field), kind):
            yield f"{field} is {ivr.get(field)!r}"
            return
    if ivr["kind"] != "safe" or ivr["format"] != 1 or ivr["fair"] not in ("always", "if the thread goes that has gone least often"):
        yield f"kind {ivr['kind']}, format {ivr['format']}, fair {ivr['fair']}"
    for field in ("files", "cwd", "cflags", "data_model", "sha256"):
        if field not in ivr["input"]:
            yield f"input has no {field}"
    nodes = ivr["nodes"]
    if not nodes or len(nodes[0]["threads"]) != 1:
        yield "it does not begin with main alone"
        return
    parents = [0] * len(nodes)
    watched = {event for node in nodes for where in node["threads"] for event in where.get("comes_to", ())}
    for number, node in enumerate(nodes):
        ways = bool(node["edges"]) + ("goes_on_at" in node) + (node.get("ends", False) is True)
        if ways != 1:
            yield f"node {number} has {ways} ways to go on"
        for where in node["threads"]:
            if set(where) - {"comes_to", "may_end"} != {"file", "line", "function", "state"} or where["state"] not in STATES:
                yield f"node {number}: {where}"
        if not all(isinstance(f, str) for f in node["facts"]):
            yield f"node {number}: facts {node['facts']}"
        for e in node["edges"]:
            if not {"thread", "to", "file", "line", "function", "guard", "events"} <= set(e) or not 0 < e["to"] < len(nodes):
                yield f"node {number}: {e}"
                continue
            parents[e["to"]] += 1
            before, after = node["threads"], nodes[e["to"]]["threads"]
            if not e["thread"] < len(before) <= len(ivr["threads"]) or before[e["thread"]]["state"] in ("ended", "stuck"):
                yield f"node {number}: thread {e['thread']} cannot go on"
            next_ones = [event for event in e["events"] if event in watched][:1]
            if not set(next_ones) <= set(before[e["thread"]].get("comes_to", next_ones)):
                yield f"node {number}: thread {e['thread']} comes to {next_ones}, and not to {before[e['thread']]['comes_to']}"
            started = e.get("starts")
            if len(after) != len(before) + (started is not None) or started not in (None, len(before)):
                yield f"node {number}: {len(before)} threads, then {len(after)}, starts {started}"
            if any(before[t] != after[t] for t in range(len(before)) if t != e["thread"] and before[t]["state"] != "asleep"):
                yield f"node {number}: a thread moves while another one goes"
        if "goes_on_at" in node:
            to = node["goes_on_at"]
            if not 0 <= to < len(nodes) or "goes_on_at" in nodes[to] or nodes[to].get("ends"):
                yield f"node {number} goes on at {to}, which does not go on itself"
            elif nodes[to]["threads"] != node["threads"]:
                yield f"node {number} goes on at {to}, where threads are elsewhere"
        if node.get("ends") and not all(w["state"] == "ended" for w in node["threads"]) and not any(w["state"] == "stuck" for w in node["threads"]):
            yield f"node {number} ends while somebody is left: {[w['state'] for w in node['threads']]}"
    if parents[0] or any(n != 1 for n in parents[1:]):
        yield "it is no tree"
    yield from unfair(ivr)


def steps(ivr):
    """Of each node, where it leads: (thread or None, node)."""
    return [[(None, n["goes_on_at"])] if "goes_on_at" in n else [(e["thread"], e["to"]) for e in n["edges"]] for n in ivr["nodes"]]


def unfair(ivr, wishes=()):
    """Cycles without a step of a thread that can go on in them for sure, or waits in one of these lines. Of cycles without any event, the
    file does not show that they end; that is for a judge to say."""
    nodes, to = ivr["nodes"], steps(ivr)
    has_events = [{e["to"] for e in n["edges"] if e["events"]} for n in nodes]
    for t in range(len(ivr["threads"])):
        def is_left_out(n):
            return ivr["fair"] != "always" and any(by == t for by, _ in to[n])
        graph = {n: [m for by, m in to[n] if by != t and not is_left_out(m)] for n in range(len(nodes)) if not is_left_out(n)}
        for part in model.parts(graph):
            if not any(m in part for n in part for m in has_events[n]):
                continue
            for n in part:
                where = nodes[n]["threads"][t] if t < len(nodes[n]["threads"]) else {"state": "ended", "line": 0}
                if where["state"] == "runs" or where["state"] == "may wait" and where["line"] in wishes:
                    yield f"thread {t} {where['state']} at node {n}, and need never go on"
                    break


def turns(ivr):
    """The threads that go in the part that repeats, one entry for each turn; [] if it ends. Of several edges the first counts."""
    to, way, seen, at = steps(ivr), [], {}, 0
    while to[at] and at not in seen:
        seen[at] = len(way)
        thread, at_next = to[at][0]
        if thread is not None:
            way.append(thread)
        at = at_next
    if not to[at]:
        return []
    cycle = way[seen[at]:]
    return [t for k, t in enumerate(cycle) if t != cycle[k - 1]]


def takes_turns(ivr, order):
    """The threads take turns in this order, from anywhere in it, for some rounds."""
    told = turns(ivr)
    n = len(order)
    return bool(told) and len(told) % n == 0 and any(told == (order[k:] + order[:k]) * (len(told) // n) for k in range(n))
