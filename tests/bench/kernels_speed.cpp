// SPDX-License-Identifier: GPL-3.0-or-later
// The own kernels' bytes a second on a GPU, in sizes of a layer's: `NAME: N GB/s, N us` each.
#include <dlfcn.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <type_traits>
#include <vector>

#include "engine/kernels/kernels.h"
#include "engine/system/beside_program.h"

namespace trainyard::kernels {
namespace {

// Of CUDA's runtime library, which the kernels' library has loaded.
struct CudaRuntime {
  int (*count_devices)(int*) = nullptr;
  int (*allocate)(void**, std::size_t) = nullptr;
  int (*fill)(void*, int, std::size_t) = nullptr;
  int (*copy)(void*, const void*, std::size_t, int) = nullptr;
  int (*synchronize)() = nullptr;
};

[[noreturn]] void skip(const char* why) {
  std::printf("SKIPPED: %s\n", why);
  std::exit(0);
}

[[noreturn]] void give_up(const std::string& what, int code) {
  std::fprintf(stderr, "%s: CUDA's error %d\n", what.c_str(), code);
  std::exit(1);
}

template <class Function>
void find(void* library, const char* name, Function*& function) {
  function = reinterpret_cast<Function*>(dlsym(library, name));
  if (function == nullptr) skip(dlerror());
}

class Gpu {
 public:
  Gpu() {
    void* library = dlopen(beside_program("libengine_kernels.so").c_str(), RTLD_NOW);
    if (library == nullptr) skip(dlerror());
    find(library, "cudaGetDeviceCount", runtime_.count_devices);
    find(library, "cudaMalloc", runtime_.allocate);
    find(library, "cudaMemset", runtime_.fill);
    find(library, "cudaMemcpy", runtime_.copy);
    find(library, "cudaDeviceSynchronize", runtime_.synchronize);
    int count = 0;
    if (runtime_.count_devices(&count) != 0 || count == 0) skip("this machine shows no GPU");
    std::remove_pointer_t<TableFunction>* found = nullptr;
    find(library, table_symbol, found);
    table = found();
    if (table->version != table_version) skip("libengine_kernels.so has another version");
  }

  // Zeros, which are valid numbers, keys and targets. Kept until the end of the program.
  template <class Number>
  Number* zeros(std::int64_t count) {
    void* memory = nullptr;
    const std::size_t bytes = static_cast<std::size_t>(count) * sizeof(Number);
    if (const int code = runtime_.allocate(&memory, bytes); code != 0)
      give_up("cudaMalloc of " + std::to_string(bytes) + " bytes", code);
    if (const int code = runtime_.fill(memory, 0, bytes); code != 0) give_up("cudaMemset", code);
    return static_cast<Number*>(memory);
  }

  template <class Value>
  const Value* copy_of(const Value& value) {
    constexpr int host_to_device = 1;
    auto* const copy = zeros<Value>(1);
    if (const int code = runtime_.copy(copy, &value, sizeof value, host_to_device); code != 0)
      give_up("cudaMemcpy", code);
    return copy;
  }

  // `bytes`: what a launch reads and writes at least. One that fails leaves the others.
  void measure(const std::string& name, std::int64_t bytes, const std::function<int()>& launch) {
    using Clock = std::chrono::steady_clock;
    const auto run = [&](int times) {
      const auto start = Clock::now();
      int code = 0;
      for (int i = 0; i < times && code == 0; ++i) code = launch();
      if (code == 0) code = runtime_.synchronize();
      if (code != 0) std::fprintf(stderr, "%s: CUDA's error %d\n", name.c_str(), code);
      has_failed = has_failed || code != 0;
      return code == 0 ? std::chrono::duration<double>(Clock::now() - start).count() : 0.0;
    };
    if (run(3) == 0.0) return;  // loads the kernel
    constexpr double long_enough = 0.1;
    const int times = std::clamp(static_cast<int>(long_enough / (run(3) / 3)), 3, 2000);
    const double seconds = run(times) / times;
    std::printf("%s: %.1f GB/s, %.2f us\n", name.c_str(),
                static_cast<double>(bytes) / seconds / 1e9, seconds * 1e6);
    std::fflush(stdout);
  }

  const Table* table = nullptr;
  bool has_failed = false;

 private:
  CudaRuntime runtime_;
};

using Bf16 = std::uint16_t;
constexpr std::int64_t rows = 16384, width = 1024, size = rows * width;

void measure_cross_entropy(Gpu& gpu) {
  constexpr std::int64_t chunk = 4096, vocabulary = 50257, stride = 50304;
  const CrossEntropyArguments arguments{.logits = gpu.zeros<Bf16>(chunk * stride),
                                        .targets = gpu.zeros<std::int64_t>(chunk),
                                        .losses = gpu.zeros<float>(chunk),
                                        .rows = chunk,
                                        .vocabulary = vocabulary,
                                        .stride = stride,
                                        .ignored_target = -100,
                                        .gradient_scale = 1.0F,
                                        .writes_gradient = true,
                                        .type = NumberType::bf16};
  // Read twice, since the sum is needed before the first gradient.
  gpu.measure("cross entropy with gradient, 4096 x 50257, bf16", 3 * 2 * chunk * vocabulary,
              [&] { return gpu.table->cross_entropy(&arguments, nullptr); });
}

DropoutMask mask_of(Gpu& gpu) {
  constexpr std::int64_t rows_per_key = 1024;
  return {.keys = gpu.zeros<std::int64_t>(rows / rows_per_key),
          .first_rows = nullptr,
          .rows_per_key = rows_per_key,
          .layer = 0,
          .site = 0,
          .threshold = 1U << 28,
          .kept = 16.0F / 15.0F};
}

void measure_dropout(Gpu& gpu) {
  const DropoutArguments arguments{.residual = gpu.zeros<float>(size),
                                   .input = gpu.zeros<Bf16>(size),
                                   .result = gpu.zeros<float>(size),
                                   .mask = mask_of(gpu),
                                   .rows = rows,
                                   .width = width,
                                   .input_type = NumberType::bf16,
                                   .result_type = NumberType::fp32};
  gpu.measure("dropout + residual, bf16 and fp32", size * (4 + 2 + 4),
              [&] { return gpu.table->dropout(&arguments, nullptr); });
}

void measure_residual_norm(Gpu& gpu, Norm norm, const std::string& name) {
  constexpr std::int64_t num_partial = 264;
  float* const sum = gpu.zeros<float>(size);
  float* const mean = gpu.zeros<float>(rows);
  float* const inverse_deviation = gpu.zeros<float>(rows);
  float* const weight = gpu.zeros<float>(width);
  float* const bias = norm == Norm::layer ? gpu.zeros<float>(width) : nullptr;
  const DropoutMask mask = mask_of(gpu);
  const ResidualNormArguments forward{.residual = gpu.zeros<float>(size),
                                      .branch = gpu.zeros<Bf16>(size),
                                      .sum = sum,
                                      .normalized = gpu.zeros<Bf16>(size),
                                      .mean = mean,
                                      .inverse_deviation = inverse_deviation,
                                      .weight = weight,
                                      .bias = bias,
                                      .mask = mask,
                                      .rows = rows,
                                      .width = width,
                                      .epsilon = 1e-5F,
                                      .weight_offset = 0.0F,
                                      .norm = norm,
                                      .branch_type = NumberType::bf16,
                                      .normalized_type = NumberType::bf16};
  gpu.measure("dropout + residual + " + name, size * (4 + 2 + 4 + 2),
              [&] { return gpu.table->residual_norm(&forward, nullptr); });
  const ResidualNormBackwardArguments backward{
      .d_normalized = gpu.zeros<Bf16>(size),
      .d_sum = gpu.zeros<float>(size),
      .sum = sum,
      .mean = mean,
      .inverse_deviation = inverse_deviation,
      .weight = weight,
      .d_residual = gpu.zeros<float>(size),
      .d_branch = gpu.zeros<Bf16>(size),
      .d_weight = gpu.zeros<float>(width),
      .d_bias = norm == Norm::layer ? gpu.zeros<float>(width) : nullptr,
      .partial = gpu.zeros<float>(num_partial * 2 * width),
      .mask = mask,
      .rows = rows,
      .width = width,
      .num_partial = num_partial,
      .weight_offset = 0.0F,
      .norm = norm,
      .branch_type = NumberType::bf16,
      .normalized_type = NumberType::bf16};
  gpu.measure("dropout + residual + " + name + ", backward", size * (2 + 4 + 4 + 4 + 2),
              [&] { return gpu.table->residual_norm_backward(&backward, nullptr); });
}

void measure_rotary(Gpu& gpu) {
  constexpr std::int64_t head_width = 64, heads = width / head_width, period = 1024;
  const RotaryArguments arguments{.query = gpu.zeros<Bf16>(size),
                                  .key = gpu.zeros<Bf16>(size),
                                  .rotated_query = gpu.zeros<Bf16>(size),
                                  .rotated_key = gpu.zeros<Bf16>(size),
                                  .cos = gpu.zeros<float>(period * head_width / 2),
                                  .sin = gpu.zeros<float>(period * head_width / 2),
                                  .tokens = rows,
                                  .period = period,
                                  .query_heads = heads,
                                  .key_heads = heads,
                                  .head_width = head_width,
                                  .query_stride = width,
                                  .key_stride = width,
                                  .rotated_query_stride = width,
                                  .rotated_key_stride = width,
                                  .is_inverse = false,
                                  .type = NumberType::bf16};
  gpu.measure("rotary embedding, bf16", size * 4 * 2,
              [&] { return gpu.table->rotary(&arguments, nullptr); });
}

void measure_activations(Gpu& gpu) {
  constexpr std::int64_t num_partial = 264;
  Bf16* const inputs = gpu.zeros<Bf16>(2 * size);
  Bf16* const gradients = gpu.zeros<Bf16>(2 * size);
  Bf16* const one = gpu.zeros<Bf16>(size);
  Bf16* const other = gpu.zeros<Bf16>(size);
  const SwigluArguments swiglu{inputs, inputs + width, one,   rows,
                               width,  2 * width,      width, NumberType::bf16};
  gpu.measure("SwiGLU, bf16", size * 3 * 2, [&] { return gpu.table->swiglu(&swiglu, nullptr); });
  const SwigluBackwardArguments swiglu_backward{
      inputs, inputs + width, one,   gradients, gradients + width, rows,
      width,  2 * width,      width, 2 * width, NumberType::bf16};
  gpu.measure("SwiGLU, backward, bf16", size * 5 * 2,
              [&] { return gpu.table->swiglu_backward(&swiglu_backward, nullptr); });
  float* const bias = gpu.zeros<float>(width);
  const BiasGeluArguments gelu{inputs, bias, one, rows, width, Gelu::tanh, NumberType::bf16};
  gpu.measure("bias + GELU, bf16", size * 2 * 2,
              [&] { return gpu.table->bias_gelu(&gelu, nullptr); });
  const BiasGeluBackwardArguments gelu_backward{inputs,
                                                bias,
                                                one,
                                                other,
                                                gpu.zeros<float>(width),
                                                gpu.zeros<float>(num_partial * width),
                                                rows,
                                                width,
                                                num_partial,
                                                Gelu::tanh,
                                                NumberType::bf16};
  gpu.measure("bias + GELU, backward, bf16", size * 3 * 2,
              [&] { return gpu.table->bias_gelu_backward(&gelu_backward, nullptr); });
}

void measure_scan(Gpu& gpu) {
  constexpr std::int64_t scanned = 8, tokens = 1024, channels = 1536, states = 16;
  constexpr std::int64_t chunks = tokens / scan_chunk;
  const ScanInputs inputs{.x = gpu.zeros<float>(scanned * tokens * channels),
                          .dt = gpu.zeros<float>(scanned * tokens * channels),
                          .a = gpu.zeros<float>(channels * states),
                          .b = gpu.zeros<float>(scanned * tokens * states),
                          .c = gpu.zeros<float>(scanned * tokens * states),
                          .rows = scanned,
                          .tokens = tokens,
                          .channels = channels,
                          .states = states};
  const SelectiveScanArguments arguments{
      .inputs = inputs,
      .y = gpu.zeros<float>(scanned * tokens * channels),
      .states = gpu.zeros<float>(chunks * scanned * channels * states)};
  gpu.measure("selective scan, 8 x 1024 x 1536, fp32", 3 * 4 * scanned * tokens * channels,
              [&] { return gpu.table->selective_scan(&arguments, nullptr); });
}

void measure_adamw(Gpu& gpu) {
  constexpr std::int64_t count = 1 << 26;
  const AdamWPart part{.value = gpu.zeros<float>(count),
                       .gradient = gpu.zeros<float>(count),
                       .first_moment = gpu.zeros<float>(count),
                       .second_moment = gpu.zeros<float>(count),
                       .copy = gpu.zeros<Bf16>(count),
                       .count = count,
                       .first_block = 0,
                       .weight_decay = 0.01F,
                       .rate = 1.0F};
  const AdamWArguments arguments{.parts = gpu.copy_of(part),
                                 .num_parts = 1,
                                 .num_blocks = num_adamw_blocks(count),
                                 .step = 1,
                                 .learning_rate = 1e-3,
                                 .beta1 = 0.9,
                                 .beta2 = 0.999,
                                 .epsilon = 1e-8,
                                 .gradient_scale = nullptr,
                                 .zeroes_gradient = true};
  // Four numbers are read and written, and the copy is written.
  gpu.measure("AdamW, 67 M parameters", count * (4 * 4 * 2 + 2),
              [&] { return gpu.table->adamw(&arguments, nullptr); });
}

int measure_all() {
  Gpu gpu;
  measure_cross_entropy(gpu);
  measure_dropout(gpu);
  measure_residual_norm(gpu, Norm::rms, "RMSNorm");
  measure_residual_norm(gpu, Norm::layer, "LayerNorm");
  measure_rotary(gpu);
  measure_activations(gpu);
  measure_scan(gpu);
  measure_adamw(gpu);
  return gpu.has_failed ? 1 : 0;
}

}  // namespace
}  // namespace trainyard::kernels

int main() { return trainyard::kernels::measure_all(); }
