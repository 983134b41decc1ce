# SPDX-License-Identifier: GPL-3.0-or-later
"""Recorded runs that end, or are interrupted, in every way a program knows: `heddle replay` must come to the same end, every time."""
import json
import signal

from faults import heddle, told

signal.signal(signal.SIGHUP, signal.SIG_DFL)  # under nohup it is ignored, which programs inherit; only the main thread may

HEAD = """#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>
static atomic_int x, ticks;
static int table[8];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *rounds) {
  for (long i = 0; i < (long)rounds; i++) {
    pthread_mutex_lock(&lock);
    table[i & 7]++;
    pthread_mutex_unlock(&lock);
    atomic_fetch_add(&x, 1);
  }
  return 0;
}
static void *trickle(void *a) {
  for (;;) work((void *)1L), usleep(30);
  return a;
}
static void start(pthread_t *t, void *(*f)(void *), long rounds) { pthread_create(t, 0, f, (void *)rounds); }
static void tick(int s) { atomic_fetch_add(&ticks, s ? 1 : 0); }
"""
LEAVER = "static void *leave(void *a) { work((void *)40L); %s; return a; }\n"


def main_of(*statements):
    return "int main(void) {\n  pthread_t t, u;\n  (void)t, (void)u;\n  " + "\n  ".join(statements) + "\n}\n"


def repeats(directory, source, code, *, times=3, recordings=2, stdin=None):
    """The run ends with the exit code (128 + n for signal n), and each of its replays does."""
    (directory / "a.c").write_text(HEAD + source)
    for _ in range(recordings):
        run = heddle("run", "--record", "rec.json", "a.c", cwd=directory, **({"stdin": open(stdin)} if stdin else {}))
        if run.returncode != code:
            yield f"recorded: {told(run)}"
            continue
        again = heddle("replay", "--times", times, "rec.json", cwd=directory, **({"stdin": open(stdin)} if stdin else {}))
        if again.returncode != 0 or f"reproduced {times} of {times}" not in again.stdout:
            yield told(again)


BUSY = "start(&u, trickle, 0);"


def exit_in_a_thread_is_repeated(directory):
    yield from repeats(directory, LEAVER % "exit(7)" + main_of("start(&t, leave, 0);", "start(&u, work, 30);", "for (;;) atomic_fetch_add(&x, 1), usleep(50);"), 7)
    yield from repeats(directory, LEAVER % "exit(7)" + main_of("start(&t, leave, 0);", BUSY, "for (;;) atomic_fetch_add(&x, 1), usleep(30);"), 7)


def ends_without_exit_handlers_are_repeated(directory):
    yield from repeats(directory, main_of(BUSY, "work((void *)20L);", "_exit(12);"), 12)
    yield from repeats(directory, main_of(BUSY, "work((void *)20L);", "quick_exit(13);"), 13)
    yield from repeats(directory, main_of(BUSY, "work((void *)20L);", 'execl("/bin/sh", "sh", "-c", "exit 9", (char *)0);', "return 1;"), 9)
    yield from repeats(directory, LEAVER % "_exit(4)" + main_of("start(&t, leave, 0);", "for (;;) atomic_fetch_add(&x, 1), usleep(50);"), 4)


def exit_handlers_are_repeated(directory):
    handlers = "static void last(void) { table[2]++; atomic_fetch_add(&x, 5); }\n__attribute__((destructor)) static void destroy(void) { table[3]++; }\n"
    yield from repeats(directory, handlers + main_of("atexit(last);", "start(&t, work, 1000);", "work((void *)20L);", "return 14;"), 14)
    yield from repeats(directory, LEAVER % "exit(15)" + main_of("start(&t, leave, 0);", "start(&u, work, 20);", "pthread_exit(0);"), 15)


def crashes_beside_others_are_repeated(directory):
    yield from repeats(directory, "static int *volatile null;\n" + main_of(BUSY, "work((void *)20L);", "*null = 1;", "return 1;"), 128 + signal.SIGSEGV)
    yield from repeats(directory, main_of(BUSY, "work((void *)20L);", "abort();"), 128 + signal.SIGABRT)
    deep = "static int deep(int n) { volatile char room[4096]; room[0] = (char)n; return deep(n + 1) + room[0]; }\n"
    yield from repeats(directory, deep + main_of("start(&t, work, 20);", "pthread_join(t, 0);", "return deep(0);"), 128 + signal.SIGSEGV)


def ends_by_signals_are_repeated(directory):
    for name in "SIGTERM", "SIGKILL", "SIGHUP":
        code = 128 + getattr(signal, name)
        yield from repeats(directory, main_of("start(&t, work, 50);", "pthread_join(t, 0);", f"kill(getpid(), {name});", "return 1;"), code, recordings=1)
        outside = main_of("pid_t me = getpid();", f"if (fork() == 0) {{ usleep(200000); kill(me, {name}); _exit(0); }}",
                          "start(&t, work, 50);", "pthread_join(t, 0);", "for (;;) pause();")
        yield from repeats(directory, outside, code, recordings=1, times=2)


def caught_faults_are_repeated(directory):
    for ending, code in (("exit(5)", 5), ("_exit(6)", 6)):
        handler = f"static int *volatile null;\nstatic void caught(int s) {{ table[1] += s; {ending}; }}\n"
        yield from repeats(directory, handler + main_of("signal(SIGSEGV, caught);", "start(&t, work, 50);", "work((void *)20L);", "table[0] = *null;", "return 1;"), code)
    mends = """static int *page;
static void caught(int s) { atomic_fetch_add(&ticks, s); mprotect(page, 4096, PROT_READ | PROT_WRITE); }
"""
    yield from repeats(directory, mends + main_of("page = mmap(0, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);", "signal(SIGSEGV, caught);", "start(&t, work, 50);",
                                                  "work((void *)20L);", "*page = 4;", "pthread_join(t, 0);", "return *page + atomic_load(&ticks);"), 15)


def interruptions_are_repeated(directory):
    timer = ("struct itimerval every = {{0, 500}, {0, 500}};", "struct sigaction a = {.sa_handler = tick, .sa_flags = SA_RESTART};", "sigaction(SIGALRM, &a, 0);")
    yield from repeats(directory, main_of(*timer, "setitimer(ITIMER_REAL, &every, 0);", "start(&t, work, 2000);", "start(&u, work, 2000);", "work((void *)2000L);",
                                          "pthread_join(t, 0);", "pthread_join(u, 0);", "signal(SIGALRM, SIG_IGN);", "return 3;"), 3)
    yield from repeats(directory, main_of("signal(SIGALRM, tick);", "start(&t, work, 500);", "ualarm(20000, 0);", "while (!atomic_load(&ticks)) usleep(1000);", "pthread_join(t, 0);", "return 4;"), 4)
    polls = "static void *poll_ticks(void *a) { while (!atomic_load(&ticks)) usleep(200); return a; }\n"
    yield from repeats(directory, polls + main_of("signal(SIGALRM, tick);", "start(&t, poll_ticks, 0);", "ualarm(20000, 0);", "pthread_join(t, 0);", "return 6;"), 6)
    yield from repeats(directory, polls + main_of("signal(SIGUSR1, tick);", "start(&t, poll_ticks, 0);", "start(&u, work, 300);", "usleep(5000);", "pthread_kill(t, SIGUSR1);",
                                                  "pthread_join(t, 0);", "pthread_join(u, 0);", "return 7;"), 7)
    waits = """static pthread_cond_t set = PTHREAD_COND_INITIALIZER;
static int flag;
static void *setter(void *a) {
  while (!atomic_load(&ticks)) usleep(200);
  pthread_mutex_lock(&lock);
  flag = 1;
  pthread_cond_signal(&set);
  pthread_mutex_unlock(&lock);
  return a;
}
"""
    yield from repeats(directory, waits + main_of("signal(SIGALRM, tick);", "start(&t, setter, 0);", "ualarm(20000, 0);", "pthread_mutex_lock(&lock);",
                                                  "while (!flag) pthread_cond_wait(&set, &lock);", "pthread_mutex_unlock(&lock);", "pthread_join(t, 0);", "return 8;"), 8)
    yield from repeats(directory, main_of("signal(SIGUSR2, tick);", "start(&t, work, 50);", "for (int i = 0; i < 9; i++) raise(SIGUSR2);", "pthread_join(t, 0);", "return atomic_load(&ticks);"), 9)


def asked_to_end_and_ending_is_an_end(directory):
    """The program catches the SIGTERM of --stop-after: it has ended by itself."""
    (directory / "a.c").write_text(HEAD + main_of("signal(SIGTERM, tick);", "start(&t, work, 50);", "while (!atomic_load(&ticks)) usleep(1000);", "pthread_join(t, 0);", "return 16;"))
    heddle("run", "--record", "rec.json", "--stop-after", "500ms", "a.c", cwd=directory)
    recording = json.loads((directory / "rec.json").read_text())
    if (recording["outcome"], recording["exit_code"]) != ("finished", 16):
        yield f"recorded as {recording['outcome']} with {recording['exit_code']}"
    again = heddle("replay", "--times", "3", "rec.json", cwd=directory)
    if again.returncode != 0 or "exit code 16" not in again.stdout:
        yield told(again)


def input_from_a_file_is_given_again(directory):
    (directory / "input").write_text("3\n1\n2\n")
    reads = main_of("char line[100];", "int n = 0;", "start(&t, work, 20);", "while (fgets(line, sizeof line, stdin)) work((void *)(long)(line[0] - '0')), n++;", "pthread_join(t, 0);", "return n;")
    yield from repeats(directory, reads, 3, stdin=directory / "input")
    again = heddle("replay", "rec.json", cwd=directory)
    if again.returncode != 1:
        yield told(again)


def surroundings_are_repeated(directory):
    fork = main_of("int s;", "start(&t, work, 50);", "pid_t p = fork();", "if (p == 0) { work((void *)30L); _exit(4); }", "work((void *)30L);", "waitpid(p, &s, 0);",
                   "pthread_join(t, 0);", "return WEXITSTATUS(s) + 10;")
    yield from repeats(directory, fork, 14, recordings=1)
    yield from repeats(directory, main_of("start(&t, work, 50);", 'int r = chdir("/");', "work((void *)30L);", "pthread_join(t, 0);", "return r + 2;"), 2, recordings=1)
    yield from repeats(directory, main_of("pthread_t all[150];", "for (int i = 0; i < 150; i++) start(&all[i], work, 5);", "for (int i = 0; i < 150; i++) pthread_join(all[i], 0);", "return 2;"), 2, recordings=1)
    yield from repeats(directory, main_of("start(&t, work, 50);", "fclose(stdout);", "close(1);", "work((void *)30L);", "pthread_join(t, 0);", "return 3;"), 3, recordings=1)


TESTS = [exit_in_a_thread_is_repeated, ends_without_exit_handlers_are_repeated, exit_handlers_are_repeated, crashes_beside_others_are_repeated,
         ends_by_signals_are_repeated, caught_faults_are_repeated, interruptions_are_repeated, asked_to_end_and_ending_is_an_end,
         input_from_a_file_is_given_again, surroundings_are_repeated]
