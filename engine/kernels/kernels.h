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

// The masks of dropout (engine/model/dropout.h): element i of the rows of a key is zeroed if
// random_bits(place_key(key, layer, site), i) is below the threshold, and else multiplied by
// `kept`.
struct DropoutMask {
  const std::int64_t* keys;        // null: nothing is dropped
  const std::int64_t* first_rows;  // of a key's rows, the number of the first one here; null: all 0
  std::int64_t rows_per_key;
  std::int64_t layer, site;
  std::uint32_t threshold;  // probability * 2^32
  float kept;               // 1 / (1 - probability)
};

// result = residual + dropout(input).
struct DropoutArguments {
  const float* residual;  // (rows, width), as are all; null: 0
  const void* input;      // of `input_type`
  void* result;           // of `result_type`; may be the memory of an input of the same type
  DropoutMask mask;
  std::int64_t rows, width;
  NumberType input_type, result_type;
};

// The widest rows whose gradients of a weight and a bias are summed, and those of one of the two.
inline constexpr std::int64_t max_width_of_two_sums = 12288, max_width_of_sums = 24576;

enum class Norm : std::int32_t { rms, layer };

// sum = residual + dropout(branch), normalized = norm(sum) * (weight + weight_offset) + bias.
struct ResidualNormArguments {
  const float* residual;  // (rows, width), as are all without another shape
  const void* branch;     // of `branch_type`; null: the sum is the residual, and is not written
  float* sum;
  void* normalized;          // of `normalized_type`
  float* mean;               // (rows), for the gradient; only written by Norm::layer
  float* inverse_deviation;  // (rows), for the gradient
  const float* weight;       // (width)
  const float* bias;         // (width), or null
  DropoutMask mask;
  std::int64_t rows, width;
  float epsilon, weight_offset;
  Norm norm;
  NumberType branch_type, normalized_type;
};

// The gradients of the above. d_residual is that of the sum: what comes through the norm, and
// d_sum.
struct ResidualNormBackwardArguments {
  const void* d_normalized;  // of `normalized_type`
  const float* d_sum;        // null: 0; may be the same memory as d_residual
  const float* sum;          // the residual, if there was no branch
  const float* mean;
  const float* inverse_deviation;
  const float* weight;
  float* d_residual;
  void* d_branch;   // of `branch_type`; null: not wanted
  float* d_weight;  // (width), added to; null: not wanted
  float* d_bias;    // (width), added to; null: not wanted, as without d_weight
  float* partial;   // (num_partial, as many gradients as wanted, width): memory to work with
  DropoutMask mask;
  // num_partial is how many blocks work at most; twice the number of multiprocessors is enough.
  std::int64_t rows, width, num_partial;
  float weight_offset;
  Norm norm;
  NumberType branch_type, normalized_type;
};

// Rotary position embedding (engine/model/rotary.h) of queries and keys: with a head's halves a and
// b, (a cos - b sin, b cos + a sin). The gradient is that of the inverse rotation. A result may lie
// where its input does, with the same stride.
struct RotaryArguments {
  const void* query;  // (tokens, query_heads, head_width), strides from token to token
  const void* key;    // (tokens, key_heads, head_width)
  void* rotated_query;
  void* rotated_key;
  const float* cos;  // (period, head_width / 2): token i has row i % period
  const float* sin;
  std::int64_t tokens, period, query_heads, key_heads, head_width;
  std::int64_t query_stride, key_stride, rotated_query_stride, rotated_key_stride;
  bool is_inverse;
  NumberType type;
};

// product = silu(gate) * up. The two inputs may be halves of one matrix.
struct SwigluArguments {
  const void* gate;  // (rows, width), strides from row to row
  const void* up;
  void* product;
  std::int64_t rows, width, input_stride, product_stride;
  NumberType type;
};

struct SwigluBackwardArguments {
  const void* gate;
  const void* up;
  const void* d_product;
  void* d_gate;
  void* d_up;
  std::int64_t rows, width, input_stride, product_stride, gradient_stride;
  NumberType type;
};

enum class Gelu : std::int32_t { tanh, erf };

// activation = gelu(x + bias), all (rows, width).
struct BiasGeluArguments {
  const void* x;
  const float* bias;  // (width)
  void* activation;
  std::int64_t rows, width;
  Gelu gelu;
  NumberType type;
};

struct BiasGeluBackwardArguments {
  const void* x;
  const float* bias;
  const void* d_activation;
  void* d_x;       // may be the memory of x or of d_activation
  float* d_bias;   // (width), added to; null: not wanted
  float* partial;  // (num_partial, width), as in ResidualNormBackwardArguments
  std::int64_t rows, width, num_partial;
  Gelu gelu;
  NumberType type;
};

// What an optimizer updates with the same decay and rate: pieces of memory of `count` fp32 numbers.
struct AdamWPart {
  float* value;
  float* gradient;
  float* first_moment;
  float* second_moment;
  void* copy;  // bf16, which is written; null: there is none
  std::int64_t count;
  std::int64_t first_block;  // the sum of num_adamw_blocks(count) over the parts before
  float weight_decay;
  float rate;  // multiplies the learning rate
};

// What a block updates.
inline constexpr std::int64_t adamw_block = 4096, adamw_8bit_block = 2048;

constexpr std::int64_t num_adamw_blocks(std::int64_t count, std::int64_t block = adamw_block) {
  return (count + block - 1) / block;
}

// One step of all parts. `step` is its number, from 1 on.
struct AdamWArguments {
  const AdamWPart* parts;  // on the device
  std::int64_t num_parts, num_blocks, step;
  double learning_rate, beta1, beta2, epsilon;
  const float* gradient_scale;  // one number, which gradients are multiplied by; null: 1
  bool zeroes_gradient;
};

// Moments in 8 bits (engine/optim/adamw_8bit.h): a code for each number, and a maximum for each
// 256.
struct AdamW8bitPart {
  float* value;
  float* gradient;
  std::uint8_t* first_codes;
  std::uint8_t* second_codes;
  float* first_maxima;
  float* second_maxima;
  void* copy;
  std::int64_t count;
  std::int64_t first_block;  // as above, with adamw_8bit_block
  float weight_decay;
  float rate;
};

struct AdamW8bitArguments {
  const AdamW8bitPart* parts;  // on the device
  std::int64_t num_parts, num_blocks, step;
  double learning_rate, beta1, beta2, epsilon;
  const float* first_code;   // (256), ascending: dynamic_code(true)
  const float* second_code;  // (256): dynamic_code(false)
  const float* gradient_scale;
  bool zeroes_gradient;
};

inline constexpr std::int64_t max_scan_states = 32;

// Mamba's selective scan (engine/model/selective_scan.h): with h = 0 before the first token,
// h = exp(dt a) h + dt x b and y = the sum of h c over the states, at most max_scan_states.
struct ScanInputs {
  const float* x;   // (rows, tokens, channels)
  const float* dt;  // (rows, tokens, channels)
  const float* a;   // (channels, states)
  const float* b;   // (rows, tokens, states)
  const float* c;   // (rows, tokens, states)
  std::int64_t rows, tokens, channels, states;
};

// The forward pass keeps a state for so many tokens.
inline constexpr std::int64_t scan_chunk = 32;

struct SelectiveScanArguments {
  ScanInputs inputs;
  float* y;       // (rows, tokens, channels)
  float* states;  // (chunks, rows, channels, states): those at the start of each chunk
};

// How many groups the channels are computed in, which have sums of their own until the end. A block
// has `threads` on every GPU.
constexpr std::int64_t num_scan_parts(std::int64_t channels, std::int64_t states,
                                      std::int64_t threads = 256) {
  std::int64_t lanes = 1;
  while (lanes < states) lanes *= 2;
  const std::int64_t at_once = threads / lanes;
  return (channels + at_once - 1) / at_once;
}

struct SelectiveScanBackwardArguments {
  ScanInputs inputs;
  const float* states;  // of the forward pass
  const float* d_y;
  float* d_x;
  float* d_dt;
  float* d_a;  // added to, as are d_b and d_c
  float* d_b;
  float* d_c;
  float* partial_d_a;      // (rows, channels, states): memory to work with
  float* partial_d_bc;     // (num_parts, 2, rows, tokens, states): the same
  std::int64_t num_parts;  // at least num_scan_parts()
};

struct Table {
  std::uint32_t version;  // table_version, or this table is another one
  int (*cross_entropy)(const CrossEntropyArguments*, Stream);
  int (*dropout)(const DropoutArguments*, Stream);
  int (*residual_norm)(const ResidualNormArguments*, Stream);
  int (*residual_norm_backward)(const ResidualNormBackwardArguments*, Stream);
  int (*rotary)(const RotaryArguments*, Stream);
  int (*swiglu)(const SwigluArguments*, Stream);
  int (*swiglu_backward)(const SwigluBackwardArguments*, Stream);
  int (*bias_gelu)(const BiasGeluArguments*, Stream);
  int (*bias_gelu_backward)(const BiasGeluBackwardArguments*, Stream);
  int (*adamw)(const AdamWArguments*, Stream);
  int (*adamw_8bit)(const AdamW8bitArguments*, Stream);
  int (*selective_scan)(const SelectiveScanArguments*, Stream);
  int (*selective_scan_backward)(const SelectiveScanBackwardArguments*, Stream);
};

// Changes with any of the structs above.
inline constexpr std::uint32_t table_version = 2;

// The library's only symbol, by this name.
inline constexpr const char* table_symbol = "trainyard_kernels";
using TableFunction = const Table* (*)();

}  // namespace trainyard::kernels
