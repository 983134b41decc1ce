// SPDX-License-Identifier: GPL-3.0-or-later
// Addresses of peers as texts and numbers, and options of sockets. What a network says is anything.
#include "heddle_builtins.h"

#define ANY_ERROR ((int)__heddle_Nondet(1, 133))
enum { kVersion4 = 2, kVersion6 = 10, kBytes4 = 4, kBytes6 = 16, kNoSuchFamily = 97 };

void __heddle_option_of_a_socket(void);  // no model: named in the answer
int getsockopt(int socket, int level, int name, void* value, unsigned* size) {
  enum {
    kSocket = 1,
    kTcp = 6,
    kLinger = 13,
    kPeer = 17,
    kTimes = 20,
    kTimesEnd = 21,
    kNewTimes = 66,
    kNewTimesEnd = 67
  };
  enum { kDevice = 25, kFilter = 26, kPeerSecurity = 31, kPeerGroups = 59, kCookie = 57, kTcpNumbers = 10 };
  unsigned room = *size, most = sizeof(int);
  int texts = name == kDevice || name == kFilter || name == kPeerSecurity || name == kPeerGroups || name == kCookie;
  if (level == kSocket && !texts) {
    if (name == kLinger) most = 2 * sizeof(int);
    if (name == kPeer) most = 3 * sizeof(int);
    if ((name >= kTimes && name <= kTimesEnd) || (name >= kNewTimes && name <= kNewTimesEnd)) most = 2 * sizeof(long);
  } else if (level != kTcp || name < 1 || name > kTcpNumbers) {
    __heddle_option_of_a_socket();
  }
  if (__heddle_Nondet(0, 1)) return fail_with(ANY_ERROR);
  unsigned n = room < most ? room : most, i = 0;
  for (; i + sizeof(int) <= n; i += sizeof(int)) *(int*)((char*)value + i) = (int)__heddle_Nondet(0, ~0U);
  for (; i < n; ++i) ((unsigned char*)value)[i] = (unsigned char)__heddle_Nondet(0, 255);
  *size = n;
  return 0;
}

// "127.0.0.1" and its end.
static size_t write_version_4(char* to, const unsigned char* bytes) {
  size_t n = 0;
  for (int k = 0; k < kBytes4; ++k) {
    unsigned b = bytes[k];
    if (b >= 100) to[n++] = (char)('0' + b / 100);
    if (b >= 10) to[n++] = (char)('0' + b / 10 % 10);
    to[n++] = (char)('0' + b % 10);
    to[n++] = '.';
  }
  to[n - 1] = 0;
  return n;
}
// The C library may have one text for all threads: two calls race (POSIX says that the function need not be safe).
char* inet_ntoa(unsigned address) {
  static char result_of_inet_ntoa[16];
  write_version_4(result_of_inet_ntoa, (const unsigned char*)&address);
  return result_of_inet_ntoa;
}
const char* inet_ntop(int family, const void* address, char* to, unsigned room) {
  enum { kMost = 46 };
  char text[kMost];
  size_t n;
  if (family == kVersion4) {
    unsigned char bytes[kBytes4];
    for (int i = 0; i < kBytes4; ++i) bytes[i] = ((const unsigned char*)address)[i];
    n = write_version_4(text, bytes);
  } else if (family == kVersion6) {
    unsigned char seen = 0;
    for (int i = 0; i < kBytes6; ++i) seen = ((const unsigned char*)address)[i];
    (void)seen;
    n = __heddle_Nondet(3, kMost);
    for (size_t i = 0; i + 1 < n; ++i) text[i] = (char)__heddle_Nondet('.', 'f');
    text[n - 1] = 0;
  } else {
    __heddle_errno = kNoSuchFamily;
    return NULL;
  }
  if (n > room) {
    __heddle_errno = ENOSPC;
    return NULL;
  }
  for (size_t i = 0; i < n; ++i) to[i] = text[i];
  return to;
}
unsigned __heddle_any_address_that_a_text_says(void);
static int read_version_4(const char* s, unsigned char* bytes) {
  for (int k = 0; k < kBytes4; ++k) {
    unsigned n = 0;
    int digits = 0;
    for (; *s >= '0' && *s <= '9'; ++s, ++digits) {
      if (digits > 0 && n == 0) return 0;
      n = n * 10 + (unsigned)(*s - '0');
      if (n > 255) return 0;
    }
    if (digits == 0 || *s != (k + 1 < kBytes4 ? '.' : 0)) return 0;
    ++s;
    bytes[k] = (unsigned char)n;
  }
  return 1;
}
// Other ways to write an address than four numbers are not read.
int inet_aton(const char* text, unsigned char* to) {
  unsigned char bytes[kBytes4];
  int valid = !text_from_outside(text) && read_version_4(text, bytes);
  if (!valid) {
    if (!text_from_outside(text)) {
      for (const char* p = text; *p != 0; ++p) {}
      __heddle_any_address_that_a_text_says();
    }
    valid = (int)__heddle_Nondet(0, 1);
    for (int i = 0; i < kBytes4 && valid; ++i) bytes[i] = (unsigned char)__heddle_Nondet(0, 255);
  }
  for (int i = 0; i < kBytes4 && valid && to != NULL; ++i) to[i] = bytes[i];
  return valid;
}
int inet_pton(int family, const char* text, void* to) {
  unsigned char bytes[kBytes6];
  int size = family == kVersion4 ? kBytes4 : kBytes6, valid;
  if (family != kVersion4 && family != kVersion6) return fail_with(kNoSuchFamily);
  if (family == kVersion4 && !text_from_outside(text)) {
    valid = read_version_4(text, bytes);
  } else {
    if (!text_from_outside(text)) {
      for (const char* p = text; *p != 0; ++p) {}
      __heddle_any_address_that_a_text_says();
    }
    valid = (int)__heddle_Nondet(0, 1);
    for (int i = 0; i < size && valid; ++i) bytes[i] = (unsigned char)__heddle_Nondet(0, 255);
  }
  for (int i = 0; i < size && valid; ++i) ((unsigned char*)to)[i] = bytes[i];
  return valid;
}

// The addresses of a host: a list, of which a search looks at two.
struct Info {
  int flags, family, type, protocol;
  unsigned size;
  void* address;
  char* name;
  struct Info* next;
};
struct Found {
  struct Info info;
  unsigned char address[28];
};
unsigned __heddle_any_number_of_addresses_above_two(void);
void __heddle_canonical_name_of_a_host(void);  // no model: named in the answer
void __heddle_Free(void* block);
static void look_at_name(const char* s) {
  if (s != NULL && !text_from_outside(s))
    while (*s != 0) ++s;
}
int getaddrinfo(const char* host, const char* service, const struct Info* hints, struct Info** result) {
  enum { kWantsName = 2, kInternet4 = 16, kInternet6 = 28, kTypes = 3, kSystem = -11, kMemory = -10 };
  struct Info wish = {0, 0, 0, 0, 0, NULL, NULL, NULL};
  look_at_name(host);
  look_at_name(service);
  if (hints != NULL) {
    wish.flags = hints->flags;
    wish.family = hints->family;
    wish.type = hints->type;
    wish.protocol = hints->protocol;
  }
  if (wish.flags & kWantsName) __heddle_canonical_name_of_a_host();
  if (__heddle_Nondet(0, 1)) {
    int error = (int)__heddle_Nondet((unsigned)kSystem, ~0U);
    if (error == kSystem) __heddle_errno = ANY_ERROR;
    return error;
  }
  unsigned n = __heddle_Nondet(1, 3);
  if (n == 3) {
    unsigned more = __heddle_any_number_of_addresses_above_two();
    n = more > n ? more : 2;
  }
  struct Info* first = NULL;
  for (unsigned k = 0; k < n; ++k) {
    struct Found* found = __heddle_Malloc(sizeof *found);
    if (found == NULL) {
      while (first != NULL) {
        struct Info* next = first->next;
        __heddle_Free(first);
        first = next;
      }
      return kMemory;
    }
    int family = wish.family != 0 ? wish.family : __heddle_Nondet(0, 1) ? kVersion6 : kVersion4;
    int type = wish.type != 0 ? wish.type : (int)__heddle_Nondet(1, kTypes);
    int protocol = wish.protocol != 0 ? wish.protocol : (int)__heddle_Nondet(0, 255);
    unsigned size = family == kVersion6 ? kInternet6 : kInternet4;
    found->info = (struct Info){wish.flags, family, type, protocol, size, found->address, NULL, first};
    found->address[0] = (unsigned char)family;
    found->address[1] = 0;
    for (unsigned i = 2; i < size; ++i) found->address[i] = (unsigned char)__heddle_Nondet(0, 255);
    first = &found->info;
  }
  *result = first;
  return 0;
}
void freeaddrinfo(struct Info* first) {
  while (first != NULL) {
    struct Info* next = first->next;
    __heddle_Free(first);
    first = next;
  }
}
