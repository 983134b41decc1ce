// SPDX-License-Identifier: GPL-3.0-or-later
// An automounter: a lookup waits until the daemon has mounted a directory, the daemon answers requests, and the expiry
// thread takes down what is unused. The state of the mount point decides; who asked, how long it took, how often, and
// what the packets to the daemon say is only written down.
//
// warning A: the time of the last use, written by the lookup and the expiry: a race
// warning B: the number of the last request, written by the lookup and read by the daemon: a race
// warning C: the state of the mount point, under its lock: none
// warning D: the table of names, filled before the threads start: none
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>

enum state { IDLE, PENDING, MOUNTED };
enum { NAMES = 3, PACKETS = 2, TIMEOUT = 300 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static enum state state;

struct packet {  // to the daemon, through the pipe
  uint32_t protocol, number, name, length;
};

static struct {
  uint32_t protocol, timeout, owner;
} mount_options;

static struct {
  uint32_t requests, answers, expiries, refused;
  uint32_t wait_time, load_average, longest;
  uint32_t packets, bytes;
} stats;

static struct packet last_packet;
static uint32_t last_used, last_request, clock_ticks, name_sum, owner, generation, failures;
static uint32_t names[NAMES];

// ---- names

static uint32_t hash(const char *name) {
  uint32_t h = 2166136261u;
  for (; *name; ++name) h = (h ^ (uint32_t)(unsigned char)*name) * 16777619u;
  return h;
}

static uint32_t length_of(uint32_t name) { return 4 + (name & 7); }

// ---- writing things down

static uint32_t now(void) { return clock_ticks++; }

static void note_use(uint32_t who) {
  last_used = now();  // warning A
  owner = who;
  stats.load_average = stats.load_average * 3 + who;
}

static void note_request(uint32_t number) {
  last_request = number;  // warning B
  stats.requests++;
  stats.wait_time += number;
}

static void note_answer(void) {
  stats.answers++;
  stats.wait_time -= last_request;  // warning B
  stats.longest |= stats.wait_time;
}

static void note_refusal(uint32_t who) {
  stats.refused++;
  failures = failures * 2 + who;
}

// ---- packets to the daemon

static void send_packet(uint32_t name) {
  uint32_t length = 16 + length_of(name);
  last_packet.protocol = mount_options.protocol;
  last_packet.number = name * 3 + 1;
  last_packet.name = name;
  last_packet.length = length;
  stats.packets++;
  stats.bytes += length;
}

// What the daemon makes of it; it mounts whatever it is told.
static uint32_t read_packet(void) { return last_packet.number ^ last_packet.length << 16; }

// ---- the mount point

static int ask_for_mount(void) {
  int asked = 0;
  pthread_mutex_lock(&lock);
  if (state == IDLE) {
    state = PENDING;  // warning C
    asked = 1;
  }
  pthread_mutex_unlock(&lock);
  return asked;
}

static int answer(void) {
  int mounted = 0;
  pthread_mutex_lock(&lock);
  if (state == PENDING) {
    state = MOUNTED;  // warning C
    generation++;
    mounted = 1;
  }
  pthread_mutex_unlock(&lock);
  return mounted;
}

static int expire(void) {
  int gone = 0;
  pthread_mutex_lock(&lock);
  if (state == MOUNTED) {
    state = IDLE;
    gone = 1;
  }
  pthread_mutex_unlock(&lock);
  return gone;
}

// ---- a lookup in the directory

static void *lookup(void *unused) {
  uint32_t who = names[1];  // warning D
  name_sum += who;
  if (ask_for_mount()) {
    send_packet(who);
    note_request(who);
    note_use(who);
  } else {
    note_refusal(who);
  }
  return unused;
}

// ---- the daemon

static void *daemon_thread(void *unused) {
  name_sum += names[2];
  uint32_t asked_for = read_packet();
  if (answer()) {
    note_answer();
    owner = asked_for;
  } else {
    note_refusal(asked_for);
  }
  stats.load_average += stats.requests;
  return unused;
}

// ---- the expiry

static void note_expiry(void) {
  stats.expiries++;
  owner = mount_options.owner;
  stats.longest -= mount_options.timeout;
}

static void *expiry(void *unused) {
  if (expire()) note_expiry();
  last_used = now();  // warning A
  stats.wait_time += stats.expiries;
  stats.load_average += stats.answers;
  return unused;
}

// ---- the beginning and the end

static void read_map(void) {
  static const char *const map[NAMES] = {"home", "src", "net"};
  for (int k = 0; k < NAMES; ++k) names[k] = hash(map[k]) % 1000;  // warning D
  mount_options.protocol = 5;
  mount_options.timeout = TIMEOUT;
  mount_options.owner = 1000;
}

static const char *state_text(enum state s) {
  switch (s) {
    case IDLE: return "idle";
    case PENDING: return "asked for";
    case MOUNTED: return "mounted";
  }
  return "?";
}

static void report(void) {
  printf("%s after %u requests, %u answers, %u expiries, %u refused\n", state_text(state), stats.requests,
         stats.answers, stats.expiries, stats.refused);
  printf("mounted %u times, last used at %u of %u by %u\n", generation, last_used, clock_ticks, owner);
  printf("%u packets, %u bytes; load %u, waited %u\n", stats.packets, stats.bytes, stats.load_average, stats.wait_time);
}

int main(void) {
  pthread_t a, b, c;
  read_map();
  pthread_create(&a, 0, lookup, 0);
  pthread_create(&b, 0, daemon_thread, 0);
  pthread_create(&c, 0, expiry, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  pthread_join(c, 0);
  report();
  return 0;
}
