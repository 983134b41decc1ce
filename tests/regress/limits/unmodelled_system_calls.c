// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=unknown
// reason: unmodelled call
// variant: -DCALL=raise(SIGINT) => unreach-call=unknown
// variant: -DCALL=popen(__FILE__,__FILE__) => unreach-call=unknown
// variant: -DCALL=on_exit(nothing,0) => unreach-call=unknown
// variant: -DCALL=setenv(__FILE__,__FILE__,1) => unreach-call=unknown
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#ifndef CALL
#define CALL fork()
#endif

void nothing(int code, void *unused) {}

int main(void) { CALL; }
