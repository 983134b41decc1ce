// SPDX-License-Identifier: GPL-3.0-or-later
// expect: unreach-call=unknown
// reason: unmodelled call
// variant: -DCALL=signal(SIGINT,SIG_IGN) => unreach-call=unknown
// variant: -DCALL=fopen(__FILE__,__FILE__) => unreach-call=unknown
// variant: -DCALL=atexit(nothing) => unreach-call=unknown
// variant: -DCALL=getenv(__FILE__) => unreach-call=unknown
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#ifndef CALL
#define CALL fork()
#endif

void nothing(void) {}

int main(void) { CALL; }
