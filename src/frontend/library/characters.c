// SPDX-License-Identifier: GPL-3.0-or-later
// <ctype.h> in the C locale. glibc's macros look into tables indexed from -128 to 255; the bits are glibc's for a
// little-endian machine.
#include "heddle_builtins.h"

enum {
  kUpper = 1 << 8,
  kLower = 1 << 9,
  kAlpha = 1 << 10,
  kDigit = 1 << 11,
  kHex = 1 << 12,
  kSpace = 1 << 13,
  kPrint = 1 << 14,
  kGraph = 1 << 15,
  kBlank = 1 << 0,
  kControl = 1 << 1,
  kPunct = 1 << 2,
  kAlnum = 1 << 3,
  kSeen = kPrint | kGraph,
};
#define AT(c) [128 + (c)]
#define RANGE(a, b) [128 + (a)... 128 + (b)]
static const unsigned short classes[384] = {
    RANGE(0, 8) = kControl,
    AT('\t') = kControl | kSpace | kBlank,
    RANGE('\n', '\r') = kControl | kSpace,
    RANGE(14, 31) = kControl,
    AT(' ') = kSpace | kBlank | kPrint,
    RANGE('!', '/') = kSeen | kPunct,
    RANGE('0', '9') = kSeen | kDigit | kHex | kAlnum,
    RANGE(':', '@') = kSeen | kPunct,
    RANGE('A', 'F') = kSeen | kUpper | kAlpha | kHex | kAlnum,
    RANGE('G', 'Z') = kSeen | kUpper | kAlpha | kAlnum,
    RANGE('[', '`') = kSeen | kPunct,
    RANGE('a', 'f') = kSeen | kLower | kAlpha | kHex | kAlnum,
    RANGE('g', 'z') = kSeen | kLower | kAlpha | kAlnum,
    RANGE('{', '~') = kSeen | kPunct,
    AT(127) = kControl,
};
static const unsigned short* const middle = classes + 128;

const unsigned short* const* __ctype_b_loc(void) { return &middle; }

static int has(int c, int kind) { return c >= -128 && c < 256 ? classes[128 + c] & kind : 0; }
int isalnum(int c) { return has(c, kAlnum); }
int isalpha(int c) { return has(c, kAlpha); }
int isblank(int c) { return has(c, kBlank); }
int iscntrl(int c) { return has(c, kControl); }
int isdigit(int c) { return has(c, kDigit); }
int isgraph(int c) { return has(c, kGraph); }
int islower(int c) { return has(c, kLower); }
int isprint(int c) { return has(c, kPrint); }
int ispunct(int c) { return has(c, kPunct); }
int isspace(int c) { return has(c, kSpace); }
int isupper(int c) { return has(c, kUpper); }
int isxdigit(int c) { return has(c, kHex); }
int toupper(int c) { return c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c; }
int tolower(int c) { return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c; }
int isascii(int c) { return (c & ~0x7f) == 0; }
int toascii(int c) { return c & 0x7f; }
