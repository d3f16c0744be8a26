// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/attention_kernels.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <optional>

#include <ATen/Context.h>

#include "engine/model/pinned_copy.h"

namespace trainyard {

namespace {

// Both numbers in one, so that they are read together; 0: not known.
std::atomic<int> known_capability = 0;
constexpr int capability_base = 100;

// The widest heads of the flash kernel, and those whose gradients every GPU has the shared memory
// for.
constexpr std::int64_t widest_head = 256, widest_head_anywhere = 192;

// All layers of a batch have the same documents: one copy to the device serves them.
class BordersOnDevice {
 public:
  at::Tensor of(const std::vector<std::int32_t>& ends, at::Device device) {
    const std::lock_guard lock(mutex_);
    if (!borders_.defined() || ends != ends_ || borders_.device() != device) {
      borders_ = copied_to(at::tensor(document_borders(ends), at::kInt), device);
      ends_ = ends;
    }
    return borders_;
  }

 private:
  std::mutex mutex_;
  std::vector<std::int32_t> ends_;
  at::Tensor borders_;
};

BordersOnDevice& borders_on_device() {
  // Never destroyed: CUDA may be gone by then.
  static auto* const borders = new BordersOnDevice;
  return *borders;
}

// torch sets an order of its own, once, when it chooses a kernel for the first time.
void let_torch_choose_once(at::Device device) {
  static std::once_flag done;
  std::call_once(done, [&] {
    const at::Tensor x = at::zeros({1, 1, 8, 8}, at::TensorOptions(at::kHalf).device(device));
    at::_fused_sdp_choice(x, x, x);
  });
}

}  // namespace

std::vector<std::int64_t> attention_order(AttentionGpu gpu, bool has_fixed_lengths) {
  using enum at::SDPBackend;
  std::vector<at::SDPBackend> order = {flash_attention, efficient_attention};
  const bool is_hopper = gpu.major == 9 && gpu.minor == 0;
  order.insert(is_hopper && has_fixed_lengths ? order.begin() : order.end(), cudnn_attention);
  order.insert(order.end(), {math, overrideable});
  std::vector<std::int64_t> numbers;
  for (const at::SDPBackend backend : order) numbers.push_back(static_cast<std::int64_t>(backend));
  return numbers;
}

void set_attention_gpu(AttentionGpu gpu) {
  known_capability = gpu.major * capability_base + gpu.minor;
}

AttentionGpu attention_gpu() {
  const int known = known_capability.load();
  return {known / capability_base, known % capability_base};
}

void prefer_attention_kernels(at::Device device, bool has_fixed_lengths) {
  const AttentionGpu gpu = attention_gpu();
  if (!device.is_cuda() || gpu.major == 0) return;
  let_torch_choose_once(device);
  at::globalContext().setSDPPriorityOrder(attention_order(gpu, has_fixed_lengths));
}

bool is_flash_possible(AttentionGpu gpu, at::ScalarType type, std::int64_t head_width) {
  const bool is_half = type == at::kBFloat16 || type == at::kHalf;
  const bool has_large_memory =
      (gpu.major == 8 && gpu.minor == 0) || gpu.major == 9 || gpu.major == 10;
  return gpu.major >= 8 && is_half && head_width > 0 && head_width % 8 == 0 &&
         head_width <= (has_large_memory ? widest_head : widest_head_anywhere);
}

bool keeps_shared_heads(at::DeviceType device, bool is_flash_possible, bool is_masked) {
  // On a processor the gradients would be summed in another order, which changes their bits.
  if (device == at::kCPU || !is_flash_possible) return false;
  // What is masked here is computed by attention_at_once() on a GPU.
  return device == at::kMeta || !is_masked;
}

std::vector<std::int32_t> document_borders(std::span<const std::int32_t> ends) {
  std::vector<std::int32_t> borders = {0};
  borders.insert(borders.end(), ends.begin(), ends.end());
  return borders;
}

std::int64_t longest_document(std::span<const std::int32_t> ends) {
  std::int32_t longest = 0, begin = 0;
  for (const std::int32_t end : ends) {
    longest = std::max(longest, end - begin);
    begin = end;
  }
  return longest;
}

std::vector<std::int32_t> ends_of_rows(std::int64_t num_rows, std::int64_t length) {
  std::vector<std::int32_t> ends;
  for (std::int64_t row = 1; row <= num_rows; ++row)
    ends.push_back(static_cast<std::int32_t>(row * length));
  return ends;
}

at::Tensor attention_at_once(const at::Tensor& q, const at::Tensor& k, const at::Tensor& v,
                             const DocumentAttention& settings,
                             const std::vector<std::int32_t>& ends) {
  const at::Tensor borders = borders_on_device().of(ends, q.device());
  const std::int64_t longest = longest_document(ends);
  const bool is_windowed = settings.is_causal && settings.window > 0 && settings.window < longest;
  // How many tokens before itself a token sees.
  const auto left = is_windowed ? std::optional(settings.window - 1) : std::nullopt;
  const auto right = is_windowed ? std::optional<std::int64_t>(0) : std::nullopt;
  return std::get<0>(at::_flash_attention_forward(
      q, k, v, borders, borders, longest, longest, settings.dropout, settings.is_causal,
      /*return_debug_mask=*/false, settings.scale, left, right));
}

}  // namespace trainyard
