# SPDX-License-Identifier: GPL-3.0-or-later
"""Schedules, statuses and recordings as bytes: the Python side of include/heddle/schedule_format.h."""
import struct

PERFORM, CHUNK, WAKE, RELOCK, RELEASED, STOP, BLOCK, FAIL, HOLD, SIGNAL, RETURNED = range(11)
END, FAILURE, RACE, DEADLOCK, LIVELOCK, SPIN, CRASH = range(7)
OUTCOMES = ["nothing yet", "reproduced", "diverged", "stalled", "ended early", "finished", "assertion", "crashed", "not racing", "refused"]
STATES = ["absent", "running", "waiting", "stopped", "in call", "exited"]
MODELS, GDB = 1, 2
SCHEDULE_MAGIC, RECORDING_MAGIC, VERSION = 0x31534548, 0x31524548, 4


class Act:
    def __init__(self, thread, event, kind=PERFORM, value=0, size=0, ordered=True, with_previous=False):
        self.thread, self.event, self.kind, self.value, self.size = thread, event, kind, value & (1 << 64) - 1, size
        self.ordered, self.with_previous, self.order = ordered, with_previous, -1


def schedule(acts, expected, flags=0, spins=(), patience=0, magic=SCHEDULE_MAGIC, version=VERSION):
    """Acts in the order of the whole run; those that are ordered are numbered, `with_previous` ones as the one before."""
    orders = 0
    for act in acts:
        if act.ordered:
            orders += not act.with_previous
            act.order = orders - 1
    threads = max((a.thread for a in acts), default=0) + 1
    lists, body = b"", b""
    first = 0
    for t in range(threads):
        mine = [a for a in acts if a.thread == t]
        lists += struct.pack("<4I", first, len(mine), t in spins, 0)
        first += len(mine)
        body += b"".join(struct.pack("<IIiIQ", a.event, a.kind, a.order, a.size, a.value) for a in mine)
    return struct.pack("<8I", magic, version, expected, flags, threads, len(acts), orders, patience) + lists + body


class Status:
    def __init__(self, data):
        (self.magic, self.version, outcome, self.signal, self.orders_done, self.culprit, self.exit_code, self.threads, self.events,
         self.waits) = struct.unpack_from("<8I2Q", data)
        self.outcome = OUTCOMES[outcome]
        self.thread = []
        for i in range(256):
            state, event, done, expected, kernel, tid, address, size = struct.unpack_from("<6I2Q", data, 64 + 40 * i)
            self.thread.append({"state": STATES[state], "event": event, "done": done, "expected": expected, "kernel": chr(kernel),
                                "tid": tid, "address": address, "size": size})

    def __str__(self):
        threads = "; ".join(f"{i}: {t['state']} at {t['event']}, {t['done']} done, expected {t['expected']}, {t['kernel']!r}"
                            for i, t in enumerate(self.thread) if t["state"] != "absent")
        return f"{self.outcome}, culprit {self.culprit}, signal {self.signal}, exit {self.exit_code}, {self.orders_done} orders [{threads}]"


def empty_recording(capacity):
    return struct.pack("<8I", RECORDING_MAGIC, VERSION, capacity, 0, 0, 0, 0, 0) + bytes(24 * capacity)


def recorded(data, sections):
    """The acts of a recording; `sections` are pairs of events (begin, end) whose acts share one order."""
    count, full = struct.unpack_from("<2I", data, 12)
    acts, until = [], None
    for i in range(count):
        thread, event, kind, size, value = struct.unpack_from("<4IQ", data, 32 + 24 * i)
        acts.append(Act(thread, event, kind, value, size, ordered=kind != RELEASED, with_previous=until is not None))
        if until is None:
            until = sections.get(event)
        elif event == until:
            until = None
    return acts, full
