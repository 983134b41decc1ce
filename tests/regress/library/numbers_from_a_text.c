// SPDX-License-Identifier: GPL-3.0-or-later
// sscanf, strtok and strsep; what sscanf does not know here is named.
// expect: unreach-call=true
// engines: explore
// variant: -DWRONG => unreach-call=false
// variant: -DFLOAT => unreach-call=unknown
// reason: conversion of scanf
// variant: -DTHREADS => no-data-race=false
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static char shared[8] = "a b";
static void *splits(void *unused) {
  char own[4] = "c d";
  strtok(unused ? shared : own, " ");
  return unused;
}

int main(void) {
  int a = 0, b = 0, n = 0;
  unsigned h = 0;
  long l = 0;
  short s = 0;
  char word[8] = "", c = 0;
  assert(sscanf("12 -7", "%d%d", &a, &b) == 2 && a == 12 && b == -7);
  assert(sscanf("x=0x1f;y", "x=%x;%c%n", &h, &c, &n) == 2 && h == 31 && c == 'y' && n == 8);
  assert(sscanf("  hello world", "%7s %*s", word) == 1 && strcmp(word, "hello") == 0);
  assert(sscanf("123456", "%3d%ld", &a, &l) == 2 && a == 123 && l == 456);
  assert(sscanf("9", "%hd", &s) == 1 && s == 9);
  assert(sscanf("", "%d", &a) == -1 && sscanf("x", "%d", &a) == 0 && a == 123);
#ifdef WRONG
  assert(sscanf("1,2", "%d %d", &a, &b) == 2);
#endif
#ifdef FLOAT
  float f;
  assert(sscanf("1.5", "%f", &f) == 1);
#endif
  char text[] = "a,,b", *rest = text;
  assert(strcmp(strsep(&rest, ","), "a") == 0 && *strsep(&rest, ",") == 0 && strcmp(strsep(&rest, ","), "b") == 0);
  assert(rest == NULL);
  char line[] = " one  two";
  assert(strcmp(strtok(line, " "), "one") == 0 && strcmp(strtok(NULL, " "), "two") == 0 && strtok(NULL, " ") == NULL);
#ifdef THREADS
  pthread_t thread;
  pthread_create(&thread, NULL, splits, NULL);
  splits(&thread);
  pthread_join(thread, NULL);
#endif
}
