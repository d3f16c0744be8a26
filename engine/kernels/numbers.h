// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers that kernels read and write, and how many of them at once. They compute in fp32.
#pragma once

#include <bit>
#include <cstdint>

#include "engine/kernels/thread.h"

namespace trainyard::kernels {

struct Bf16 {
  std::uint16_t bits;
};

DEV float to_float(float x) { return x; }
DEV float to_float(Bf16 x) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(x.bits) << 16);
}

template <class Number>
DEV Number to_number(float x);

template <>
DEV float to_number<float>(float x) {
  return x;
}

// To the nearest, of two equally near to the even one, as torch rounds; NaN stays NaN.
template <>
DEV Bf16 to_number<Bf16>(float x) {
  const std::uint32_t bits = std::bit_cast<std::uint32_t>(x);
  if ((bits & 0x7fffffffU) > 0x7f800000U) return {0x7fc0};
  return {static_cast<std::uint16_t>((bits + 0x7fffU + ((bits >> 16) & 1U)) >> 16)};
}

// Neighbouring numbers, read and written at once: 16 bytes a memory access, if there are so many.
template <class Number, int width>
struct alignas(sizeof(Number) * width < 16 ? sizeof(Number) * width : 16) Pack {
  Number x[width];
};

template <int width, class Number>
DEV Pack<Number, width> load(const Number* from) {
  return *reinterpret_cast<const Pack<Number, width>*>(from);
}

template <class Number, int width>
DEV void store(Number* to, const Pack<Number, width>& pack) {
  *reinterpret_cast<Pack<Number, width>*>(to) = pack;
}

// The same to and from fp32.
template <int width>
struct Floats {
  float x[width];
};

template <int width, class Number>
DEV Floats<width> load_floats(const Number* from) {
  const Pack<Number, width> pack = load<width>(from);
  Floats<width> floats;
  for (int i = 0; i < width; ++i) floats.x[i] = to_float(pack.x[i]);
  return floats;
}

template <class Number, int width>
DEV void store_floats(Number* to, const Floats<width>& floats) {
  Pack<Number, width> pack;
  for (int i = 0; i < width; ++i) pack.x[i] = to_number<Number>(floats.x[i]);
  store(to, pack);
}

// Numbers that fit into an access of 16 bytes.
template <class Number>
inline constexpr int access_width = static_cast<int>(16 / sizeof(Number));

HOST_DEV bool is_aligned(const void* pointer) {
  return reinterpret_cast<std::uintptr_t>(pointer) % 16 == 0;
}

}  // namespace trainyard::kernels
