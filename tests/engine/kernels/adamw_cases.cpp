// SPDX-License-Identifier: GPL-3.0-or-later
#include <deque>

#include "tests/engine/kernels/adamw_reference.h"
#include "tests/engine/kernels/cases.h"

namespace trainyard::kernels {

namespace {

constexpr float scale = 0.5F;
constexpr std::int64_t steps = 3;

struct Part {
  Part(std::int64_t count, std::int64_t offset, bool has_copy, std::uint32_t seed)
      : value(normal_buffer<float>(count, seed, 1.0F, offset)),
        gradient(count, offset),
        first(count, offset),
        second(count, offset),
        copy(unwritten_buffer<Bf16>(has_copy ? count : 0, offset)),
        has_copy(has_copy) {}
  Buffer<float> value, gradient, first, second;
  Buffer<Bf16> copy;
  bool has_copy;
};

void expect_step(const std::string& name, const Part& before, const Part& after,
                 const AdamWPart& settings, std::int64_t step) {
  for (std::int64_t i = 0; i < before.value.size(); ++i) {
    AdamWReference number;
    number.learning_rate *= settings.rate;
    number.value = before.value[i];
    number.first = before.first[i];
    number.second = before.second[i];
    const double gradient = static_cast<double>(before.gradient[i]) * scale;
    number.update(gradient, step, settings.weight_decay);
    const std::string place = name + " " + std::to_string(i);
    expect_changed(place + " value", after.value[i], before.value[i], number.value);
    expect_near(place + " first moment", after.first[i], number.first, std::abs(gradient));
    expect_near(place + " second moment", after.second[i], number.second, 0.0);
    if (before.has_copy) {
      expect_near(place + " copy", to_float(after.copy[i]), after.value[i], 0.0,
                  half_bf16_step(after.value[i]));
    }
    expect_true(place + " gradient is 0", after.gradient[i] == 0.0F);
  }
}

// Parts of any size, aligned or not, some with a copy, each with its own decay and rate.
void check(const Table& table, const std::vector<std::int64_t>& counts) {
  std::deque<Part> parts;
  Buffer<AdamWPart> listed(static_cast<std::int64_t>(counts.size()));
  std::int64_t num_blocks = 0;
  for (std::int64_t i = 0; i < listed.size(); ++i) {
    const std::int64_t count = counts[static_cast<std::size_t>(i)];
    Part& part = parts.emplace_back(count, i % 3, i % 2 == 0, static_cast<std::uint32_t>(i));
    listed[i] = {part.value.data(),
                 part.gradient.data(),
                 part.first.data(),
                 part.second.data(),
                 part.has_copy ? part.copy.data() : nullptr,
                 count,
                 num_blocks,
                 i % 2 == 0 ? 0.1F : 0.0F,
                 i == 1 ? 0.5F : 1.0F};
    num_blocks += num_adamw_blocks(count);
  }
  const AdamWReference rates;
  Buffer<float> gradient_scale(1);
  gradient_scale[0] = scale;
  for (std::int64_t step = 1; step <= steps; ++step) {
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const Buffer<float> gradient =
          normal_buffer<float>(counts[i], static_cast<std::uint32_t>(100 * step + i));
      for (std::int64_t k = 0; k < counts[i]; ++k) parts[i].gradient[k] = gradient[k];
    }
    const std::deque<Part> before = parts;
    const AdamWArguments arguments{listed.data(),         listed.size(), num_blocks,  step,
                                   rates.learning_rate,   rates.beta1,   rates.beta2, rates.epsilon,
                                   gradient_scale.data(), true};
    expect_true("AdamW is taken", table.adamw(&arguments, nullptr) == 0);
    for (std::size_t i = 0; i < parts.size(); ++i)
      expect_step("part " + std::to_string(i), before[i], parts[i],
                  listed[static_cast<std::int64_t>(i)], step);
  }
}

void check_without_scale(const Table& table) {
  Part part(5, 0, false, 1);
  for (std::int64_t i = 0; i < 5; ++i) part.gradient[i] = 1.0F;
  Buffer<AdamWPart> listed(1);
  listed[0] = {part.value.data(),
               part.gradient.data(),
               part.first.data(),
               part.second.data(),
               nullptr,
               5,
               0,
               0.0F,
               1.0F};
  const AdamWArguments arguments{listed.data(), 1, 1, 1, 1e-2, 0.9, 0.999, 1e-8, nullptr, false};
  expect_true("AdamW is taken", table.adamw(&arguments, nullptr) == 0);
  for (std::int64_t i = 0; i < 5; ++i) {
    expect_near("first moment", part.first[i], 0.1, 0.0);
    expect_true("the gradient is kept", part.gradient[i] == 1.0F);
  }
  AdamWArguments wrong = arguments;
  wrong.step = 0;
  expect_true("step 0 is refused", table.adamw(&wrong, nullptr) != 0);
}

}  // namespace

std::vector<Case> adamw_cases() {
  return {
      {"adamw_small_parts", [](const Table& table) { check(table, {1, 31, 33, 1000}); }},
      {"adamw_parts", [](const Table& table) { check(table, {4096, 1, 5000, 257, 9001}); }, true},
      {"adamw_without_scale", check_without_scale}};
}

}  // namespace trainyard::kernels
