// SPDX-License-Identifier: GPL-3.0-or-later
static int state = 100;
static int next(void) { return ++state; }
int other_next(void) { return next(); }
