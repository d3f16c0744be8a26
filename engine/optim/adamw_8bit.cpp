// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/optim/adamw_8bit.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace trainyard {

namespace {

constexpr std::int64_t kBlock = 256;    // numbers that share a maximum
constexpr std::int64_t kFewest = 4096;  // minimum size of a parameter whose moments have 8 bits
// More than a processor's caches hold gains nothing there. On a GPU every piece costs some 45
// launches: with 64 Mi numbers, each of which has 16 bytes beside it, nearly every matrix is one
// piece, and what has such matrices needs more for its activations.
constexpr std::int64_t kBlocksAtOnce = 1 << 10, kBlocksAtOnceOnGpu = 1 << 18;

// Blocks [begin, begin + blocks) of a flat tensor, as (blocks, width).
at::Tensor blocks_of(const at::Tensor& flat, std::int64_t begin, std::int64_t blocks,
                     std::int64_t width) {
  return flat.narrow(0, begin, blocks * width).view({blocks, width});
}

}  // namespace

std::vector<float> dynamic_code(bool is_signed) {
  constexpr int kPowers = 7;
  std::vector<float> values = {0.0F, 1.0F};
  for (int power = 0; power < kPowers; ++power) {
    const int count = 1 << (is_signed ? power : power + 1);
    const double scale = std::pow(10.0, power - (kPowers - 1)), width = 0.9 / count;
    for (int i = 0; i < count; ++i) {
      const auto middle = static_cast<float>(scale * (0.1 + width * (i + 0.5)));
      values.push_back(middle);
      if (is_signed) values.push_back(-middle);
    }
  }
  std::ranges::sort(values);
  return values;
}

AdamW8bit::Code AdamW8bit::make_code(bool is_signed, at::Device device) {
  const std::vector<float> values = dynamic_code(is_signed);
  const at::Tensor host = at::tensor(values, at::kFloat);
  const auto zero = std::ranges::find(values, 0.0F) - values.begin();
  return {host.to(device), ((host.slice(0, 0, -1) + host.slice(0, 1)) / 2).to(device),
          static_cast<std::int64_t>(zero), is_signed};
}

AdamW8bit::AdamW8bit(const OptimizerSection& optimizer, Parameters& parameters)
    : Optimizer(parameters),
      beta1_(optimizer.beta1),
      beta2_(optimizer.beta2),
      epsilon_(optimizer.epsilon) {
  for (const at::Device device : owned_devices(parameters))
    devices_.push_back({device, make_code(true, device), make_code(false, device), {}, {}});
  for (const TrainedPiece& piece : trained_pieces(parameters)) {
    const ParameterSpec& spec = piece.spec;
    Slot slot{spec.name,
              piece.value,
              piece.gradient,
              {},
              {},
              spec.weight_decay ? optimizer.weight_decay : 0.0,
              piece.owned.begin,
              num_elements(spec),
              piece.is_shared_out};
    const std::int64_t size = slot.value.numel();
    const bool is_embedding = piece.layer == 0 && spec.shape.size() == 2;
    for (Moment* moment : {&slot.first, &slot.second}) {
      if (is_embedding || slot.num_elements < kFewest) {
        moment->values = at::zeros_like(slot.value);
        continue;
      }
      moment->codes = at::zeros_like(slot.value, at::kByte);
      moment->maxima = at::zeros({(size + kBlock - 1) / kBlock}, slot.value.options());
    }
    add_to_fused(slot, piece.kernel_copy);
    slots_.push_back(std::move(slot));
  }
}

AdamW8bit::OnDevice& AdamW8bit::on_device(at::Device device) {
  return *std::ranges::find(devices_, device, &OnDevice::device);
}

void AdamW8bit::add_to_fused(const Slot& slot, const at::Tensor& copy) {
  OnDevice& all = on_device(slot.value.device());
  if (slot.first.values.defined())
    return all.fused.add({slot.value, slot.gradient, slot.first.values, slot.second.values, copy,
                          slot.weight_decay});
  all.fused_8bit.add({slot.value, slot.gradient, slot.first.codes, slot.second.codes,
                      slot.first.maxima, slot.second.maxima, copy, slot.weight_decay});
}

void AdamW8bit::apply(const at::Tensor& value, const at::Tensor& gradient, const at::Tensor& first,
                      const at::Tensor& second, double weight_decay, const Rates& rates) const {
  {
    const at::Tensor scaled =
        rates.gradient_scale.defined() ? gradient * rates.gradient_scale : gradient;
    first.mul_(beta1_).add_(scaled, 1.0 - beta1_);
    second.mul_(beta2_).addcmul_(scaled, scaled, 1.0 - beta2_);
  }
  if (weight_decay != 0) value.mul_(1.0 - rates.learning_rate * weight_decay);
  const at::Tensor divisor = second.sqrt().div_(std::sqrt(rates.second_correction)).add_(epsilon_);
  value.addcdiv_(first, divisor, -rates.learning_rate / rates.first_correction);
}

void AdamW8bit::update_blocks(Slot& slot, const Rates& rates, std::int64_t begin,
                              std::int64_t blocks, std::int64_t width) {
  const auto load = [&](const Moment& moment, const Code& code) {  // (blocks, width) fp32
    const at::Tensor codes = moment.codes.narrow(0, begin, blocks * width).to(at::kInt);
    const at::Tensor maxima = moment.maxima.narrow(0, begin / kBlock, blocks);
    return code.values.index_select(0, codes).view({blocks, width}).mul_(maxima.unsqueeze(1));
  };
  // Rounds to the nearest code; negative values never become zero, so that their sign is kept.
  const auto store = [&](const at::Tensor& values, const Moment& moment, const Code& code) {
    const at::Tensor maxima = at::maximum(values.amax(1), values.amin(1).neg());
    at::Tensor codes;
    {
      const at::Tensor shares =
          values / maxima.clamp_min(std::numeric_limits<float>::min()).unsqueeze(1);
      codes = at::bucketize(shares, code.limits, /*out_int32=*/true);
    }
    if (code.is_signed) codes.add_(codes.eq(code.zero).bitwise_and_(values.lt(0)), -1);
    blocks_of(moment.codes, begin, blocks, width).copy_(codes);
    moment.maxima.narrow(0, begin / kBlock, blocks).copy_(maxima);
  };
  const OnDevice& codes = on_device(slot.value.device());
  const at::Tensor first = load(slot.first, codes.of_first),
                   second = load(slot.second, codes.of_second);
  apply(blocks_of(slot.value, begin, blocks, width), blocks_of(slot.gradient, begin, blocks, width),
        first, second, slot.weight_decay, rates);
  store(first, slot.first, codes.of_first);
  store(second, slot.second, codes.of_second);
}

void AdamW8bit::update(std::int64_t step, double learning_rate, const at::Tensor& gradient_scale) {
  const auto steps = static_cast<double>(step);
  for (OnDevice& all : devices_) {
    const auto first = std::ranges::find(slots_, all.device, &Slot::device);
    if (first != slots_.end() && has_update_kernel(first->value)) {
      const UpdateRates rates{step, learning_rate, beta1_, beta2_, epsilon_, gradient_scale};
      all.fused.update(rates);
      all.fused_8bit.update(rates, all.of_first.values, all.of_second.values);
      continue;
    }
    const Rates rates{learning_rate, 1.0 - std::pow(beta1_, steps), 1.0 - std::pow(beta2_, steps),
                      gradient_scale.defined() ? gradient_scale.to(all.device) : at::Tensor()};
    for (Slot& slot : slots_)
      if (slot.value.device() == all.device) update_slot(slot, rates);
  }
}

bool AdamW8bit::is_finished_by_update(const OwnedPart& part) const {
  return has_update_kernel(part.value);
}

std::int64_t AdamW8bit::blocks_at_once(at::Device device) const {
  const bool is_on_gpu = device.is_cuda() || (device.is_meta() && is_planned_for_gpu());
  return is_on_gpu ? kBlocksAtOnceOnGpu : kBlocksAtOnce;
}

void AdamW8bit::update_slot(Slot& slot, const Rates& rates) {
  const std::int64_t at_once = blocks_at_once(slot.value.device());
  // No piece takes more memory than the first, and a processor has very many.
  const bool is_planned = slot.value.is_meta() && at_once == kBlocksAtOnce;
  if (slot.first.values.defined()) {
    for (std::int64_t begin = 0; begin < slot.value.numel(); begin += at_once * kBlock) {
      const std::int64_t count = std::min(at_once * kBlock, slot.value.numel() - begin);
      const auto part = [&](const at::Tensor& flat) { return flat.narrow(0, begin, count); };
      apply(part(slot.value), part(slot.gradient), part(slot.first.values),
            part(slot.second.values), slot.weight_decay, rates);
      if (is_planned) return;
    }
    return;
  }
  const std::int64_t whole = slot.value.numel() / kBlock, rest = slot.value.numel() % kBlock;
  for (std::int64_t block = 0; block < whole; block += at_once) {
    update_blocks(slot, rates, block * kBlock, std::min(at_once, whole - block), kBlock);
    if (is_planned) return;
  }
  if (rest > 0) update_blocks(slot, rates, whole * kBlock, 1, rest);
}

std::vector<Optimizer::StatePiece> AdamW8bit::state_pieces() const {
  std::vector<StatePiece> pieces;
  const auto append = [&](const std::string& state, const Slot& slot, const Moment& moment) {
    const auto add = [&](const char* kind, std::int64_t width, const at::Tensor& values) {
      pieces.push_back({state + kind + slot.name,
                        {(slot.num_elements + width - 1) / width},
                        slot.is_shared_out,
                        slot.begin / width,
                        values});
    };
    if (moment.values.defined()) return add(".", 1, moment.values);
    add("_codes.", 1, moment.codes);
    add("_maxima.", kBlock, moment.maxima);
  };
  for (const Slot& slot : slots_) append("first_moment", slot, slot.first);
  for (const Slot& slot : slots_) append("second_moment", slot, slot.second);
  return pieces;
}

}  // namespace trainyard
