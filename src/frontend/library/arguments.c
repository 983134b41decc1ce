// SPDX-License-Identifier: GPL-3.0-or-later
// The arguments of main (see src/frontend/arguments.cpp, which calls these at the beginning of main, unless the user
// gave the arguments). Their number is any. The text of an argument is either known by its characters, each of them an
// input, or it is a name without content (text_from_outside): functions that read a number from it draw the number, and
// an execution that looks at its characters is not followed any further.
#include "heddle_builtins.h"

enum { kMostKnown = 4, kLongest = 8 };  // arguments with known texts, the program's name included; their characters

extern char* __heddle_argv_more[];  // no definition, as all texts without content: nothing is known about it

int __heddle_argc(int given) { return (int)__heddle_Nondet(1, 0x7fffffff); }

static char __heddle_known_argv_1[kLongest + 1], __heddle_known_argv_2[kLongest + 1],
    __heddle_known_argv_3[kLongest + 1];

static char* any_text(char* text) {
  for (int i = 0; i < kLongest; ++i) text[i] = (char)__heddle_Nondet(0, 255);
  return text;
}
static char** space(int n) {  // for n arguments and the null pointer
  switch (n) {
    case 1: return __heddle_Malloc(2 * sizeof(char*));
    case 2: return __heddle_Malloc(3 * sizeof(char*));
    case 3: return __heddle_Malloc(4 * sizeof(char*));
    case 4: return __heddle_Malloc(5 * sizeof(char*));
    case 5: return __heddle_Malloc(6 * sizeof(char*));
    case 6: return __heddle_Malloc(7 * sizeof(char*));
    case 7: return __heddle_Malloc(8 * sizeof(char*));
    default: return __heddle_Malloc(9 * sizeof(char*));
  }
}

// `last` is the largest index with which the program asks for an argument, unless it also computes indices.
char** __heddle_argv(char** given, int count, char* name, int last, int any_index, int looks_at_text) {
  int known = last + 1 < kArguments && !any_index ? last + 1 : looks_at_text ? kMostKnown : kArguments;
  if (looks_at_text && count <= kMostKnown && !__heddle_Nondet(0, 1)) {  // all texts are short
    char** v = space(count);
    v[0] = name;
    if (count > 1) v[1] = any_text(__heddle_known_argv_1);
    if (count > 2) v[2] = any_text(__heddle_known_argv_2);
    if (count > 3) v[3] = any_text(__heddle_known_argv_3);
    v[count] = NULL;
    return v;
  }
  if (count > known && (any_index || last >= kArguments)) return __heddle_argv_more;
  // Otherwise nobody asks for more than `last`, and the vector ends there.
  int n = count < known ? count : known;
  char** v = space(n);
  v[0] = name;
  if (n > 1) v[1] = __heddle_argv_1;
  if (n > 2) v[2] = __heddle_argv_2;
  if (n > 3) v[3] = __heddle_argv_3;
  if (n > 4) v[4] = __heddle_argv_4;
  if (n > 5) v[5] = __heddle_argv_5;
  if (n > 6) v[6] = __heddle_argv_6;
  if (n > 7) v[7] = __heddle_argv_7;
  v[n] = NULL;
  return v;
}

void __heddle_more_than_three_environment_variables(void);  // no model: named in the answer

void __heddle_environment_variable_with_a_name_of_more_than_31_characters(void);
enum { kName = 32 };
static int same_text(const char* a, const char* b) {
  for (; *a == *b; ++a, ++b)
    if (*a == 0) return 1;
  return 0;
}
// Whether a variable is there is decided when it is asked for, and stays until the program changes it. The C library
// does not lock: a change races with every other use (POSIX says that these functions need not be safe).
static char names[kVariables][kName];
static int there[kVariables];
static const char* values[kVariables];  // those that the program set
static int __heddle_the_environment;

static int name_of(const char* name, char* asked) {  // its length; 0: no name
  int n = 0;
  for (; name[n] != 0; ++n) {
    if (name[n] == '=') return 0;
    if (n == kName - 1) {
      __heddle_environment_variable_with_a_name_of_more_than_31_characters();
      break;
    }
    asked[n] = name[n];
  }
  asked[n] = 0;
  return n;
}
static int variable(const char* asked, unsigned drawn) {  // inside a section
  int k = 0;
  while (k < kVariables && names[k][0] != 0 && !same_text(names[k], asked)) ++k;
  if (k == kVariables) {
    __heddle_more_than_three_environment_variables();
    return 0;
  }
  if (names[k][0] == 0) {
    int i = -1;
    do {
      ++i;
      names[k][i] = asked[i];
    } while (asked[i] != 0);
    there[k] = (int)drawn;
  }
  return k;
}
static int known_variable(int k, unsigned drawn) {  // inside a section
  if (names[k][0] == 0) {
    names[k][0] = 1;
    there[k] = (int)drawn;
  }
  return k;
}
static const char* value_of(int k) {
  if (!there[k]) return NULL;
  return values[k] ? values[k]
         : k == 0  ? __heddle_value_of_an_environment_variable
         : k == 1  ? __heddle_value_of_a_second_environment_variable
                   : __heddle_value_of_a_third_environment_variable;
}
#define LOOK_UP(which)                        \
  unsigned drawn = __heddle_Nondet(0, 1);     \
  int seen = __heddle_the_environment;        \
  (void)seen;                                 \
  __VERIFIER_atomic_begin();                  \
  const char* value = value_of(which(drawn)); \
  __VERIFIER_atomic_end();                    \
  return (char*)value
#define BY_NAME(drawn) variable(asked, drawn)
#define BY_NUMBER(drawn) known_variable(number, drawn)
char* getenv(const char* name) {
  char asked[kName];
  if (name_of(name, asked) == 0) return NULL;
  LOOK_UP(BY_NAME);
}
#define SET(which)                                      \
  unsigned drawn = __heddle_Nondet(0, 1);               \
  const char* kept = value;                             \
  if (!text_from_outside(value)) { /* a copy */         \
    size_t n = 0;                                       \
    while (value[n] != 0) ++n;                          \
    char* copy = __heddle_Malloc(n + 1);                \
    if (copy == NULL) return fail_with(ENOMEM);         \
    for (size_t i = 0; i <= n; ++i) copy[i] = value[i]; \
    kept = copy;                                        \
  }                                                     \
  __heddle_the_environment = 1;                         \
  __VERIFIER_atomic_begin();                            \
  int k = which(drawn);                                 \
  if (!there[k] || replaces) values[k] = kept;          \
  there[k] = 1;                                         \
  __VERIFIER_atomic_end();                              \
  return 0
int setenv(const char* name, const char* value, int replaces) {
  char asked[kName];
  if (name == NULL || name_of(name, asked) == 0) return fail_with(EINVAL);
  SET(BY_NAME);
}
#define UNSET(which)            \
  __heddle_the_environment = 1; \
  __VERIFIER_atomic_begin();    \
  int k = which(0);             \
  there[k] = 0;                 \
  values[k] = NULL;             \
  __VERIFIER_atomic_end();      \
  return 0
int unsetenv(const char* name) {
  char asked[kName];
  if (name == NULL || name_of(name, asked) == 0) return fail_with(EINVAL);
  UNSET(BY_NAME);
}

// The same where all names are literals: the front end has counted them (src/frontend/known_names.cpp). The number
// stands behind the arguments of the function.
char* __heddle_known_getenv(const char* name, int number) { LOOK_UP(BY_NUMBER); }
int __heddle_known_setenv(const char* name, const char* value, int replaces, int number) { SET(BY_NUMBER); }
int __heddle_known_unsetenv(const char* name, int number) { UNSET(BY_NUMBER); }
