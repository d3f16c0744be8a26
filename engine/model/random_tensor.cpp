// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/random_tensor.h"

#include <bit>
#include <limits>

namespace trainyard {

namespace {

constexpr std::int32_t kSign = std::numeric_limits<std::int32_t>::min();

std::int32_t as_signed(std::uint32_t bits) { return std::bit_cast<std::int32_t>(bits); }

// x ^= x >> distance, as a logical shift, since shifts of signed numbers are arithmetic.
void fold(at::Tensor& x, int distance) {
  const std::uint32_t kept = 0xffffffffU >> distance;
  x.bitwise_xor_(x.bitwise_right_shift(distance).bitwise_and_(as_signed(kept)));
}

void mix_bits(at::Tensor& x) {
  fold(x, 16);
  x.mul_(as_signed(0x7feb352dU));
  fold(x, 15);
  x.mul_(as_signed(0x846ca68bU));
  fold(x, 16);
}

}  // namespace

at::Tensor random_bits_of(c10::ArrayRef<std::int64_t> keys, std::int64_t elements,
                          at::Device device) {
  const auto count = static_cast<std::int64_t>(keys.size());
  const at::Tensor host = at::empty({2, count, 1}, at::kInt);  // low and high halves
  auto* halves = host.mutable_data_ptr<std::int32_t>();
  for (const std::int64_t signed_key : keys) {
    const auto key = static_cast<std::uint64_t>(signed_key);
    halves[count] = as_signed(static_cast<std::uint32_t>(key >> 32));
    *halves++ = as_signed(static_cast<std::uint32_t>(key));
  }
  const at::Tensor there = host.to(device);
  const at::Tensor index = at::arange(elements, at::TensorOptions().dtype(at::kInt).device(device));
  at::Tensor bits = index.bitwise_xor(there[0]);
  mix_bits(bits);
  bits.add_(there[1]);
  mix_bits(bits);
  return bits;
}

at::Tensor are_at_least(at::Tensor&& bits, std::uint32_t threshold) {
  return bits.bitwise_xor_(kSign).ge(as_signed(threshold ^ 0x80000000U));
}

}  // namespace trainyard
