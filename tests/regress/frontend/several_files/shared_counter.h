// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

extern int counter_value;
void counter_add(int n);
