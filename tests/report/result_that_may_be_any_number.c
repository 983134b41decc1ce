// SPDX-License-Identifier: GPL-3.0-or-later
// flags: --property unreach-call
// verdict: unknown
// shows: any result of cos (result_that_may_be_any_number.c:9
// shows: say --harmless cos
#include <assert.h>
#include <math.h>

int main(int argc, char **argv) { assert(cos(argc) < 2); }
