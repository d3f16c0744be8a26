// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/random_tensor.h"

#include <bit>
#include <limits>

#include "engine/model/pinned_copy.h"

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
                          at::Device device, c10::ArrayRef<std::int64_t> firsts) {
  const auto count = static_cast<std::int64_t>(keys.size());
  const at::Tensor host = at::zeros({3, count, 1}, at::kInt);  // low and high halves, and firsts
  auto* numbers = host.mutable_data_ptr<std::int32_t>();
  for (std::int64_t i = 0; i < count; ++i) {
    const auto key = static_cast<std::uint64_t>(keys[static_cast<std::size_t>(i)]);
    numbers[i] = as_signed(static_cast<std::uint32_t>(key));
    numbers[count + i] = as_signed(static_cast<std::uint32_t>(key >> 32));
    if (!firsts.empty())
      numbers[2 * count + i] =
          as_signed(static_cast<std::uint32_t>(firsts[static_cast<std::size_t>(i)]));
  }
  const at::Tensor there = copied_to(host, device);
  at::Tensor index = at::arange(elements, at::TensorOptions().dtype(at::kInt).device(device));
  if (!firsts.empty()) index = index + there[2];
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
