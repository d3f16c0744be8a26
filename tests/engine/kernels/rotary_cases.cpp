// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>

#include "tests/engine/kernels/cases.h"

namespace trainyard::kernels {

namespace {

struct Shape {
  std::int64_t tokens, period, query_heads, key_heads, width;
  std::int64_t gap = 0;  // behind the heads of a token
};

std::string text_of(const Shape& s) {
  return std::to_string(s.tokens) + "x(" + std::to_string(s.query_heads) + "+" +
         std::to_string(s.key_heads) + ")x" + std::to_string(s.width) + "+" + std::to_string(s.gap);
}

template <class Number>
struct Heads {
  Heads(const Shape& s, std::int64_t count, std::uint32_t seed)
      : heads(count),
        stride(count * s.width + s.gap),
        before(normal_buffer<Number>(s.tokens * stride, seed)),
        after(unwritten_buffer<Number>(s.tokens * stride)) {}
  std::int64_t heads, stride;
  Buffer<Number> before, after;
};

template <class Number>
void expect_rotated(const std::string& name, const Shape& s, const Heads<Number>& x,
                    const Buffer<float>& cos, const Buffer<float>& sin, bool is_inverse) {
  const std::int64_t half = s.width / 2;
  for (std::int64_t token = 0; token < s.tokens; ++token)
    for (std::int64_t pair = 0; pair < x.heads * half; ++pair) {
      const std::int64_t at = token * x.stride + pair / half * s.width + pair % half,
                         angle = token % s.period * half + pair % half;
      const double a = to_float(x.before[at]), b = to_float(x.before[at + half]), c = cos[angle],
                   d = is_inverse ? -sin[angle] : sin[angle], magnitude = std::abs(a) + std::abs(b);
      expect_number(name + " first of " + std::to_string(at), x.after[at], a * c - b * d,
                    magnitude);
      expect_number(name + " second of " + std::to_string(at), x.after[at + half], b * c + a * d,
                    magnitude);
    }
}

template <class Number>
void check(const Table& table, const Shape& s) {
  Heads<Number> query(s, s.query_heads, 1), key(s, s.key_heads, 2);
  const std::int64_t half = s.width / 2;
  Buffer<float> cos(s.period * half), sin(s.period * half);
  for (std::int64_t i = 0; i < cos.size(); ++i) {
    cos[i] = static_cast<float>(std::cos(0.7 * static_cast<double>(i)));
    sin[i] = static_cast<float>(std::sin(0.7 * static_cast<double>(i)));
  }
  RotaryArguments arguments{.query = query.before.data(),
                            .key = key.before.data(),
                            .rotated_query = query.after.data(),
                            .rotated_key = key.after.data(),
                            .cos = cos.data(),
                            .sin = sin.data(),
                            .tokens = s.tokens,
                            .period = s.period,
                            .query_heads = s.query_heads,
                            .key_heads = s.key_heads,
                            .head_width = s.width,
                            .query_stride = query.stride,
                            .key_stride = key.stride,
                            .rotated_query_stride = query.stride,
                            .rotated_key_stride = key.stride,
                            .is_inverse = false,
                            .type = type_of<Number>};
  for (const bool is_inverse : {false, true}) {
    arguments.is_inverse = is_inverse;
    const std::string name = text_of(s) + (is_inverse ? " inverse" : "");
    expect_true(name + " is taken", table.rotary(&arguments, nullptr) == 0);
    expect_rotated(name + " query", s, query, cos, sin, is_inverse);
    expect_rotated(name + " key", s, key, cos, sin, is_inverse);
  }
  // In place, as gradients may be.
  Buffer<Number> once = query.after;
  query.after = query.before;
  arguments.query = query.after.data();
  arguments.rotated_query = query.after.data();
  expect_true("in place is taken", table.rotary(&arguments, nullptr) == 0);
  for (std::int64_t i = 0; i < once.size(); ++i)
    if (i % query.stride < query.heads * s.width)
      expect_true("in place is the same", to_float(once[i]) == to_float(query.after[i]));
}

void check_refused(const Table& table) {
  RotaryArguments arguments{};
  arguments.period = 1;
  arguments.head_width = 3;
  expect_true("half a pair is refused", table.rotary(&arguments, nullptr) != 0);
}

}  // namespace

std::vector<Case> rotary_cases() {
  std::vector<Case> cases{{"rotary_refused", check_refused}};
  for (const Shape& s : {Shape{1, 1, 1, 1, 2}, Shape{7, 3, 4, 2, 64}, Shape{3, 2, 3, 1, 10},
                         Shape{3, 3, 2, 2, 16, 3}, Shape{2, 2, 2, 1, 32, 8}})
    cases.push_back({"rotary_" + text_of(s), [s](const Table& table) {
                       check<Bf16>(table, s);
                       check<float>(table, s);
                     }});
  return cases;
}

}  // namespace trainyard::kernels
