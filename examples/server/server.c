// A small key-value server: main accepts connections, a pool of workers answers requests, a reporter tells from time
// to time how it goes. Nothing here knows of Heddle.
//
//   cc -pthread server.c -o server && ./server 7000
//   printf 'Pa1Ga' | nc localhost 7000        (put "a" = "1", get "a"; "Q" stops the server)
//
// Bugs to seed: -DFORGOTTEN_LOCK, -DSWAPPED_LOCKS, -DUNLOCKED_COUNTER.
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum {
  WORKERS = 4,
  WAITING = 16,     // connections that wait for a worker
  ENTRIES = 64,     // of the table
  RECORDS = 32,     // of the journal
  LONGEST = 128,    // request, in bytes
  BACKLOG = 8,
  SECONDS = 5       // between two reports
};

// ---------------------------------------------------------------------------------------------------------------------
// The journal: the last things that happened. Its lock is the innermost one.

enum happening { OPENED, CLOSED, MALFORMED, REPORTED };

struct record {
  enum happening what;
  int socket;
  unsigned long serial;
};

static struct {
  pthread_mutex_t lock;
  struct record records[RECORDS];
  unsigned next;
  unsigned long serial;
} journal = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void note_locked(enum happening what, int socket) {
  struct record *r = &journal.records[journal.next];
  r->what = what;
  r->socket = socket;
  r->serial = journal.serial++;
  journal.next = (journal.next + 1) % RECORDS;
}

static void note(enum happening what, int socket) {
  pthread_mutex_lock(&journal.lock);
  note_locked(what, socket);
  pthread_mutex_unlock(&journal.lock);
}

// ---------------------------------------------------------------------------------------------------------------------
// Statistics. Order of locks: statistics before journal.

static struct {
  pthread_mutex_t lock;
  unsigned long accepted, refused, answered, malformed;
  unsigned long bytes_in, bytes_out;
} statistics = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void count_connection(bool refused) {
  pthread_mutex_lock(&statistics.lock);
  if (refused)
    statistics.refused++;
  else
    statistics.accepted++;
  pthread_mutex_unlock(&statistics.lock);
}

static void count_answer(size_t in, size_t out) {
  pthread_mutex_lock(&statistics.lock);
  statistics.answered++;
  statistics.bytes_in += in;
  statistics.bytes_out += out;
  pthread_mutex_unlock(&statistics.lock);
}

static void count_malformed(int socket) {
#ifdef SWAPPED_LOCKS
  pthread_mutex_lock(&journal.lock);
  note_locked(MALFORMED, socket);
  pthread_mutex_lock(&statistics.lock);
  statistics.malformed++;
  pthread_mutex_unlock(&statistics.lock);
  pthread_mutex_unlock(&journal.lock);
#else
  pthread_mutex_lock(&statistics.lock);
  statistics.malformed++;
  note(MALFORMED, socket);
  pthread_mutex_unlock(&statistics.lock);
#endif
}

// One line, and a record of it while the numbers still stand.
static void report(void) {
  pthread_mutex_lock(&statistics.lock);
  unsigned long accepted = statistics.accepted, refused = statistics.refused, malformed = statistics.malformed;
  unsigned long in = statistics.bytes_in, out = statistics.bytes_out;
#ifndef UNLOCKED_COUNTER
  unsigned long answered = statistics.answered;
#endif
  note(REPORTED, -1);
  pthread_mutex_unlock(&statistics.lock);
#ifdef UNLOCKED_COUNTER
  unsigned long answered = statistics.answered;
#endif
  printf("%lu connections, %lu refused; %lu answers, %lu malformed; %lu bytes in, %lu out\n", accepted, refused,
         answered, malformed, in, out);
}

// ---------------------------------------------------------------------------------------------------------------------
// The table: open addressing, keys and values of one byte.

struct entry {
  bool used;
  uint8_t key, value;
};

static struct {
  pthread_mutex_t lock;
  struct entry entries[ENTRIES];
  unsigned used;
} table = {.lock = PTHREAD_MUTEX_INITIALIZER};

// Its entry, or the free one where it would be; null: the table is full.
static struct entry *find_locked(uint8_t key) {
  for (unsigned k = 0; k < ENTRIES; k++) {
    struct entry *e = &table.entries[(key * 7u + k) % ENTRIES];
    if (!e->used || e->key == key) return e;
  }
  return NULL;
}

static bool table_get(uint8_t key, uint8_t *value) {
#ifdef FORGOTTEN_LOCK
  if (table.used == 0) return false;
#endif
  pthread_mutex_lock(&table.lock);
  struct entry *e = find_locked(key);
  bool found = e != NULL && e->used;
  if (found) *value = e->value;
  pthread_mutex_unlock(&table.lock);
  return found;
}

static bool table_put(uint8_t key, uint8_t value) {
  pthread_mutex_lock(&table.lock);
  struct entry *e = find_locked(key);
  if (e == NULL) {
    pthread_mutex_unlock(&table.lock);
    return false;
  }
  if (!e->used) table.used++;
  e->used = true;
  e->key = key;
  e->value = value;
  pthread_mutex_unlock(&table.lock);
  return true;
}

// ---------------------------------------------------------------------------------------------------------------------
// Connections that wait for a worker.

struct queue {
  pthread_mutex_t lock;
  pthread_cond_t not_empty, not_full;
  int sockets[WAITING];
  unsigned first, count;
  bool closed;
};

static struct queue waiting = {
    .lock = PTHREAD_MUTEX_INITIALIZER,
    .not_empty = PTHREAD_COND_INITIALIZER,
    .not_full = PTHREAD_COND_INITIALIZER,
};

static void queue_put(struct queue *q, int socket) {
  pthread_mutex_lock(&q->lock);
  while (q->count == WAITING) pthread_cond_wait(&q->not_full, &q->lock);
  q->sockets[(q->first + q->count) % WAITING] = socket;
  q->count++;
  pthread_cond_signal(&q->not_empty);
  pthread_mutex_unlock(&q->lock);
}

// False: the queue is closed, and nothing is left in it.
static bool queue_take(struct queue *q, int *socket) {
  pthread_mutex_lock(&q->lock);
  while (q->count == 0) {
    if (q->closed) {
      pthread_mutex_unlock(&q->lock);
      return false;
    }
    pthread_cond_wait(&q->not_empty, &q->lock);
  }
  *socket = q->sockets[q->first];
  q->first = (q->first + 1) % WAITING;
  q->count--;
  pthread_cond_signal(&q->not_full);
  pthread_mutex_unlock(&q->lock);
  return true;
}

static void queue_close(struct queue *q) {
  pthread_mutex_lock(&q->lock);
  q->closed = true;
  pthread_cond_broadcast(&q->not_empty);
  pthread_mutex_unlock(&q->lock);
}

// ---------------------------------------------------------------------------------------------------------------------
// Whether the server is to stop: a request says so, or main does.

static struct {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  bool stopping;
} control = {.lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER};

static void stop(void) {
  pthread_mutex_lock(&control.lock);
  control.stopping = true;
  pthread_cond_broadcast(&control.changed);
  pthread_mutex_unlock(&control.lock);
}

static bool stopping(void) {
  pthread_mutex_lock(&control.lock);
  bool now = control.stopping;
  pthread_mutex_unlock(&control.lock);
  return now;
}

// ---------------------------------------------------------------------------------------------------------------------
// Requests: "G<key>", "P<key><value>", "Q", any number of them in a row.

struct answer {
  char text[LONGEST];
  size_t length;
};

static void say(struct answer *a, char c) {
  if (a->length < sizeof a->text) a->text[a->length++] = c;
}

// The number of bytes that were understood; 0: none.
static size_t answer_one(const char *request, size_t length, struct answer *a) {
  uint8_t value = 0;
  switch (request[0]) {
    case 'G':
      if (length < 2) return 0;
      if (table_get((uint8_t)request[1], &value))
        say(a, (char)value);
      else
        say(a, '?');
      return 2;
    case 'P':
      if (length < 3) return 0;
      say(a, table_put((uint8_t)request[1], (uint8_t)request[2]) ? '+' : '-');
      return 3;
    case 'Q':
      stop();
      say(a, '!');
      return 1;
  }
  return 0;
}

static bool send_all(int socket, const char *text, size_t length) {
  while (length > 0) {
    ssize_t n = send(socket, text, length, 0);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    text += n;
    length -= (size_t)n;
  }
  return true;
}

static void serve(int socket) {
  char request[LONGEST];
  struct answer a;
  note(OPENED, socket);
  for (;;) {
    ssize_t n = recv(socket, request, sizeof request, 0);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) break;
    size_t length = (size_t)n, at = 0;
    a.length = 0;
    while (at < length) {
      size_t understood = answer_one(request + at, length - at, &a);
      if (understood == 0) break;
      at += understood;
    }
    if (!send_all(socket, a.text, a.length)) break;
    count_answer(length, a.length);
    if (at < length) {
      count_malformed(socket);
      break;
    }
  }
  close(socket);
  note(CLOSED, socket);
}

// ---------------------------------------------------------------------------------------------------------------------
// The threads.

static void *work(void *unused) {
  int socket;
  while (queue_take(&waiting, &socket)) serve(socket);
  return unused;
}

static void *tell(void *unused) {
  struct timespec until;
  pthread_mutex_lock(&control.lock);
  while (!control.stopping) {
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += SECONDS;
    int error = pthread_cond_timedwait(&control.changed, &control.lock, &until);
    if (error != ETIMEDOUT) continue;
    pthread_mutex_unlock(&control.lock);
    report();
    pthread_mutex_lock(&control.lock);
  }
  pthread_mutex_unlock(&control.lock);
  return unused;
}

static int listen_on(uint16_t port) {
  struct sockaddr_in address;
  memset(&address, 0, sizeof address);
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(port);
  int listener = socket(AF_INET, SOCK_STREAM, 0);
  if (listener < 0) return -1;
  if (bind(listener, (struct sockaddr *)&address, sizeof address) != 0 || listen(listener, BACKLOG) != 0) {
    close(listener);
    return -1;
  }
  return listener;
}

static void accept_connections(int listener) {
  while (!stopping()) {
    int connection = accept(listener, NULL, NULL);
    if (connection < 0 && errno != EINTR && errno != ECONNABORTED) break;
    count_connection(connection < 0);
    if (connection >= 0) queue_put(&waiting, connection);
  }
}

int main(int argc, char **argv) {
  pthread_t workers[WORKERS], reporter;
  int listener = listen_on(argc > 1 ? (uint16_t)atoi(argv[1]) : 7000);
  if (listener < 0) {
    perror("listen");
    return 1;
  }
  pthread_create(&reporter, NULL, tell, NULL);
  for (int i = 0; i < WORKERS; i++) pthread_create(&workers[i], NULL, work, NULL);
  accept_connections(listener);
  stop();
  queue_close(&waiting);
  for (int i = 0; i < WORKERS; i++) pthread_join(workers[i], NULL);
  pthread_join(reporter, NULL);
  close(listener);
  report();
  return 0;
}
