// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/fused_activations.h"

#include <torch/csrc/autograd/custom_function.h>

#include "engine/model/fused_kernels.h"

namespace trainyard {

namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

struct SiluProductFunction : torch::autograd::Function<SiluProductFunction> {
  static at::Tensor forward(AutogradContext* context, const at::Tensor& gate_and_up) {
    const std::int64_t rows = gate_and_up.size(0), width = gate_and_up.size(1) / 2;
    const at::Tensor product = at::empty({rows, width}, gate_and_up.options()),
                     gate = gate_and_up.narrow(1, 0, width),
                     up = gate_and_up.narrow(1, width, width);
    const kernels::SwigluArguments arguments{.gate = kernel_memory(gate),
                                             .up = kernel_memory(up),
                                             .product = kernel_memory(product),
                                             .rows = rows,
                                             .width = width,
                                             .input_stride = 2 * width,
                                             .product_stride = width,
                                             .type = kernel_type(gate_and_up)};
    TORCH_CHECK(queue_kernel(*fused_kernels_for(gate_and_up), &kernels::Table::swiglu, arguments,
                             "trainyard::swiglu"),
                "the kernel of SwiGLU takes no rows of ", width, " numbers");
    context->save_for_backward({gate_and_up});
    return product;
  }

  static variable_list backward(AutogradContext* context, const variable_list& outputs) {
    const at::Tensor gate_and_up = context->get_saved_variables().front(),
                     d_product = outputs.front().contiguous(), d_both = at::empty_like(gate_and_up);
    const std::int64_t width = d_product.size(1);
    const auto half = [&](const at::Tensor& both, std::int64_t which) {
      return kernel_memory(both.narrow(1, which * width, width));
    };
    const kernels::SwigluBackwardArguments arguments{.gate = half(gate_and_up, 0),
                                                     .up = half(gate_and_up, 1),
                                                     .d_product = kernel_memory(d_product),
                                                     .d_gate = half(d_both, 0),
                                                     .d_up = half(d_both, 1),
                                                     .rows = d_product.size(0),
                                                     .width = width,
                                                     .input_stride = 2 * width,
                                                     .product_stride = width,
                                                     .gradient_stride = 2 * width,
                                                     .type = kernel_type(gate_and_up)};
    TORCH_CHECK(queue_kernel(*fused_kernels_for(gate_and_up), &kernels::Table::swiglu_backward,
                             arguments, "trainyard::swiglu_backward"),
                "the kernel of SwiGLU takes no gradients of rows of ", width, " numbers");
    return {d_both};
  }
};

struct GeluOfSumFunction : torch::autograd::Function<GeluOfSumFunction> {
  static at::Tensor forward(AutogradContext* context, const at::Tensor& x, const at::Tensor& bias,
                            kernels::Gelu gelu) {
    const at::Tensor activation = at::empty_like(x);
    const kernels::BiasGeluArguments arguments{.x = kernel_memory(x),
                                               .bias = kernel_memory<float>(bias),
                                               .activation = kernel_memory(activation),
                                               .rows = x.size(0),
                                               .width = x.size(1),
                                               .gelu = gelu,
                                               .type = kernel_type(x)};
    TORCH_CHECK(queue_kernel(*fused_kernels_for(x), &kernels::Table::bias_gelu, arguments,
                             "trainyard::bias_gelu"),
                "the kernel of GELU takes no rows of ", x.size(1), " numbers");
    context->save_for_backward({x});
    context->saved_data["bias"] = bias;
    context->saved_data["gelu"] = static_cast<std::int64_t>(gelu);
    return activation;
  }

  static variable_list backward(AutogradContext* context, const variable_list& outputs) {
    const at::Tensor x = context->get_saved_variables().front(),
                     bias = context->saved_data["bias"].toTensor(),
                     d_activation = outputs.front().contiguous(), d_x = at::empty_like(x);
    const FusedKernels& fused = *fused_kernels_for(x);
    const bool is_trained = bias.requires_grad();
    at::Tensor d_bias, partial;
    if (is_trained) {
      d_bias = gradient_of(bias);
      partial = at::empty({fused.num_partial, x.size(1)}, bias.options());
    }
    const kernels::BiasGeluBackwardArguments arguments{
        .x = kernel_memory(x),
        .bias = kernel_memory<float>(bias),
        .d_activation = kernel_memory(d_activation),
        .d_x = kernel_memory(d_x),
        .d_bias = kernel_memory<float>(d_bias),
        .partial = kernel_memory<float>(partial),
        .rows = x.size(0),
        .width = x.size(1),
        .num_partial = fused.num_partial,
        .gelu = static_cast<kernels::Gelu>(context->saved_data["gelu"].toInt()),
        .type = kernel_type(x)};
    TORCH_CHECK(queue_kernel(fused, &kernels::Table::bias_gelu_backward, arguments,
                             "trainyard::bias_gelu_backward"),
                "the kernel of GELU takes no gradients of rows of ", x.size(1), " numbers");
    return {d_x, at::Tensor(), at::Tensor()};
  }
};

}  // namespace

bool can_multiply_gates(at::Device device, at::ScalarType type) {
  return fused_kernels_on(device) && is_kernel_type(type);
}

at::Tensor silu_product(const at::Tensor& gate_and_up) {
  return SiluProductFunction::apply(gate_and_up);
}

bool can_fuse_gelu(at::Device device, at::ScalarType type, std::int64_t width,
                   const Parameter& bias) {
  return fused_kernels_on(device) && is_kernel_type(type) && width > 0 &&
         width <= kernels::max_width_of_sums && bias.value.scalar_type() == at::kFloat;
}

at::Tensor gelu_of_sum(const at::Tensor& x, const Parameter& bias, kernels::Gelu gelu) {
  return GeluOfSumFunction::apply(x, bias.value, gelu);
}

}  // namespace trainyard
