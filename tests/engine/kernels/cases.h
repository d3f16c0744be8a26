// SPDX-License-Identifier: GPL-3.0-or-later
// What the tests of kernels share: buffers of an exact size, random numbers, bounds, and the list
// of cases. A case calls functions of the table and compares with fp64; it does not know what runs
// them.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "engine/kernels/kernels.h"
#include "engine/kernels/numbers.h"

namespace trainyard::kernels {

// Where buffers have their memory. That of malloc() is aligned to 16 bytes, too.
struct MemorySource {
  void* (*allocate)(std::size_t) = std::malloc;
  void (*release)(void*) = std::free;
};

inline MemorySource memory_source;

template <class Number>
struct TestMemory {
  using value_type = Number;
  Number* allocate(std::size_t count) {
    return static_cast<Number*>(memory_source.allocate(count * sizeof(Number)));
  }
  void deallocate(Number* memory, std::size_t) { memory_source.release(memory); }
  bool operator==(const TestMemory&) const { return true; }
};

// `size` numbers, the first of them `offset` numbers behind an address that is aligned to 16 bytes.
// Ends with its memory, so that AddressSanitizer sees what is beyond.
template <class Number>
class Buffer {
 public:
  explicit Buffer(std::int64_t size, std::int64_t offset = 0)
      : all_(static_cast<std::size_t>(size + offset)), offset_(offset) {}
  Number* data() { return all_.data() + offset_; }
  const Number* data() const { return all_.data() + offset_; }
  std::int64_t size() const { return static_cast<std::int64_t>(all_.size()) - offset_; }
  Number& operator[](std::int64_t i) { return data()[i]; }
  const Number& operator[](std::int64_t i) const { return data()[i]; }

 private:
  std::vector<Number, TestMemory<Number>> all_;
  std::int64_t offset_;
};

template <class Number>
constexpr NumberType type_of = sizeof(Number) == 2 ? NumberType::bf16 : NumberType::fp32;

// Normally distributed, rounded to the type.
template <class Number>
Buffer<Number> normal_buffer(std::int64_t size, std::uint32_t seed, float deviation = 1.0F,
                             std::int64_t offset = 0) {
  Buffer<Number> buffer(size, offset);
  std::mt19937 random(seed);
  std::normal_distribution<float> normal(0.0F, deviation);
  for (std::int64_t i = 0; i < size; ++i) buffer[i] = to_number<Number>(normal(random));
  return buffer;
}

// A buffer whose numbers a kernel must write.
template <class Number>
Buffer<Number> unwritten_buffer(std::int64_t size, std::int64_t offset = 0) {
  Buffer<Number> buffer(size, offset);
  for (std::int64_t i = 0; i < size; ++i) buffer[i] = to_number<Number>(-7e30F);
  return buffer;
}

// Notes a difference that is too large, or any other finding; the case goes on.
void fail(const std::string& what);

// |found - wanted| <= `relative` * max(|wanted|, magnitude), and for bf16 half a step more.
// `magnitude` is that of the terms which a result is the difference of.
void expect_near(const std::string& what, double found, double wanted, double magnitude,
                 double half_step = 0.0, double relative = 1e-5);

// Half of the distance of bf16 numbers of this size.
double half_bf16_step(double value);

template <class Number>
void expect_number(const std::string& what, Number found, double wanted, double magnitude) {
  expect_near(what, to_float(found), wanted, magnitude,
              sizeof(Number) == 2 ? half_bf16_step(wanted) : 0.0);
}

// An fp32 number that was changed: the change, and half a step of the number.
void expect_changed(const std::string& what, float found, float before, double wanted);

void expect_true(const std::string& what, bool is_true);

struct Case {
  std::string name;
  std::function<void(const Table&)> run;
  bool is_large = false;  // left to fibers: real threads would take long
};

std::vector<Case> cross_entropy_cases();
std::vector<Case> dropout_cases();
std::vector<Case> residual_norm_cases();
std::vector<Case> rotary_cases();
std::vector<Case> activation_cases();
std::vector<Case> adamw_cases();
std::vector<Case> adamw_8bit_cases();
std::vector<Case> selective_scan_cases();

std::vector<Case> all_cases();

}  // namespace trainyard::kernels
