// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <deque>

#include "tests/engine/kernels/adamw_reference.h"
#include "tests/engine/kernels/cases.h"

namespace trainyard::kernels {

namespace {

constexpr float scale = 0.5F;
constexpr std::int64_t steps = 3, quantized = 256;

// The code book of engine/optim/adamw_8bit.h: seven powers of ten, each divided evenly.
Buffer<float> code_book(bool is_signed) {
  std::vector<float> values = {0.0F, 1.0F};
  for (int power = 0; power < 7; ++power) {
    const int count = 1 << (is_signed ? power : power + 1);
    for (int i = 0; i < count; ++i) {
      const auto value =
          static_cast<float>(std::pow(10.0, power - 6) * (0.1 + 0.9 / count * (i + 0.5)));
      values.push_back(value);
      if (is_signed) values.push_back(-value);
    }
  }
  std::ranges::sort(values);
  Buffer<float> book(static_cast<std::int64_t>(values.size()));
  std::ranges::copy(values, book.data());
  return book;
}

struct Moment {
  explicit Moment(std::int64_t count, std::int64_t offset)
      : codes(count, offset), maxima((count + quantized - 1) / quantized) {}
  Buffer<std::uint8_t> codes;
  Buffer<float> maxima;

  double value(std::int64_t i, const Buffer<float>& book) const {
    return static_cast<double>(book[codes[i]]) * maxima[i / quantized];
  }
};

struct Part {
  Part(std::int64_t count, std::int64_t offset, std::uint32_t seed)
      : value(normal_buffer<float>(count, seed, 1.0F, offset)),
        gradient(count, offset),
        first(count, offset),
        second(count, offset),
        copy(unwritten_buffer<Bf16>(count, offset)) {}
  Buffer<float> value, gradient;
  Moment first, second;
  Buffer<Bf16> copy;
};

// The code is the nearest one; on a limit between two, either.
void expect_code(const std::string& name, int found, double wanted, double maximum,
                 const Buffer<float>& book, bool is_signed) {
  const double share = maximum > 0.0 ? wanted / maximum : 0.0;
  const auto limit = [&](int code) {
    return (static_cast<double>(book[code]) + static_cast<double>(book[code + 1])) / 2;
  };
  int nearest = 0;
  while (nearest < 255 && limit(nearest) < share) ++nearest;
  if (is_signed && wanted < 0.0 && book[nearest] == 0.0F) --nearest;
  if (found == nearest) return;
  const bool is_between =
      std::abs(found - nearest) == 1 &&
      std::abs(share - limit(std::min(found, nearest))) <= 1e-5 * std::abs(share);
  expect_true(name + " has code " + std::to_string(found) + " and not " + std::to_string(nearest),
              is_between);
}

void expect_moment(const std::string& name, const Moment& found, const std::vector<double>& wanted,
                   const Buffer<float>& book, bool is_signed) {
  const auto count = static_cast<std::int64_t>(wanted.size());
  for (std::int64_t begin = 0; begin < count; begin += quantized) {
    double maximum = 0.0;
    for (std::int64_t i = begin; i < std::min(begin + quantized, count); ++i)
      maximum = std::max(maximum, std::abs(wanted[static_cast<std::size_t>(i)]));
    expect_near(name + " maximum", found.maxima[begin / quantized], maximum, 0.0);
    for (std::int64_t i = begin; i < std::min(begin + quantized, count); ++i)
      expect_code(name + " " + std::to_string(i), found.codes[i],
                  wanted[static_cast<std::size_t>(i)], maximum, book, is_signed);
  }
}

void expect_step(const std::string& name, const Part& before, const Part& after, double decay,
                 std::int64_t step, const Buffer<float>& signed_book, const Buffer<float>& book) {
  std::vector<double> first, second;
  for (std::int64_t i = 0; i < before.value.size(); ++i) {
    AdamWReference number;
    number.value = before.value[i];
    number.first = before.first.value(i, signed_book);
    number.second = before.second.value(i, book);
    number.update(static_cast<double>(before.gradient[i]) * scale, step, decay);
    first.push_back(number.first);
    second.push_back(number.second);
    const std::string place = name + " " + std::to_string(i);
    expect_changed(place + " value", after.value[i], before.value[i], number.value);
    expect_near(place + " copy", to_float(after.copy[i]), after.value[i], 0.0,
                half_bf16_step(after.value[i]));
    expect_true(place + " gradient is 0", after.gradient[i] == 0.0F);
  }
  expect_moment(name + " first moment", after.first, first, signed_book, true);
  expect_moment(name + " second moment", after.second, second, book, false);
}

void check(const Table& table, const std::vector<std::int64_t>& counts) {
  const Buffer<float> signed_book = code_book(true), book = code_book(false);
  expect_true("there are 256 codes", signed_book.size() == 256 && book.size() == 256);
  std::deque<Part> parts;
  Buffer<AdamW8bitPart> listed(static_cast<std::int64_t>(counts.size()));
  std::int64_t num_blocks = 0;
  for (std::int64_t i = 0; i < listed.size(); ++i) {
    const std::int64_t count = counts[static_cast<std::size_t>(i)];
    Part& part = parts.emplace_back(count, i % 2, static_cast<std::uint32_t>(i));
    listed[i] = {part.value.data(),
                 part.gradient.data(),
                 part.first.codes.data(),
                 part.second.codes.data(),
                 part.first.maxima.data(),
                 part.second.maxima.data(),
                 part.copy.data(),
                 count,
                 num_blocks,
                 i % 2 == 0 ? 0.1F : 0.0F,
                 1.0F};
    num_blocks += num_adamw_blocks(count, adamw_8bit_block);
  }
  const AdamWReference rates;
  Buffer<float> gradient_scale(1);
  gradient_scale[0] = scale;
  for (std::int64_t step = 1; step <= steps; ++step) {
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const Buffer<float> gradient =
          normal_buffer<float>(counts[i], static_cast<std::uint32_t>(100 * step + i));
      // Small ones too, whose moments are rounded to 0.
      for (std::int64_t k = 0; k < counts[i]; ++k)
        parts[i].gradient[k] = gradient[k] * (k % 5 == 0 ? 1e-7F : 1.0F);
    }
    const std::deque<Part> before = parts;
    const AdamW8bitArguments arguments{listed.data(), listed.size(),         num_blocks,
                                       step,          rates.learning_rate,   rates.beta1,
                                       rates.beta2,   rates.epsilon,         signed_book.data(),
                                       book.data(),   gradient_scale.data(), true};
    expect_true("AdamW is taken", table.adamw_8bit(&arguments, nullptr) == 0);
    for (std::size_t i = 0; i < parts.size(); ++i)
      expect_step("step " + std::to_string(step) + " part " + std::to_string(i), before[i],
                  parts[i], listed[static_cast<std::int64_t>(i)].weight_decay, step, signed_book,
                  book);
  }
}

}  // namespace

std::vector<Case> adamw_8bit_cases() {
  return {{"adamw_8bit_small_parts", [](const Table& table) { check(table, {1, 33, 256}); }},
          {"adamw_8bit_parts", [](const Table& table) { check(table, {4096, 5000, 2049}); }, true}};
}

}  // namespace trainyard::kernels
