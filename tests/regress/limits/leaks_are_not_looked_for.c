// SPDX-License-Identifier: GPL-3.0-or-later
// expect: valid-memsafety=unknown
// reason: memory leaks are not checked
#include <stdlib.h>

int main(void) { return malloc(4) == NULL; }
