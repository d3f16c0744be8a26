// SPDX-License-Identifier: GPL-3.0-or-later
// The engine's own CUDA kernels as a table of functions: the interface of libengine_kernels.so,
// which is built only where there is an nvcc. It takes raw pointers, sizes and a stream, and knows
// neither torch nor the rest of the engine. All pointers are the device's; strides are in elements.
//
// Each function queues its work on the stream and returns a cudaError_t, 0 for success. It returns
// cudaErrorInvalidValue, having done nothing, for arguments that no kernel takes: the caller then
// has tensor operators. Results do not depend on how threads are scheduled.
#pragma once

#include <cstdint>

struct CUstream_st;  // what a cudaStream_t points to

namespace trainyard::kernels {

using Stream = CUstream_st*;

enum class NumberType : std::int32_t { fp32, bf16 };

// losses[i] = -log softmax(logits[i])[targets[i]], and with `writes_gradient` the logits become
// gradient_scale * (softmax(logits[i]) - one_hot(targets[i])). Both are 0 in rows whose target is
// the ignored one, and NaN in rows with any other target outside the vocabulary.
struct CrossEntropyArguments {
  void* logits;  // (rows, vocabulary) of `type`, `stride` from row to row; what lies between stays
  const std::int64_t* targets;  // (rows)
  float* losses;                // (rows)
  std::int64_t rows, vocabulary, stride, ignored_target;
  float gradient_scale;
  bool writes_gradient;
  NumberType type;
};

struct Table {
  std::uint32_t version;  // table_version, or this table is another one
  int (*cross_entropy)(const CrossEntropyArguments*, Stream);
};

// Changes with any of the structs above.
inline constexpr std::uint32_t table_version = 1;

// The library's only symbol, by this name.
inline constexpr const char* table_symbol = "trainyard_kernels";
using TableFunction = const Table* (*)();

}  // namespace trainyard::kernels
