// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/selective_scan.h"

#include <ATen/Parallel.h>
#include <torch/csrc/autograd/custom_function.h>

#include "engine/model/fused_kernels.h"
#include "engine/model/selective_scan_chunks.h"
#include "engine/model/selective_scan_rows.h"

namespace trainyard {

namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

struct ScanShape {
  std::int64_t rows, tokens, channels, states;
  std::int64_t parts() const { return (channels + kScanChannels - 1) / kScanChannels; }
};

ScanShape shape_of(const at::Tensor& x, const at::Tensor& a) {
  return {x.size(0), x.size(1), x.size(2), a.size(1)};
}

ScanRow row_of(std::int64_t row, const ScanShape& s, const variable_list& inputs) {
  const auto of_row = [&](std::size_t i, std::int64_t width) {
    return inputs[i].const_data_ptr<float>() + row * s.tokens * width;
  };
  return {s.tokens,
          s.channels,
          s.states,
          of_row(0, s.channels),
          of_row(1, s.channels),
          inputs[2].const_data_ptr<float>(),
          of_row(3, s.states),
          of_row(4, s.states)};
}

// Calls `work(row, part)` for every row and each group of kScanChannels channels.
template <typename Work>
void for_each_part(const ScanShape& s, const Work& work) {
  at::parallel_for(0, s.rows * s.parts(), 1, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t i = begin; i < end; ++i) work(i / s.parts(), i % s.parts());
  });
}

// x, dt, a, b, c as in selective_scan(); on a CPU, or on the meta device, where only shapes matter.
struct ScanFunction : torch::autograd::Function<ScanFunction> {
  static at::Tensor forward(AutogradContext* context, const at::Tensor& x, const at::Tensor& dt,
                            const at::Tensor& a, const at::Tensor& b, const at::Tensor& c) {
    const variable_list inputs = {x.contiguous(), dt.contiguous(), a.contiguous(), b.contiguous(),
                                  c.contiguous()};
    context->save_for_backward(inputs);
    at::Tensor y = at::empty_like(inputs[0]);
    if (y.is_meta()) return y;
    const ScanShape s = shape_of(x, a);
    float* out = y.mutable_data_ptr<float>();
    for_each_part(s, [&](std::int64_t row, std::int64_t part) {
      scan_channels(row_of(row, s, inputs), part * kScanChannels,
                    out + row * s.tokens * s.channels);
    });
    return y;
  }

  static variable_list backward(AutogradContext* context, const variable_list& outputs) {
    const variable_list inputs = context->get_saved_variables();
    const ScanShape s = shape_of(inputs[0], inputs[2]);
    const at::Tensor d_y = outputs[0].contiguous();
    const at::Tensor d_x = at::empty_like(inputs[0]), d_dt = at::empty_like(inputs[1]);
    // What several parts or rows contribute to is summed afterwards in a fixed order.
    const at::Tensor d_a = at::zeros({s.rows, s.channels, s.states}, d_y.options());
    const at::Tensor d_b = at::zeros({s.rows, s.parts(), s.tokens, s.states}, d_y.options());
    const at::Tensor d_c = at::zeros_like(d_b);
    if (!d_y.is_meta())
      for_each_part(s, [&](std::int64_t row, std::int64_t part) {
        thread_local std::vector<float> states;
        const auto place = [](const at::Tensor& tensor, std::int64_t number, std::int64_t size) {
          return tensor.mutable_data_ptr<float>() + number * size;
        };
        const std::int64_t of_row = s.tokens * s.channels, of_part = s.tokens * s.states;
        scan_channels_backward(row_of(row, s, inputs), part * kScanChannels,
                               {d_y.const_data_ptr<float>() + row * of_row, place(d_x, row, of_row),
                                place(d_dt, row, of_row), place(d_a, row, s.channels * s.states),
                                place(d_b, row * s.parts() + part, of_part),
                                place(d_c, row * s.parts() + part, of_part)},
                               states);
      });
    return {d_x, d_dt, d_a.sum(0), d_b.sum(1), d_c.sum(1)};
  }
};

// The same with kernels. Saves its inputs and a state every kScanTokens tokens.
struct ChunkedScanFunction : torch::autograd::Function<ChunkedScanFunction> {
  static at::Tensor forward(AutogradContext* context, const at::Tensor& x, const at::Tensor& dt,
                            const at::Tensor& a, const at::Tensor& b, const at::Tensor& c) {
    const ScannedChunks scanned = scan_chunks({x, dt, a, b, c});
    context->save_for_backward({x, dt, a, b, c, scanned.states});
    return scanned.y;
  }

  static variable_list backward(AutogradContext* context, const variable_list& outputs) {
    const variable_list saved = context->get_saved_variables();
    const ScanInputs gradients = scan_chunks_backward(
        {saved[0], saved[1], saved[2], saved[3], saved[4]}, saved[5], outputs[0]);
    return {gradients.begin(), gradients.end()};
  }
};

kernels::ScanInputs kernel_inputs(const variable_list& inputs) {
  const ScanShape s = shape_of(inputs[0], inputs[2]);
  return {.x = kernel_memory<float>(inputs[0]),
          .dt = kernel_memory<float>(inputs[1]),
          .a = kernel_memory<float>(inputs[2]),
          .b = kernel_memory<float>(inputs[3]),
          .c = kernel_memory<float>(inputs[4]),
          .rows = s.rows,
          .tokens = s.tokens,
          .channels = s.channels,
          .states = s.states};
}

// The same as one kernel each way. Saves its inputs and a state every kernels::scan_chunk tokens.
struct ScanKernelFunction : torch::autograd::Function<ScanKernelFunction> {
  static at::Tensor forward(AutogradContext* context, const at::Tensor& x, const at::Tensor& dt,
                            const at::Tensor& a, const at::Tensor& b, const at::Tensor& c) {
    const variable_list inputs = {x.contiguous(), dt.contiguous(), a.contiguous(), b.contiguous(),
                                  c.contiguous()};
    const ScanShape s = shape_of(x, a);
    const std::int64_t chunks = (s.tokens + kernels::scan_chunk - 1) / kernels::scan_chunk;
    const at::Tensor y = at::empty_like(inputs[0]),
                     states = at::empty({chunks, s.rows, s.channels, s.states}, x.options());
    const kernels::SelectiveScanArguments arguments{.inputs = kernel_inputs(inputs),
                                                    .y = kernel_memory<float>(y),
                                                    .states = kernel_memory<float>(states)};
    TORCH_CHECK(queue_kernel(*fused_kernels_for(x), &kernels::Table::selective_scan, arguments,
                             "trainyard::selective_scan"),
                "the kernel of the scan takes no ", s.states, " states");
    variable_list saved = inputs;
    saved.push_back(states);
    context->save_for_backward(saved);
    return y;
  }

  static variable_list backward(AutogradContext* context, const variable_list& outputs) {
    const variable_list saved = context->get_saved_variables();
    const ScanShape s = shape_of(saved[0], saved[2]);
    const std::int64_t parts = kernels::num_scan_parts(s.channels, s.states);
    const at::Tensor d_y = outputs.front().contiguous(), d_x = at::empty_like(saved[0]),
                     d_dt = at::empty_like(saved[1]), d_a = at::zeros_like(saved[2]),
                     d_b = at::zeros_like(saved[3]), d_c = at::zeros_like(saved[4]),
                     partial_d_a = at::empty({s.rows, s.channels, s.states}, d_y.options()),
                     partial_d_bc =
                         at::empty({parts, 2, s.rows, s.tokens, s.states}, d_y.options());
    const kernels::SelectiveScanBackwardArguments arguments{
        .inputs = kernel_inputs(saved),
        .states = kernel_memory<float>(saved[5]),
        .d_y = kernel_memory<float>(d_y),
        .d_x = kernel_memory<float>(d_x),
        .d_dt = kernel_memory<float>(d_dt),
        .d_a = kernel_memory<float>(d_a),
        .d_b = kernel_memory<float>(d_b),
        .d_c = kernel_memory<float>(d_c),
        .partial_d_a = kernel_memory<float>(partial_d_a),
        .partial_d_bc = kernel_memory<float>(partial_d_bc),
        .num_parts = parts};
    TORCH_CHECK(queue_kernel(*fused_kernels_for(d_y), &kernels::Table::selective_scan_backward,
                             arguments, "trainyard::selective_scan_backward"),
                "the kernel of the scan takes no gradients of ", s.states, " states");
    return {d_x, d_dt, d_a, d_b, d_c};
  }
};

}  // namespace

at::Tensor selective_scan(const at::Tensor& x, const at::Tensor& dt, const at::Tensor& a,
                          const at::Tensor& b, const at::Tensor& c) {
  if (fused_kernels_for(x) && a.size(1) <= kernels::max_scan_states)
    return ScanKernelFunction::apply(x, dt, a, b, c);
  if (x.is_cpu() || x.is_meta()) return ScanFunction::apply(x, dt, a, b, c);
  return ChunkedScanFunction::apply(x, dt, a, b, c);
}

}  // namespace trainyard
