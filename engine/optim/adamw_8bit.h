// SPDX-License-Identifier: GPL-3.0-or-later
// AdamW with 8-bit moments (Dettmers et al., 2022, "8-bit Optimizers via Block-wise Quantization"),
// with the choices of bitsandbytes 0.46 and Trainer's optim="adamw_8bit": blocks of 256 numbers,
// each with its own maximum, dynamic tree quantization, fp32 for embeddings and for parameters with
// fewer than 4,096 elements.
#pragma once

#include <string>
#include <vector>

#include "engine/optim/fused_update.h"
#include "engine/optim/optimizer.h"

namespace trainyard {

// The values of the 256 codes, ascending from -1 or 0 to 1: the number of leading zeros of a code
// gives the power of ten, and its remaining bits divide the range of that power evenly.
std::vector<float> dynamic_code(bool is_signed);

class AdamW8bit final : public Optimizer {
 public:
  AdamW8bit(const OptimizerSection& optimizer, Parameters& parameters);
  std::vector<StatePiece> state_pieces() const override;

 private:
  void update(std::int64_t step, double learning_rate, const at::Tensor& gradient_scale) override;
  bool is_finished_by_update(const OwnedPart& part) const override;

  // Of what this rank has of a parameter, which begins and ends with whole blocks: either fp32
  // values, or codes and the maximum of each block.
  struct Moment {
    at::Tensor values, codes, maxima;
  };
  // The values of the 256 codes of a moment, and the limits between neighbouring codes.
  struct Code {
    at::Tensor values, limits;
    std::int64_t zero = 0;
    bool is_signed = false;
  };
  struct OnDevice {
    at::Device device;
    Code of_first, of_second;
    // The tensors of its slots: those whose moments are in fp32, and the others.
    FusedAdamW fused;
    FusedAdamW8bit fused_8bit;
  };
  struct Slot {
    std::string name;
    at::Tensor value, gradient;  // (elements)
    Moment first, second;
    double weight_decay = 0.0;
    std::int64_t begin = 0, num_elements = 0;  // in the whole parameter; of the latter
    bool is_shared_out = false;

    at::Device device() const { return value.device(); }
  };
  struct Rates {
    double learning_rate, first_correction, second_correction;
    at::Tensor gradient_scale;
  };

  static Code make_code(bool is_signed, at::Device device);
  OnDevice& on_device(at::Device device);
  void add_to_fused(const Slot& slot, const at::Tensor& copy);
  // For which moments are in fp32 at once.
  std::int64_t blocks_at_once(at::Device device) const;
  void update_slot(Slot& slot, const Rates& rates);
  // Updates the elements [begin, begin + blocks * width) of the slot, in blocks of `width`.
  void update_blocks(Slot& slot, const Rates& rates, std::int64_t begin, std::int64_t blocks,
                     std::int64_t width);
  // One AdamW step with moments in fp32; all tensors have the same shape.
  void apply(const at::Tensor& value, const at::Tensor& gradient, const at::Tensor& first,
             const at::Tensor& second, double weight_decay, const Rates& rates) const;

  double beta1_, beta2_, epsilon_;
  std::vector<OnDevice> devices_;  // those that values are updated on
  std::vector<Slot> slots_;
};

}  // namespace trainyard
