// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>

#include "tests/engine/kernels/cases.h"

namespace trainyard::kernels {

namespace {

constexpr float initial_gradient = 0.5F;

struct Shape {
  std::int64_t rows, tokens, channels, states;
};

std::string text_of(const Shape& s) {
  return std::to_string(s.rows) + "x" + std::to_string(s.tokens) + "x" +
         std::to_string(s.channels) + "x" + std::to_string(s.states);
}

struct Inputs {
  explicit Inputs(const Shape& s)
      : x(normal_buffer<float>(s.rows * s.tokens * s.channels, 1)),
        dt(normal_buffer<float>(s.rows * s.tokens * s.channels, 2, 0.3F)),
        a(normal_buffer<float>(s.channels * s.states, 3)),
        b(normal_buffer<float>(s.rows * s.tokens * s.states, 4)),
        c(normal_buffer<float>(s.rows * s.tokens * s.states, 5)) {
    for (std::int64_t i = 0; i < dt.size(); ++i) dt[i] = std::abs(dt[i]);
    for (std::int64_t i = 0; i < a.size(); ++i) a[i] = -std::exp(a[i]);
  }
  ScanInputs view(const Shape& s) const {
    return {x.data(), dt.data(), a.data(),   b.data(), c.data(),
            s.rows,   s.tokens,  s.channels, s.states};
  }
  Buffer<float> x, dt, a, b, c;
};

// A value, and the sum of the sizes of the terms that it consists of.
struct Sized {
  double value = 0.0, size = 0.0;
  void add(double term, double term_size) {
    value += term;
    size += term_size;
  }
  void add(double term) { add(term, std::abs(term)); }
};

using Numbers = std::vector<Sized>;

void expect_numbers(const std::string& name, const Buffer<float>& found, const Numbers& wanted,
                    double initial = 0.0) {
  for (std::int64_t i = 0; i < found.size(); ++i) {
    const Sized& one = wanted[static_cast<std::size_t>(i)];
    expect_near(name + " " + std::to_string(i), found[i], one.value + initial, one.size + initial);
  }
}

struct Reference {
  Reference(const Shape& s, const Inputs& in, const Buffer<float>& d_y)
      : y(size_of(in.x)), d_x(y), d_dt(y), d_a(size_of(in.a)), d_b(size_of(in.b)), d_c(d_b) {
    for (std::int64_t row = 0; row < s.rows; ++row)
      for (std::int64_t channel = 0; channel < s.channels; ++channel)
        for (std::int64_t state = 0; state < s.states; ++state)
          add_state(s, in, d_y, row, channel, state);
  }

  Numbers y, d_x, d_dt, d_a, d_b, d_c;

 private:
  static std::size_t size_of(const Buffer<float>& buffer) {
    return static_cast<std::size_t>(buffer.size());
  }

  void add_state(const Shape& s, const Inputs& in, const Buffer<float>& d_y, std::int64_t row,
                 std::int64_t channel, std::int64_t state) {
    const std::int64_t of_rate = channel * s.states + state;
    const double rate = in.a[of_rate];
    const auto at = [&](std::int64_t t, std::int64_t width, std::int64_t i) {
      return (row * s.tokens + t) * width + i;
    };
    Numbers h(1);
    for (std::int64_t t = 0; t < s.tokens; ++t) {
      const std::int64_t of_x = at(t, s.channels, channel), of_b = at(t, s.states, state);
      const double decay = std::exp(in.dt[of_x] * rate);
      Sized next{h.back().value * decay, h.back().size * decay};
      next.add(static_cast<double>(in.dt[of_x]) * in.x[of_x] * in.b[of_b]);
      h.push_back(next);
      y[static_cast<std::size_t>(of_x)].add(next.value * in.c[of_b],
                                            next.size * std::abs(in.c[of_b]));
    }
    Sized d_h;
    for (std::int64_t t = s.tokens - 1; t >= 0; --t) {
      const auto k = static_cast<std::size_t>(t);
      const std::int64_t of_x = at(t, s.channels, channel), of_b = at(t, s.states, state);
      const double x = in.x[of_x], dt = in.dt[of_x], b = in.b[of_b], d = d_y[of_x],
                   decay = std::exp(dt * rate);
      d_h.add(d * in.c[of_b]);
      const auto add = [&](Numbers& to, std::int64_t i, const Sized& one, double factor) {
        to[static_cast<std::size_t>(i)].add(one.value * factor, one.size * std::abs(factor));
      };
      const Sized d_exponent{d_h.value * h[k].value * decay, d_h.size * h[k].size * decay};
      add(d_c, of_b, h[k + 1], d);
      add(d_b, of_b, d_h, dt * x);
      add(d_x, of_x, d_h, dt * b);
      add(d_dt, of_x, d_exponent, rate);
      add(d_dt, of_x, d_h, x * b);
      add(d_a, of_rate, d_exponent, dt);
      d_h.value *= decay;
      d_h.size *= decay;
    }
  }
};

Buffer<float> begun_gradient(std::int64_t size) {
  Buffer<float> gradient(size);
  for (std::int64_t i = 0; i < size; ++i) gradient[i] = initial_gradient;
  return gradient;
}

void check(const Table& table, const Shape& s) {
  const std::string name = "scan " + text_of(s);
  const Inputs in(s);
  const std::int64_t of_x = in.x.size(), of_a = in.a.size(), of_b = in.b.size(),
                     chunks = (s.tokens + scan_chunk - 1) / scan_chunk,
                     parts = num_scan_parts(s.channels, s.states, warp_size);
  const Buffer<float> d_y = normal_buffer<float>(of_x, 6);
  Buffer<float> y = unwritten_buffer<float>(of_x), d_x = unwritten_buffer<float>(of_x),
                d_dt = unwritten_buffer<float>(of_x), d_a = begun_gradient(of_a),
                d_b = begun_gradient(of_b), d_c = begun_gradient(of_b),
                states(chunks * s.rows * of_a), partial_d_a(s.rows * of_a),
                partial_d_bc(parts * 2 * of_b);
  const SelectiveScanArguments forward{in.view(s), y.data(), states.data()};
  expect_true(name + " is taken", table.selective_scan(&forward, nullptr) == 0);
  SelectiveScanBackwardArguments backward{
      in.view(s), states.data(), d_y.data(),         d_x.data(),          d_dt.data(), d_a.data(),
      d_b.data(), d_c.data(),    partial_d_a.data(), partial_d_bc.data(), parts};
  expect_true(name + " backward is taken", table.selective_scan_backward(&backward, nullptr) == 0);
  const Reference wanted(s, in, d_y);
  expect_numbers(name + " y", y, wanted.y);
  expect_numbers(name + " d_x", d_x, wanted.d_x);
  expect_numbers(name + " d_dt", d_dt, wanted.d_dt);
  expect_numbers(name + " d_a", d_a, wanted.d_a, initial_gradient);
  expect_numbers(name + " d_b", d_b, wanted.d_b, initial_gradient);
  expect_numbers(name + " d_c", d_c, wanted.d_c, initial_gradient);
  backward.num_parts = 0;
  expect_true(name + " without memory is refused",
              table.selective_scan_backward(&backward, nullptr) != 0);
}

void check_refused(const Table& table) {
  SelectiveScanArguments arguments{};
  arguments.inputs = {.rows = 1, .tokens = 1, .channels = 1, .states = 33};
  expect_true("states of two warps are refused", table.selective_scan(&arguments, nullptr) != 0);
}

}  // namespace

std::vector<Case> selective_scan_cases() {
  std::vector<Case> cases{{"selective_scan_refused", check_refused}};
  const auto add = [&](const Shape& s, bool is_large = false) {
    cases.push_back(
        {"selective_scan_" + text_of(s), [s](const Table& table) { check(table, s); }, is_large});
  };
  add({1, 1, 1, 1});
  add({1, 34, 3, 5});
  add({2, 35, 3, 5}, true);
  add({1, 32, 17, 16}, true);
  add({2, 100, 9, 16}, true);
  add({1, 70, 3, 32}, true);
  return cases;
}

}  // namespace trainyard::kernels
