// SPDX-License-Identifier: GPL-3.0-or-later
// Functions of math.h that have one right result: the integers next to a number, roots, rests of divisions, numbers
// taken apart and put together; powers with whole exponents and fma as long as everything is exact. Libraries differ in
// the last bit of the others (sine, logarithm, ...): a search proves nothing behind them, and an analysis goes on with
// any number. A search may show a violation behind them that depends on no such number: so whatever depends on the
// result, such as errno, is such a number as well, and nothing is drawn.
#include "heddle_builtins.h"

typedef unsigned long long Bits;
typedef union {
  double number;
  Bits bits;
} Double;

static const double kNoFraction = 4503599627370496.0;  // 2^52: from here on all numbers are whole
static Bits bits_of(double x) { return ((Double){.number = x}).bits; }
static double with_sign_of(double x, double sign) {
  Double r = {.number = x};
  r.bits = (r.bits & ~(1ULL << 63)) | (bits_of(sign) & 1ULL << 63);
  return r.number;
}
static int is_small(double x) { return x > -kNoFraction && x < kNoFraction; }  // and is no NaN

static double cut(double x) { return is_small(x) ? with_sign_of((double)(long long)x, x) : x; }
static double down(double x) {
  double whole = cut(x);
  return is_small(x) && whole > x ? whole - 1 : whole;
}
static double up(double x) {
  double whole = cut(x);
  return is_small(x) && whole < x ? with_sign_of(whole + 1, x) : whole;
}
static double nearest(double x) {  // halves away from zero
  double whole = cut(x);
  if (!is_small(x)) return x;
  double rest = x - whole;
  if (rest >= 0.5) whole += 1;
  if (rest <= -0.5) whole -= 1;
  return with_sign_of(whole, x);
}
static double nearest_even(double x) {
  double whole = cut(x);
  if (!is_small(x)) return x;
  double rest = x - whole;
  int odd = (int)((long long)whole & 1);
  if (rest > 0.5 || (rest == 0.5 && odd)) whole += 1;
  if (rest < -0.5 || (rest == -0.5 && odd)) whole -= 1;
  return with_sign_of(whole, x);
}
double floor(double x) { return down(x); }
double ceil(double x) { return up(x); }
double trunc(double x) { return cut(x); }
double round(double x) { return nearest(x); }
double rint(double x) { return nearest_even(x); }
double nearbyint(double x) { return nearest_even(x); }
long lround(double x) { return (long)nearest(x); }
long long llround(double x) { return (long long)nearest(x); }
long lrint(double x) { return (long)nearest_even(x); }
long long llrint(double x) { return (long long)nearest_even(x); }
double roundeven(double x) { return nearest_even(x); }
long lroundf(float x) { return (long)nearest(x); }
long long llroundf(float x) { return (long long)nearest(x); }
long lrintf(float x) { return (long)nearest_even(x); }
long long llrintf(float x) { return (long long)nearest_even(x); }
float roundevenf(float x) { return (float)nearest_even(x); }
float floorf(float x) { return (float)down(x); }
float ceilf(float x) { return (float)up(x); }
float truncf(float x) { return (float)cut(x); }
float roundf(float x) { return (float)nearest(x); }
float rintf(float x) { return (float)nearest_even(x); }
double fabs(double x) { return with_sign_of(x, 0); }
float fabsf(float x) { return (float)with_sign_of(x, 0); }
double copysign(double x, double sign) { return with_sign_of(x, sign); }
double fmin(double x, double y) { return x != x || y < x ? y : x; }
double fmax(double x, double y) { return x != x || y > x ? y : x; }
float fminf(float x, float y) { return x != x || y < x ? y : x; }
float fmaxf(float x, float y) { return x != x || y > x ? y : x; }
double fdim(double x, double y) { return x != x || y != y ? x + y : x > y ? x - y : 0; }
double modf(double x, double* whole) {
  *whole = cut(x);
  return x == *whole ? with_sign_of(0, x) : with_sign_of(x - *whole, x);
}

// Bit by bit, as one extracts a root on paper; rounded to nearest.
static double root(double x) {
  if (x != x || x == 0 || bits_of(x) == 0x7ffULL << 52) return x;
  if (x < 0) {
    __heddle_errno = 33;  // EDOM
    return __builtin_nan("");
  }
  int exponent = (int)(bits_of(x) >> 52);
  Bits fraction = bits_of(x) & ((1ULL << 52) - 1);
  if (exponent == 0) {
    exponent = 1;
    while (!(fraction >> 52)) {
      fraction <<= 1;
      --exponent;
    }
  }
  fraction |= 1ULL << 52;
  exponent -= 1023;
  if (exponent & 1) {
    fraction <<= 1;
    --exponent;
  }
  // The root of fraction * 2^54 has 54 bits: the last one rounds.
  Bits result = 0, rest = 0;
  for (int i = 0; i < 54; ++i) {
    int at = 52 + 2 - 2 * (i + 1) + 0;
    Bits pair = at >= 0 ? fraction >> at & 3 : 0;
    rest = rest << 2 | pair;
    Bits trial = result << 2 | 1;
    result <<= 1;
    if (rest >= trial) {
      rest -= trial;
      result |= 1;
    }
  }
  Bits rounded = (result >> 1) + (result & 1);
  Double r = {.bits = ((Bits)(exponent / 2 + 1023) << 52) + (rounded - (1ULL << 52))};
  return r.number;
}
double sqrt(double x) { return root(x); }
float sqrtf(float x) { return (float)root(x); }

unsigned __heddle_any_part_of_a_number_of_mathematics(void);
static double some_number(void);
double pow(double x, double y) {
  if (y == 0 || x == 1) return 1;
  if (y == 1) return x;
  if (!(y > 0 && y <= 64 && cut(y) == y && cut(x) == x)) return some_number();
  double product = 1;
  for (int i = 0; i < (int)y; ++i) {
    product *= x;
    if (!(product > -2 * kNoFraction && product < 2 * kNoFraction)) return some_number();
  }
  return product;
}

static double some_number(void) {
  __heddle_errno = (int)__heddle_any_part_of_a_number_of_mathematics();
  Bits high = __heddle_any_part_of_a_number_of_mathematics();
  return ((Double){.bits = high << 32 | __heddle_any_part_of_a_number_of_mathematics()}).number;
}
#define SOME_RESULT_OF_ONE(name)                               \
  double name(double x) { return x == x ? some_number() : x; } \
  float name##f(float x) { return x == x ? (float)some_number() : x; }
#define SOME_RESULT_OF_TWO(name)                                                       \
  double name(double x, double y) { return x == x && y == y ? some_number() : x + y; } \
  float name##f(float x, float y) { return x == x && y == y ? (float)some_number() : x + y; }
SOME_RESULT_OF_ONE(sin)
SOME_RESULT_OF_ONE(cos)
SOME_RESULT_OF_ONE(tan)
SOME_RESULT_OF_ONE(asin)
SOME_RESULT_OF_ONE(acos)
SOME_RESULT_OF_ONE(atan)
SOME_RESULT_OF_ONE(sinh)
SOME_RESULT_OF_ONE(cosh)
SOME_RESULT_OF_ONE(tanh)
SOME_RESULT_OF_ONE(exp)
SOME_RESULT_OF_ONE(exp2)
SOME_RESULT_OF_ONE(expm1)
SOME_RESULT_OF_ONE(log)
SOME_RESULT_OF_ONE(log2)
SOME_RESULT_OF_ONE(log10)
SOME_RESULT_OF_ONE(log1p)
SOME_RESULT_OF_ONE(cbrt)
SOME_RESULT_OF_ONE(asinh)
SOME_RESULT_OF_ONE(acosh)
SOME_RESULT_OF_ONE(atanh)
SOME_RESULT_OF_ONE(exp10)
SOME_RESULT_OF_ONE(erf)
SOME_RESULT_OF_ONE(erfc)
SOME_RESULT_OF_ONE(tgamma)
SOME_RESULT_OF_ONE(j0)
SOME_RESULT_OF_ONE(j1)
SOME_RESULT_OF_ONE(y0)
SOME_RESULT_OF_ONE(y1)
SOME_RESULT_OF_TWO(atan2)
SOME_RESULT_OF_TWO(hypot)

double jn(int n, double x) { return x == x ? some_number() : x; }
double yn(int n, double x) { return x == x ? some_number() : x; }
void sincos(double x, double* sine, double* cosine) {
  *sine = x == x ? some_number() : x;
  *cosine = x == x ? some_number() : x;
}
void sincosf(float x, float* sine, float* cosine) {
  *sine = x == x ? (float)some_number() : x;
  *cosine = x == x ? (float)some_number() : x;
}
// The C library tells the sign in one object for all threads: two calls race (POSIX says that they need not be safe).
__attribute__((weak)) int signgam;
double lgamma(double x) {
  signgam = (int)__heddle_any_part_of_a_number_of_mathematics();
  return x == x ? some_number() : x;
}
float lgammaf(float x) {
  signgam = (int)__heddle_any_part_of_a_number_of_mathematics();
  return x == x ? (float)some_number() : x;
}
double lgamma_r(double x, int* sign) {
  *sign = (int)__heddle_any_part_of_a_number_of_mathematics();
  return x == x ? some_number() : x;
}

// A number is fraction * 2^exponent, and the fraction has 53 bits with the highest one set (for 0: none).
enum { kDomain = 33, kFractionBits = 53, kMaxExponent = 971, kMinExponent = -1074 };
static const double kSmallest = 2.2250738585072014e-308;  // that has all of its bits
typedef struct {
  Bits fraction;
  int exponent;
} Parts;
static int is_finite(double x) { return x - x == 0; }
static Parts parts_of(double x) {
  Bits bits = bits_of(x) & ~(1ULL << 63);
  Parts p = {bits & ((1ULL << 52) - 1), (int)(bits >> 52)};
  if (p.exponent == 0) {
    if (p.fraction == 0) return p;
    p.exponent = 1;
  } else {
    p.fraction |= 1ULL << 52;
  }
  p.exponent += kMinExponent - 1;
  for (; !(p.fraction >> 52); p.fraction <<= 1) --p.exponent;
  return p;
}
static double power_of_two(int n) { return ((Double){.bits = (Bits)(n + 1023) << 52}).number; }  // -1022 to 1023
// Only the last multiplication rounds: on the way down, no number before has lost a bit.
static double scaled(double x, int n) {
  enum { kUp = 1023, kDown = 1022 - kFractionBits };
  for (int i = 0; i < 2 && n > kUp; ++i, n -= kUp) x *= power_of_two(kUp);
  for (int i = 0; i < 2 && n < -1022; ++i, n += kDown) x *= power_of_two(-kDown);
  return x * power_of_two(n > kUp ? kUp : n < -1022 ? -1022 : n);
}
static void note_size(double of, double result, double smallest) {  // the last bits may be lost without a note
  if (!is_finite(of) || of == 0) return;
  if (!is_finite(result) || result == 0)
    __heddle_errno = ERANGE;
  else if (result < smallest && result > -smallest && __heddle_Nondet(0, 1))
    __heddle_errno = ERANGE;
}
static double scale(double x, int n) {
  double result = scaled(x, n);
  note_size(x, result, kSmallest);
  return result;
}
static float scale_float(float x, int n) {
  enum { kFar = 600 };
  float result = (float)scaled(x, n > kFar ? kFar : n < -kFar ? -kFar : n);
  note_size(x, result, 1.17549435e-38);
  return result;
}
#define INT_OF(n) ((n) > __INT_MAX__ ? __INT_MAX__ : (n) < -__INT_MAX__ ? -__INT_MAX__ : (int)(n))
double ldexp(double x, int n) { return scale(x, n); }
double scalbn(double x, int n) { return scale(x, n); }
double scalbln(double x, long n) { return scale(x, INT_OF(n)); }
float ldexpf(float x, int n) { return scale_float(x, n); }
float scalbnf(float x, int n) { return scale_float(x, n); }
float scalblnf(float x, long n) { return scale_float(x, INT_OF(n)); }

static double take_apart(double x, int* exponent, unsigned any) {
  *exponent = is_finite(x) ? 0 : (int)any;
  if (!is_finite(x) || x == 0) return x;
  Parts p = parts_of(x);
  *exponent = p.exponent + kFractionBits;
  return with_sign_of(((Double){.bits = (p.fraction & ((1ULL << 52) - 1)) | 1022ULL << 52}).number, x);
}
double frexp(double x, int* exponent) { return take_apart(x, exponent, __heddle_Nondet(0, ~0U)); }
float frexpf(float x, int* exponent) { return (float)take_apart(x, exponent, __heddle_Nondet(0, ~0U)); }

static int whole_exponent(double x) {
  if (is_finite(x) && x != 0) return parts_of(x).exponent + kFractionBits - 1;
  if (__heddle_Nondet(0, 1)) __heddle_errno = kDomain;
  return x == x && x != 0 ? __INT_MAX__ : -__INT_MAX__ - 1;
}
static double exponent_of(double x) {
  if (is_finite(x) && x != 0) return whole_exponent(x);
  if (x != 0) return x * x;
  if (__heddle_Nondet(0, 1)) __heddle_errno = ERANGE;
  return -__builtin_inf();
}
int ilogb(double x) { return whole_exponent(x); }
int ilogbf(float x) { return whole_exponent(x); }
double logb(double x) { return exponent_of(x); }
float logbf(float x) { return (float)exponent_of(x); }

double nextafter(double x, double y) {
  if (x != x || y != y) return x + y;
  if (x == y) return y;
  Double r = {.number = x};
  if (x == 0) {
    r.bits = 1;
    r.number = with_sign_of(r.number, y);
  } else if ((x < y) == (x > 0)) {
    ++r.bits;
  } else {
    --r.bits;
  }
  note_size(x == 0 ? 1 : x, r.number, kSmallest);
  return r.number;
}
float nextafterf(float x, float y) {
  typedef union {
    float number;
    unsigned bits;
  } Float;
  if (x != x || y != y) return x + y;
  if (x == y) return y;
  Float r = {.number = x};
  if (x == 0)
    r.bits = 1 | (y < 0 ? 1U << 31 : 0);
  else if ((x < y) == (x > 0))
    ++r.bits;
  else
    --r.bits;
  note_size(x == 0 ? 1 : x, r.number, 1.17549435e-38);
  return r.number;
}

// The rest of a division that is cut off, both numbers above 0; and whether the quotient is odd. Division on paper, ten
// bits at a time.
static double rest_of(double x, double y, int* odd) {
  *odd = 0;
  if (x < y) return x;
  Parts p = parts_of(x), q = parts_of(y);
  int left = p.exponent - q.exponent;
  *odd = (int)(p.fraction / q.fraction & 1);
  Bits rest = p.fraction % q.fraction;
  while (left > 0) {
    int bits = left < 10 ? left : 10;
    *odd = (int)((rest << bits) / q.fraction & 1);
    rest = (rest << bits) % q.fraction;
    left -= bits;
  }
  return scaled((double)rest, q.exponent);
}
static int divides(double x, double y, double* result) {  // 0: the result is that of a special case
  if (x == x && y == y && is_finite(x) && y != 0) {
    *result = x;
    return x != 0 && is_finite(y);
  }
  if (x == x && y == y) __heddle_errno = kDomain;
  *result = x == x && y == y ? __builtin_nan("") : x + y;
  return 0;
}
double fmod(double x, double y) {
  double result;
  int odd;
  if (!divides(x, y, &result)) return result;
  return with_sign_of(rest_of(with_sign_of(x, 1), with_sign_of(y, 1), &odd), x);
}
float fmodf(float x, float y) { return (float)fmod(x, y); }
double remainder(double x, double y) {
  double result, by = with_sign_of(y, 1);
  int odd;
  if (!divides(x, y, &result)) return result;
  double rest = rest_of(with_sign_of(x, 1), by, &odd), other = by - rest;
  if (rest > other || (rest == other && odd)) return with_sign_of(other, x > 0 ? -1 : 1);
  return with_sign_of(rest, x);
}
float remainderf(float x, float y) { return (float)remainder(x, y); }
double drem(double x, double y) { return remainder(x, y); }

// Exact where the product is: then the addition alone rounds.
static int bits_in(Bits fraction) {
  int n = 0;
  for (; fraction != 0; fraction <<= 1) ++n;
  return n;
}
static int is_exact_product(double x, double y) {
  if (!is_finite(x) || !is_finite(y) || x == 0 || y == 0) return 1;
  Parts p = parts_of(x), q = parts_of(y);
  int exponent = p.exponent + q.exponent + kFractionBits;  // of the product's 53 bits, or one more
  if (exponent <= kMinExponent || exponent >= kMaxExponent) return 0;
  return bits_in(p.fraction << 11) + bits_in(q.fraction << 11) <= kFractionBits;
}
double fma(double x, double y, double z) {
  if (!is_exact_product(x, y)) return some_number();
  double product = x * y;
  return product + z;
}
float fmaf(float x, float y, float z) {  // the product is exact, and the sum should be, too
  double product = (double)x * (double)y, sum = product + (double)z;
  if (!is_finite(sum)) return (float)sum;
  return sum - product == (double)z && sum - (double)z == product ? (float)sum : (float)some_number();
}
