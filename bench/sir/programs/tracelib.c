// SPDX-License-Identifier: GPL-3.0-or-later
// A library that traces events, in the manner of those of kernels: writers reserve room in the buffer of their channel,
// write a record and commit it; the consumer takes full sub-buffers out; a control thread switches channels off and
// reads statistics. Offsets decide whether there is room, commit counts whether a sub-buffer is full; records, clocks
// and counters of lost events decide nothing.
//
// warning A: the number of lost events, counted by both writers without a lock: a race
// warning B: the clock of the last record, written by a writer and read by the control thread: a race
// warning C: the number of traced processors, under the lock of the registry: none
// warning D: the size of a record, written before the threads start and read by them: none
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { CHANNELS = 2, SUB_BUFFERS = 2, SUB_SIZE = 2, RECORDS = SUB_BUFFERS * SUB_SIZE };
enum kind { SYSCALL = 1, INTERRUPT = 2, SWITCH = 3 };

struct record {
  uint32_t clock, checksum;
  uint16_t kind, cpu;
  uint32_t payload;
};

struct channel {
  pthread_mutex_t lock;
  unsigned written, taken;              // records so far; the difference is what the buffer holds
  unsigned committed[SUB_BUFFERS];      // records of each sub-buffer that are complete
  struct record buffer[RECORDS];
};

static struct channel channels[CHANNELS] = {{.lock = PTHREAD_MUTEX_INITIALIZER}, {.lock = PTHREAD_MUTEX_INITIALIZER}};

// ---- the registry: who is traced

static pthread_mutex_t registry_lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned traced, idle_rounds;

static void begin_tracing(void) {
  pthread_mutex_lock(&registry_lock);
  traced++;  // warning C
  pthread_mutex_unlock(&registry_lock);
}

static int anybody_traced(void) {
  pthread_mutex_lock(&registry_lock);
  int any = traced != 0;  // warning C
  pthread_mutex_unlock(&registry_lock);
  return any;
}

// ---- configuration: before the threads start

static uint32_t record_size, clock_shift;

static void configure(void) {
  record_size = sizeof(struct record);  // warning D
  clock_shift = 2;
}

// ---- statistics: anybody, at any time

static uint32_t lost, last_clock, bytes, checksums, delivered, histogram[4], longest, queries;

static void count_record(const struct record *r) {
  bytes += record_size;
  histogram[r->kind % 4]++;
  checksums ^= r->checksum;
}

static uint32_t share(uint32_t part, uint32_t whole) { return whole ? part * 100 / whole : 0; }

// ---- records

static uint32_t mix(uint32_t h, uint32_t word) {
  h ^= word;
  h = h << 13 | h >> 19;
  return h * 5 + 0xe6546b64u;
}

static uint32_t checksum(const struct record *r) {
  uint32_t h = mix(0, r->clock);
  h = mix(h, r->kind);
  h = mix(h, r->cpu);
  return mix(h, r->payload);
}

static struct record make(enum kind kind, unsigned cpu, uint32_t clock, uint32_t payload) {
  struct record r;
  memset(&r, 0, sizeof r);
  r.clock = clock << clock_shift;
  r.kind = (uint16_t)kind;
  r.cpu = (uint16_t)cpu;
  r.payload = payload;
  r.checksum = checksum(&r);
  return r;
}

// ---- the buffer of a channel

// The number of the record, or -1 if the buffer is full.
static int reserve(struct channel *c) {
  int at = -1;
  pthread_mutex_lock(&c->lock);
  if (c->written - c->taken < RECORDS) {
    at = (int)(c->written % RECORDS);
    c->written++;
  }
  pthread_mutex_unlock(&c->lock);
  return at;
}

static void store(struct channel *c, int at, const struct record *r) {
  c->buffer[at].clock = r->clock;
  c->buffer[at].kind = r->kind;
  c->buffer[at].payload = r->payload;
  c->buffer[at].checksum = r->checksum;
}

static void commit(struct channel *c, int at) {
  pthread_mutex_lock(&c->lock);
  c->committed[at / SUB_SIZE]++;
  pthread_mutex_unlock(&c->lock);
}

// How many records the consumer may take: a sub-buffer at a time, when it is complete.
static unsigned take(struct channel *c) {
  unsigned n = 0;
  pthread_mutex_lock(&c->lock);
  unsigned sub = c->taken / SUB_SIZE % SUB_BUFFERS;
  if (c->written - c->taken >= SUB_SIZE && c->committed[sub] == SUB_SIZE) {
    c->committed[sub] = 0;
    c->taken += SUB_SIZE;
    n = SUB_SIZE;
  }
  pthread_mutex_unlock(&c->lock);
  return n;
}

// ---- what a traced program calls

static void trace(struct channel *c, enum kind kind, unsigned cpu, uint32_t clock, uint32_t payload) {
  struct record r = make(kind, cpu, clock, payload);
  int at = reserve(c);
  if (at >= 0) {
    store(c, at, &r);
    commit(c, at);
    count_record(&r);
  }
}

static void *first_processor(void *unused) {
  uint32_t lost_here = record_size;  // warning D
  begin_tracing();
  trace(&channels[0], SYSCALL, 0, 1, lost_here);
  last_clock = 1;  // warning B
  trace(&channels[0], SWITCH, 0, 2, 7);
  lost += lost_here;  // warning A
  return unused;
}

static void *second_processor(void *unused) {
  trace(&channels[1], INTERRUPT, 1, 1, 3);
  lost++;  // warning A
  longest = 1;
  return unused;
}

// ---- the consumer

static void deliver(const struct channel *c, unsigned from, unsigned n) {
  for (unsigned k = 0; k < n; ++k) {
    const struct record *r = &c->buffer[(from + k) % RECORDS];
    delivered = mix(delivered, r->checksum);
  }
}

static void *consumer(void *unused) {
  if (!anybody_traced()) idle_rounds++;
  for (unsigned k = 0; k < CHANNELS; ++k) deliver(&channels[k], 0, take(&channels[k]));
  return unused;
}

// ---- control

static void *control(void *unused) {
  uint32_t age = 100 - last_clock;  // warning B
  queries = queries + share(age, 100);
  longest = age;
  return unused;
}

static void report(void) {
  static const char *const names[4] = {"nothing", "calls", "interrupts", "switches"};
  printf("%u lost, %u bytes, delivered %08x\n", lost, bytes, delivered);
  for (int k = 0; k < 4; ++k) printf("%u %s\n", histogram[k], names[k]);
}

int main(void) {
  pthread_t writers[2], taker, asker;
  configure();
  pthread_create(&writers[0], 0, first_processor, 0);
  pthread_create(&writers[1], 0, second_processor, 0);
  pthread_create(&taker, 0, consumer, 0);
  pthread_create(&asker, 0, control, 0);
  for (int k = 0; k < 2; ++k) pthread_join(writers[k], 0);
  pthread_join(taker, 0);
  pthread_join(asker, 0);
  report();
  return 0;
}
