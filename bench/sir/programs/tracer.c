// SPDX-License-Identifier: GPL-3.0-or-later
// A tracer of processes, in the manner of strace: a table of traced processes, a thread that takes stops of processes
// from a queue and decodes the call, a thread that writes lines, and one that attaches to new processes. The state of an
// entry decides what is done with it; numbers of calls, times, errors and lengths of lines decide nothing.
//
// warning A: the number of calls, counted by the decoder and by the thread that attaches: a race
// warning B: the length of the longest line, kept by the writer and reset by the decoder: a race
// warning C: the state of an entry, under the lock of the table: none
// warning D: the entry that a new process gets, handed over through the queue: none
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

enum { PROCESSES = 3, STOPS = 2, ARGUMENTS = 3 };
enum state { FREE, ATTACHED, IN_CALL, GONE };
enum call { READ, WRITE, OPEN, EXIT };

struct process {
  enum state state;
  uint32_t pid, calls, entered;
  uint32_t arguments[ARGUMENTS];
};

struct stop {
  unsigned slot;
  enum call call;
  uint32_t result;
};

static pthread_mutex_t table_lock = PTHREAD_MUTEX_INITIALIZER, queue_lock = PTHREAD_MUTEX_INITIALIZER;
static struct process table[PROCESSES];
static struct stop queue[STOPS];
static unsigned first, last;

// What the user asked for. Written before the threads start.
static struct {
  uint32_t width, filter;
  int show_times;
} options;

static uint32_t calls, errors, longest, lines, characters, attached, detached, clock_ticks, slowest, unknown_calls;
static uint32_t filtered, per_call[4];

// ---- the table

static int attach(uint32_t pid) {
  int slot = -1;
  pthread_mutex_lock(&table_lock);
  for (int k = 0; k < PROCESSES; ++k)
    if (slot < 0 && table[k].state == FREE) {
      table[k].state = ATTACHED;  // warning C
      table[k].pid = pid;
      slot = k;
    }
  pthread_mutex_unlock(&table_lock);
  return slot;
}

static void leave(unsigned slot) {
  pthread_mutex_lock(&table_lock);
  if (table[slot].state != FREE) table[slot].state = GONE;
  pthread_mutex_unlock(&table_lock);
}

// Whether the process enters a call; otherwise it comes out of one.
static int enters(unsigned slot) {
  int in = 0;
  pthread_mutex_lock(&table_lock);
  if (table[slot].state == ATTACHED) {  // warning C
    table[slot].state = IN_CALL;
    in = 1;
  } else if (table[slot].state == IN_CALL) {
    table[slot].state = ATTACHED;
  }
  pthread_mutex_unlock(&table_lock);
  return in;
}

// ---- the queue of stops

static int put(unsigned slot, enum call call, uint32_t result) {
  int done = 0;
  pthread_mutex_lock(&queue_lock);
  if (last - first < STOPS) {
    struct stop *s = &queue[last % STOPS];
    s->slot = slot;  // warning D
    s->call = call;
    s->result = result;
    last++;
    done = 1;
  }
  pthread_mutex_unlock(&queue_lock);
  return done;
}

static int get(struct stop *out) {
  int done = 0;
  pthread_mutex_lock(&queue_lock);
  if (first != last) {
    out->slot = queue[first % STOPS].slot;  // warning D
    out->call = queue[first % STOPS].call;
    out->result = queue[first % STOPS].result;
    first++;
    done = 1;
  }
  pthread_mutex_unlock(&queue_lock);
  return done;
}

// ---- lines: how long they would be

static uint32_t digits(uint32_t n) { return n < 10 ? 1 : n < 100 ? 2 : n < 1000 ? 3 : 4; }

static uint32_t name_length(enum call call) {
  switch (call) {
    case READ: return 4;
    case WRITE: return 5;
    case OPEN: return 4;
    case EXIT: return 4;
  }
  return 1;
}

static uint32_t line_length(const struct stop *s, uint32_t pid) {
  uint32_t n = digits(pid) + 2 + name_length(s->call) + 2;
  if (s->call == OPEN) n += 12;
  if (s->result >= 0xfffff000u) n += 6;
  if (options.show_times) n += 9;
  return n + digits(s->result);
}

// Lines that are too long are cut.
static uint32_t shown(uint32_t length) { return length < options.width ? length : options.width; }

// ---- statistics: anybody, at any time

static void count_call(enum call call) {
  per_call[call & 3]++;
  clock_ticks += 3;
}

static void count_error(uint32_t result) { errors += result >> 12 == 0xfffff; }

static void count_filtered(enum call call) { filtered += options.filter >> call & 1; }

static void count_time(uint32_t begun) {
  uint32_t took = clock_ticks - begun;
  slowest = slowest + took;
}

// ---- the threads

static void *decoder(void *unused) {
  struct stop s;
  calls++;  // warning A
  longest = 0;  // warning B
  if (get(&s)) {
    count_call(s.call);
    if (enters(s.slot))
      table[s.slot].entered = clock_ticks;
    else
      count_time(0);
    count_error(s.result);
    count_filtered(s.call);
    if (s.call == EXIT) leave(s.slot);
  }
  return unused;
}

static void *writer(void *unused) {
  struct stop s = {.slot = 0, .call = OPEN, .result = 3};
  uint32_t n = line_length(&s, 4711);
  characters += shown(n);
  lines++;
  longest = n;  // warning B
  return unused;
}

static void *attacher(void *unused) {
  int slot = attach(4711);
  if (slot >= 0) {
    attached++;
    put((unsigned)slot, READ, 10);
  } else {
    unknown_calls++;
  }
  calls += 2;  // warning A
  detached = attached;
  return unused;
}

// ---- the beginning and the end

static void configure(void) {
  options.width = 40;
  options.filter = 1u << READ | 1u << OPEN;
  options.show_times = 1;
}

static void report(void) {
  static const char *const names[] = {"read", "write", "open", "exit"};
  printf("%u calls, %u errors, %u filtered, the longest line has %u characters of %u\n", calls, errors, filtered,
         longest, characters);
  for (int k = 0; k < 4; ++k) printf("%s: %u\n", names[k], per_call[k]);
  printf("%u attached, %u not; %u ticks\n", attached, unknown_calls, clock_ticks);
}

int main(void) {
  pthread_t a, b, c;
  configure();
  pthread_create(&a, 0, attacher, 0);
  pthread_create(&b, 0, decoder, 0);
  pthread_create(&c, 0, writer, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  pthread_join(c, 0);
  report();
  return 0;
}
