// SPDX-License-Identifier: GPL-3.0-or-later
// The body of formatted_strings.c, which includes it twice: for any format, and with KNOWN for formats of which the
// front end has seen that no conversion is missing here (src/frontend/known_formats.cpp).
static int FORMAT(struct target* t, const char* f, va_list arguments) {
  for (; *f; ++f) {
    if (*f != '%') {
      put(t, *f);
      continue;
    }
    struct conversion c = {0, 0, 0, 0, 0, 0, -1, 0};
    f = read_flags(f + 1, &c);
    if (*f == '*') {
      c.width = va_arg(arguments, int);
      ++f;
      if (c.width < 0) {
        c.left = 1;
        c.width = -c.width;
      }
    } else {
      f = read_number(f, &c.width);
    }
    if (*f == '.') {
      if (f[1] == '*') {
        c.precision = va_arg(arguments, int);
        f += 2;
      } else {
        f = read_number(f + 1, &c.precision);
      }
    }
    f = read_length(f, &c);
    switch (*f) {
      case 'd':
      case 'i': {
        long long v = c.length >= 2 ? va_arg(arguments, long long) : va_arg(arguments, int);
        if (c.length == -1) v = (short)v;
        if (c.length <= -2) v = (signed char)v;
        put_number(t, &c, v < 0 ? 0ull - (unsigned long long)v : (unsigned long long)v, v < 0, 10, "0123456789");
        break;
      }
      case 'u':
      case 'x':
      case 'X':
      case 'o': {
        unsigned long long v = c.length >= 2 ? va_arg(arguments, unsigned long long) : va_arg(arguments, unsigned);
        if (c.length == -1) v = (unsigned short)v;
        if (c.length <= -2) v = (unsigned char)v;
        c.plus = c.blank = 0;
        put_number(t, &c, v, 0,
                   *f == 'u'   ? 10
                   : *f == 'o' ? 8
                               : 16,
                   *f == 'X' ? "0123456789ABCDEF" : "0123456789abcdef");
        break;
      }
      case 'c': {
        char one = (char)va_arg(arguments, int);
        put_text(t, &c, &one, 1);
        break;
      }
      case 's': {
        const char* s = va_arg(arguments, const char*);
        int n = 0;
#ifndef KNOWN
        if (s == NULL || c.length) {
          __heddle_conversion_of_printf();
          return 0;
        }
#endif
        while ((c.precision < 0 || n < c.precision) && s[n] != 0) ++n;
        must_be_apart(t, s, (size_t)n + (c.precision < 0));
        put_text(t, &c, s, n);
        break;
      }
      case '%': put(t, '%'); break;
#ifndef KNOWN
      default: __heddle_conversion_of_printf(); return 0;
#endif
    }
  }
  if (t->room > 0) t->to[t->length < t->room ? t->length : t->room - 1] = 0;
  return (int)t->length;
}
