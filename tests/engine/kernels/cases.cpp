// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the cases that are named, or all: kernels_fibers [--large] [--seed N] [--threads N]
// [--fault NAME] [--skip-barrier FILE:LINE] [--barriers] [CASE...]. --barriers prints the barriers
// that they came to. Exits with 1 if a value is wrong; sanitizers have exit codes of their own.
#include "tests/engine/kernels/cases.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <limits>
#include <map>

#include "tests/engine/kernels/emulation.h"

namespace trainyard::kernels {

namespace {

int num_failures = 0, num_shown = 0;  // the latter of this case

}  // namespace

void fail(const std::string& what) {
  constexpr int shown = 10;
  ++num_failures;
  if (num_shown++ < shown) std::printf("  %s\n", what.c_str());
}

void expect_true(const std::string& what, bool is_true) {
  if (!is_true) fail(what);
}

double half_bf16_step(double value) {
  constexpr int bits = 8;
  return value == 0.0 ? 0.0 : std::ldexp(1.0, std::ilogb(value) - bits);
}

void expect_near(const std::string& what, double found, double wanted, double magnitude,
                 double half_step, double relative) {
  // Below the smallest normal number, fp32 has fewer digits.
  const double bound = std::numeric_limits<float>::min() +
                       relative * std::max(std::abs(wanted), magnitude) + half_step * (1 + 1e-5);
  if (std::abs(found - wanted) <= bound) return;  // not so if one is NaN
  char text[200];
  std::snprintf(text, sizeof(text), "%s is %.9g and not %.9g, which differs by more than %.3g",
                what.c_str(), found, wanted, bound);
  fail(text);
}

void expect_changed(const std::string& what, float found, float before, double wanted) {
  // Three roundings: of what decay leaves of one, of the product, and of the result.
  constexpr double half_fp32_step = 0x1p-24;
  expect_near(what, static_cast<double>(found) - before, wanted - before, 0.0,
              3 * half_fp32_step * std::abs(static_cast<double>(before)));
}

std::vector<Case> all_cases() {
  std::vector<Case> all;
  for (const auto& cases :
       {cross_entropy_cases(), dropout_cases(), residual_norm_cases(), rotary_cases(),
        activation_cases(), adamw_cases(), adamw_8bit_cases(), selective_scan_cases()})
    all.insert(all.end(), cases.begin(), cases.end());
  return all;
}

namespace {

const std::map<std::string, Fault> faults = {{"index_too_far", Fault::index_too_far},
                                             {"no_tail_guard", Fault::no_tail_guard},
                                             {"no_tail", Fault::no_tail},
                                             {"short_reduction", Fault::short_reduction},
                                             {"shared_scratch", Fault::shared_scratch}};

struct Options {
  bool with_large = false, prints_barriers = false;
  std::vector<std::string> names;
};

Options read_options(int count, char** arguments) {
  Options options;
  for (int i = 1; i < count; ++i) {
    const std::string word = arguments[i];
    const auto next = [&] { return std::string(++i < count ? arguments[i] : ""); };
    if (word == "--large")
      options.with_large = true;
    else if (word == "--barriers")
      emulation.notes_barriers = options.prints_barriers = true;
    else if (word == "--seed")
      emulation.seed = static_cast<std::uint32_t>(std::stoul(next()));
    else if (word == "--threads")
      emulation.max_threads = std::stoi(next());
    else if (word == "--fault")
      planted_fault = faults.at(next());
    else if (word == "--skip-barrier")
      emulation.skipped_barrier = next();
    else
      options.names.push_back(word);
  }
  return options;
}

int run_cases(const Options& options) {
  int num_run = 0;
  for (const Case& each : all_cases()) {
    const bool is_named = std::ranges::find(options.names, each.name) != options.names.end();
    if (options.names.empty() ? each.is_large && !options.with_large : !is_named) continue;
    const int failures_before = num_failures;
    num_shown = 0;
    const auto begin = std::chrono::steady_clock::now();
    each.run(tested_kernels());
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
    std::printf("%s: %s, %.2f s\n", each.name.c_str(),
                num_failures == failures_before ? "right" : "wrong", seconds.count());
    ++num_run;
  }
  if (options.prints_barriers)
    for (const std::string& place : emulation.barriers) std::printf("barrier %s\n", place.c_str());
  std::printf("%d cases, %d wrong values\n", num_run, num_failures);
  return num_run > 0 && num_failures == 0 ? 0 : 1;
}

}  // namespace

}  // namespace trainyard::kernels

int main(int count, char** arguments) {
  using namespace trainyard::kernels;
  return run_cases(read_options(count, arguments));
}
