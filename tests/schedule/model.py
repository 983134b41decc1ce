# SPDX-License-Identifier: GPL-3.0-or-later
"""Small random programs with an interpreter of their own, and what a schedule makes of them: every execution that it allows, one
state at a time. Shares nothing with the tool but the JSON of the schedule.

A program is a list of threads, a thread a list of statements and whether it loops for ever. Each statement has a line of its own and at
most one act that other threads can notice, so that a thread is where the line of its next act is."""
import math
import random

HEAD = """#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
void __VERIFIER_assume(int);
_Bool __VERIFIER_nondet_bool(void);
static atomic_int x, y;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t n = PTHREAD_MUTEX_INITIALIZER;
"""
VISIBLE = {"set", "put", "get", "lock", "unlock", "wish", "try"}
WRITTEN = {
    "set": "{0} = {1};", "put": "{0} = (l + {1}) % 3;", "get": "l = {0};", "input": "l = __VERIFIER_nondet_bool();",
    "lock": "pthread_mutex_lock(&{0});", "unlock": "pthread_mutex_unlock(&{0});", "assert": "assert(l != {0});",
    "if": "if (l == {0}) {{", "end": "}}", "try": "l = pthread_mutex_trylock(&{0}) ? 1 : 0;",
    "wish": "__VERIFIER_atomic_begin(); __VERIFIER_assume({0} == {1}); {2} = {3}; __VERIFIER_atomic_end();",
}


class Program:
    """code[t]: (operation, arguments, line) of thread t; loops[t]: it starts again at the end."""

    def __init__(self, code, loops):
        lines = HEAD.rstrip("\n").split("\n")
        self.code, self.loops, self.heads = [], loops, []  # heads: the line of the loop

        def body(statements, loop):
            written = []
            lines.append("  int l = 0;")
            self.heads.append(len(lines) + 1)
            if loop:
                lines.append("  for (;;) {")
            for name, *arguments in statements:
                lines.append("    " + WRITTEN[name].format(*arguments))
                written.append((name, arguments, len(lines)))
            if loop:
                lines.append("  }")
            return written

        for t in range(1, len(code)):
            lines.append(f"static void *t{t}(void *unused) {{")
            self.code.append(body(code[t], loops[t]))
            lines.extend(["  return unused;", "}"])
        lines.extend(["int main(void) {", "  pthread_t thread;"])
        starts = []
        for t in range(1, len(code)):
            lines.append(f"  pthread_create(&thread, 0, t{t}, 0);")
            starts.append(("create", [t], len(lines)))
        main = starts + body(code[0], loops[0])
        self.first = len(starts)
        if not loops[0]:
            lines.append("  pthread_exit(0);")
        lines.extend(["  return 0;", "}"])
        self.code.insert(0, main)
        self.heads.insert(0, self.heads.pop())
        self.text = "\n".join(lines) + "\n"

    def start(self):
        return (0, 0, -1, -1, tuple((0, 0) if t == 0 else None for t in range(len(self.code))))

    def arrive(self, t, pc, l):
        """From pc on over what nobody else notices: the places (pc, l) where the thread may rest. None: it fails."""
        todo, out, seen = [(pc, l)], set(), set()
        while todo:
            pc, l = todo.pop()
            if pc == len(self.code[t]) and self.loops[t]:
                pc = self.first if t == 0 else 0
            if (pc, l) in seen:
                continue
            seen.add((pc, l))
            if pc == len(self.code[t]):
                out.add((pc, 0))
                continue
            name, arguments, _ = self.code[t][pc]
            if name in VISIBLE or name == "create":
                out.add((pc, l))
            elif name == "input":
                todo += [(pc + 1, 0), (pc + 1, 1)]
            elif name == "assert":
                if l == arguments[0]:
                    return None
                todo.append((pc + 1, l))
            elif name == "if":
                todo.append((pc + 1 if l == arguments[0] else self.behind(t, pc), l))
            else:
                todo.append((pc + 1, l))
        return out

    def behind(self, t, pc):
        depth = 0
        while True:
            name = self.code[t][pc][0]
            depth += (name == "if") - (name == "end")
            pc += 1
            if depth == 0:
                return pc

    def has_ended(self, state, t):
        return state[4][t] is not None and state[4][t][0] == len(self.code[t])

    def line(self, state, t):
        return self.code[t][state[4][t][0]][2]

    def is_at(self, state, t, line):
        """The first act of a loop may also be told by the line of the loop."""
        return line == self.line(state, t) or line == self.heads[t] and state[4][t][0] == (self.first if t == 0 else 0)

    def step(self, state, t):
        """All states that one act of thread t leads to; [] if it has to wait or has ended; None if it can fail."""
        x, y, m, n, threads = state
        if threads[t] is None or self.has_ended(state, t):
            return []
        pc, l = threads[t]
        name, a, _ = self.code[t][pc]
        memory = {"x": x, "y": y, "m": m, "n": n}
        started = None
        if name == "set":
            memory[a[0]] = a[1]
        elif name == "put":
            memory[a[0]] = (l + a[1]) % 3
        elif name == "get":
            l = memory[a[0]]
        elif name == "lock":
            if memory[a[0]] != -1:
                return []
            memory[a[0]] = t
        elif name == "try":
            l = 1 if memory[a[0]] != -1 else 0
            if l == 0:
                memory[a[0]] = t
        elif name == "unlock":
            memory[a[0]] = -1
        elif name == "wish":
            if memory[a[0]] != a[1]:
                return []
            memory[a[2]] = a[3]
        elif name == "create":
            started = a[0]
        arrivals = self.arrive(t, pc + 1, l)
        if arrivals is None:
            return None
        beginnings = [None]
        if started is not None:
            beginnings = self.arrive(started, 0, 0)
            if beginnings is None:
                return None
        out = []
        for arrival in arrivals:
            for beginning in beginnings:
                now = list(threads)
                now[t] = arrival
                if started is not None:
                    now[started] = beginning
                out.append((memory["x"], memory["y"], memory["m"], memory["n"], tuple(now)))
        return out

    def all_schedules(self):
        """safe, failure or deadlock: what a search through all states finds first."""
        seen, todo = {self.start()}, [self.start()]
        while todo:
            state = todo.pop()
            moves = 0
            for t in range(len(self.code)):
                after = self.step(state, t)
                if after is None:
                    return "failure"
                moves += len(after)
                for s in after:
                    if s not in seen:
                        seen.add(s)
                        todo.append(s)
            if moves == 0 and not all(self.has_ended(state, t) for t in range(len(self.code))):
                return "deadlock"
        return "safe"


    def has_safe_scheduler(self):
        """Somebody can always go on so that nothing fails and nobody is left out, whatever the inputs are: states are taken away until
        from each that is left, for every thread, one can be forced where the thread goes on, or has to wait. (A thread that has to wait
        now and then may still be left out for ever. So some programs of which this says yes have no such schedule.)"""
        threads, steps, todo = range(len(self.code)), {}, [self.start()]
        while todo:
            state = todo.pop()
            if state not in steps:
                steps[state] = [self.step(state, t) for t in threads]
                todo += [s for after in steps[state] for s in after or []]
        region = set(steps)

        def stays(after, where):
            return bool(after) and all(s in where for s in after)

        def is_served(state, t):
            after = steps[state]
            if after[t] or after[t] is None:  # it can go on, and perhaps fails
                return stays(after[t], region)
            return any(stays(a, region) for a in after) or all(self.has_ended(state, u) for u in threads)

        def forced(t):
            reached = {s for s in region if is_served(s, t)}
            while more := {s for s in region - reached if any(stays(a, reached) for a in steps[s])}:
                reached |= more
            return reached
        while any((smaller := forced(t)) != region for t in threads):
            region = smaller
        return self.start() in region


def random_program(seed):
    dice = random.Random(seed)

    def statements(depth, most):
        out, held = [], []
        for _ in range(dice.randint(1, most)):
            kind = dice.choice(["set", "set", "put", "get", "assert", "assert", "input", "if", "lock", "unlock", "wish", "try"])
            v = dice.choice("xy")
            if kind == "set":
                out.append(("set", v, dice.randrange(3)))
            elif kind == "put":
                out.append(("put", v, dice.randrange(2)))
            elif kind == "get":
                out.append(("get", v))
            elif kind == "assert":
                out += [("get", v), ("assert", dice.randrange(1, 3))]
            elif kind == "input":
                out.append(("input",))
            elif kind == "if" and depth < 2:
                out += [("if", dice.randrange(2)), *statements(depth + 1, 3), ("end",)]
            elif kind == "lock" and depth == 0 and len(held) < 2:
                free = [k for k in "mn" if k not in held]
                held.append(dice.choice(free))
                out.append(("lock", held[-1]))
            elif kind == "unlock" and depth == 0 and held:
                out.append(("unlock", held.pop(dice.randrange(len(held)))))
            elif kind == "wish" and dice.random() < 0.4:
                out.append(("wish", v, dice.randrange(3), dice.choice("xy"), dice.randrange(3)))
            elif kind == "try" and depth == 0 and "m" not in held and dice.random() < 0.3:
                out += [("try", "m"), ("if", 0), *[s for s in statements(2, 2)], ("unlock", "m"), ("end",)]
        return out + [("unlock", k) for k in reversed(held)]

    code, loops = [], []
    for _ in range(dice.choice([2, 2, 3])):
        body = statements(0, 5)
        if not any(s[0] in VISIBLE for s in body):
            body.append(("get", "x"))
        # A loop must have an act in every round.
        if body[0][0] not in VISIBLE or body[0][0] in ("unlock",):
            body.insert(0, ("get", "y"))
        code.append(body)
        loops.append(dice.random() < 0.75)
    return Program(code, loops)


def value(formula, known):
    """Of a formula of SMT-LIB over integers, from the variables that are known; None if it depends on others."""
    tokens = iter(formula.replace("(", " ( ").replace(")", " ) ").split())

    def read(token):
        if token != "(":
            return token
        out = []
        while (token := next(tokens)) != ")":
            out.append(read(token))
        return out

    def of(e, known):
        if isinstance(e, str):
            return {"true": True, "false": False}[e] if e in ("true", "false") else int(e) if e.isdigit() else known.get(e)
        if e[0] == "let":
            return of(e[2], known | {name: of(meaning, known) for name, meaning in e[1]})
        parts = [of(a, known) for a in e[1:]]
        if e[0] == "ite":
            return parts[1] if parts[0] is True or parts[0] is None and parts[1] == parts[2] else parts[2] if parts[0] is False else None
        if e[0] in ("and", "or") and (e[0] == "or") in parts:
            return e[0] == "or"
        if None in parts:
            return None
        a, b = parts[0], parts[1] if len(parts) > 1 else None
        return {"and": lambda: True, "or": lambda: False, "not": lambda: not a, "=": lambda: a == b, "<=": lambda: a <= b, "<": lambda: a < b,
                ">=": lambda: a >= b, ">": lambda: a > b, "+": lambda: sum(parts), "-": lambda: -a if b is None else a - sum(parts[1:]),
                "*": lambda: math.prod(parts), "mod": lambda: a % abs(b), "div": lambda: a // b if b > 0 else -(a // -b)}[e[0]]()

    return of(read(next(tokens)), known)


def objections(program, ivr):
    """What is wrong with a schedule of the program, by trying every execution that it allows. An edge is taken only where what its guard
    says of x and y holds."""
    nodes = ivr["nodes"]
    threads = len(program.code)

    def is_there(state, node, t):
        if state[4][t] is None:
            return t >= len(node["threads"])
        if t >= len(node["threads"]):
            return False
        where = node["threads"][t]
        return where["state"] == "ended" if program.has_ended(state, t) else program.is_at(state, t, where["line"])

    begin = (program.start(), 0)
    seen, todo, edges = {begin}, [begin], {}
    while todo:
        at = todo.pop()
        state, number = at
        node = nodes[number]
        after = edges[at] = []
        if "goes_on_at" in node:
            after.append((None, (state, node["goes_on_at"])))
        elif not node["edges"]:
            if not all(program.has_ended(state, t) for t in range(threads) if state[4][t] is not None):
                return [f"node {number} ends, but not all threads have ended: {state}"]
        for t in sorted({e["thread"] for e in node["edges"]}):
            # An edge may pass acts that nobody notices (a variable that nobody writes), so a thread goes on to where an edge leads.
            known = {"x": state[0], "y": state[1]}
            open_edges = [e for e in node["edges"] if e["thread"] == t and value(e["guard"] or "true", known) is not False]
            passing, passed = [state], {state}
            while passing:
                s = passing.pop()
                states = program.step(s, t)
                if states is None:
                    return [f"at node {number} thread {t} fails: {s}"]
                if not states:
                    return [f"at node {number} thread {t} has to wait, or goes where no edge leads: {state} -> {s}"]
                for s in states:
                    to = [e["to"] for e in open_edges if all(is_there(s, nodes[e["to"]], u) for u in range(threads))]
                    after += [(t, (s, k)) for k in to]
                    if not to and s not in passed:
                        passed.add(s)
                        passing.append(s)
        for _, s in after:
            if s not in seen:
                seen.add(s)
                todo.append(s)
    return [problem for t in range(threads) if (problem := unfair(program, edges, t, ivr["fair"] == "always", nodes))]


def unfair(program, edges, t, always, nodes):
    """A cycle without a step of thread t, with a state where t can go on (and, if not always fair, without a node where t is allowed to)."""
    def is_left_out(at):
        return not always and any(e["thread"] == t for e in nodes[at[1]]["edges"])
    for part in parts({at: [s for by, s in after if by != t and not is_left_out(s)] for at, after in edges.items() if not is_left_out(at)}):
        for state, number in part:
            if program.step(state, t):
                return f"thread {t} can go on at node {number}, and need never: {state}"
    return None


def parts(graph):
    """The strongly connected parts that have a cycle."""
    index, low, open_, is_open, out = {}, {}, [], set(), []
    for root in graph:
        if root in index:
            continue
        index[root] = low[root] = len(index)
        open_.append(root)
        is_open.add(root)
        path = [(root, iter(graph[root]))]
        while path:
            n, rest = path[-1]
            m = next(rest, None)
            if m is not None:
                if m not in index:
                    index[m] = low[m] = len(index)
                    open_.append(m)
                    is_open.add(m)
                    path.append((m, iter(graph[m])))
                elif m in is_open:
                    low[n] = min(low[n], index[m])
                continue
            path.pop()
            if path:
                low[path[-1][0]] = min(low[path[-1][0]], low[n])
            if low[n] == index[n]:
                part = []
                while True:
                    part.append(open_.pop())
                    is_open.discard(part[-1])
                    if part[-1] == n:
                        break
                if len(part) > 1 or n in graph[n]:
                    out.append(part)
    return out
