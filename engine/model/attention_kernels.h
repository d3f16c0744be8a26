// SPDX-License-Identifier: GPL-3.0-or-later
// Which of torch's kernels computes attention on a GPU, decided from plain values.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <ATen/ATen.h>

namespace trainyard {

struct AttentionGpu {
  int major = 0, minor = 0;  // its compute capability; 0: not known
};

// torch's kernels (at::SDPBackend), in the order in which it asks whether they take an input: all
// of them, since torch wants each to have its place.
//
// cuDNN's is the fastest on Hopper, and slower than flash before it. For each new shape it builds a
// graph, which takes the host tens of milliseconds, so it is first only where all rows of a
// training have the same length.
std::vector<std::int64_t> attention_order(AttentionGpu gpu, bool has_fixed_lengths);

// Makes this the order of the process from now on; without a known GPU nothing changes.
void set_attention_gpu(AttentionGpu gpu);
void prefer_attention_kernels(at::Device device, bool has_fixed_lengths);
AttentionGpu attention_gpu();

// Whether torch's flash kernel takes numbers of this type and heads of this width, also backward.
bool is_flash_possible(AttentionGpu gpu, at::ScalarType type, std::int64_t head_width);

// Whether keys and values are given to torch as they are, where several heads share them. Kernels
// that take a mask, or fp32, do not take that, and torch would use its slowest.
bool keeps_shared_heads(at::DeviceType device, bool is_flash_possible, bool is_masked);

// The borders of documents that end at `ends`, ascending: 0 and all of these.
std::vector<std::int32_t> document_borders(std::span<const std::int32_t> ends);
std::int64_t longest_document(std::span<const std::int32_t> ends);

// Those of `num_rows` documents of the same length.
std::vector<std::int32_t> ends_of_rows(std::int64_t num_rows, std::int64_t length);

struct DocumentAttention {
  bool is_causal = true;
  std::int64_t window = 0;  // as in AttentionSettings
  double scale = 1.0;
  double dropout = 0.0;
};

// All documents by one call of the flash kernel: q (N, H, D), k and v (N, K, D), where each of the
// N tokens is in one document -> (N, H, D).
at::Tensor attention_at_once(const at::Tensor& q, const at::Tensor& k, const at::Tensor& v,
                             const DocumentAttention& settings,
                             const std::vector<std::int32_t>& ends);

}  // namespace trainyard
