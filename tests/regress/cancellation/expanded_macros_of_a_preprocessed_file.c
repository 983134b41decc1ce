// SPDX-License-Identifier: GPL-3.0-or-later
// What is left of pthread_cleanup_push and pthread_cleanup_pop in a preprocessed file, with declarations of the file's own.
// expect: unreach-call=true no-deadlock=true
// variant: -DWITHOUT => no-deadlock=false
// variant: -DJUMPS => unreach-call=refused
typedef unsigned long int pthread_t;
typedef union { char size[40]; long align; } pthread_mutex_t;
typedef struct { struct { long registers[8]; int saved; } jump[1]; void *pad[4]; } buffer_t;

extern int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
extern int pthread_join(pthread_t, void **);
extern int pthread_cancel(pthread_t);
extern void pthread_testcancel(void);
extern int pthread_mutex_lock(pthread_mutex_t *);
extern int pthread_mutex_unlock(pthread_mutex_t *);
extern int __sigsetjmp_cancel(void *, int) __asm__("__sigsetjmp") __attribute__((__returns_twice__));
extern void __pthread_register_cancel(buffer_t *);
extern void __pthread_unregister_cancel(buffer_t *);
extern void __pthread_unwind_next(buffer_t *) __attribute__((__noreturn__, __weak__));
extern void reach_error(void);

static pthread_mutex_t lock;

static void unlock(void *mutex) { pthread_mutex_unlock(mutex); }

static void *worker(void *unused) {
  pthread_mutex_lock(&lock);
#ifdef WITHOUT
  for (;;) pthread_testcancel();
#elif defined JUMPS
  buffer_t place;
  if (__sigsetjmp_cancel(place.jump, 0)) return unused;
#else
  do {
    buffer_t buffer;
    void (*routine)(void *) = (unlock);
    void *argument = (&lock);
    int not_first_call = __sigsetjmp_cancel(buffer.jump, 0);
    if (__builtin_expect((not_first_call), 0)) {
      routine(argument);
      __pthread_unwind_next(&buffer);
    }
    __pthread_register_cancel(&buffer);
    do {
      for (;;) pthread_testcancel();
      do {
      } while (0);
    } while (0);
    __pthread_unregister_cancel(&buffer);
    if (0) routine(argument);
  } while (0);
#endif
  return unused;
}

int main(void) {
  pthread_t thread;
  void *result;
  pthread_create(&thread, 0, worker, 0);
  pthread_cancel(thread);
  pthread_join(thread, &result);
  if (result != (void *)-1) reach_error();
  pthread_mutex_lock(&lock);
  return 0;
}
