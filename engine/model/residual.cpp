// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/residual.h"

#include <torch/csrc/autograd/custom_function.h>

#include "engine/model/fused_kernels.h"
#include "engine/model/layer_functions.h"

namespace trainyard {

namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

// residual + dropout(input) as `type`.
at::Tensor launch_dropout(const at::Tensor& residual, const at::Tensor& input, at::ScalarType type,
                          const KernelMask& mask) {
  at::Tensor result = at::empty_like(input, input.options().dtype(type));
  const kernels::DropoutArguments arguments{.residual = kernel_memory<float>(residual),
                                            .input = kernel_memory(input),
                                            .result = kernel_memory(result),
                                            .mask = mask.arguments(),
                                            .rows = num_rows(input),
                                            .width = input.size(-1),
                                            .input_type = kernel_type(input),
                                            .result_type = kernel_type(result)};
  TORCH_CHECK(queue_kernel(*fused_kernels_for(input), &kernels::Table::dropout, arguments,
                           "trainyard::dropout"),
              "the dropout kernel takes no rows of ", input.size(-1), " numbers");
  return result;
}

struct AddDroppedFunction : torch::autograd::Function<AddDroppedFunction> {
  static at::Tensor forward(AutogradContext* context, const std::optional<at::Tensor>& x,
                            const at::Tensor& branch, const KernelMask& mask) {
    mask.save(*context);
    context->saved_data["type"] = branch.scalar_type();
    context->saved_data["has_residual"] = x.has_value();
    return launch_dropout(x.value_or(at::Tensor()), branch, x ? at::kFloat : branch.scalar_type(),
                          mask);
  }

  static variable_list backward(AutogradContext* context, const variable_list& outputs) {
    const at::Tensor d_sum = outputs.front().contiguous();
    const bool has_residual = context->saved_data["has_residual"].toBool();
    at::Tensor d_branch;
    if (context->needs_input_grad(has_residual ? 1 : 0))
      d_branch = launch_dropout({}, d_sum, context->saved_data["type"].toScalarType(),
                                KernelMask::saved(*context));
    return {has_residual ? d_sum : at::Tensor(), d_branch, at::Tensor()};
  }
};

at::Tensor contiguous(const at::Tensor& x) { return x.defined() ? x.contiguous() : x; }

// Where the sum of the gradients of a weight and a bias is worked out.
at::Tensor partial_sums(const at::Tensor& like, std::int64_t num_sums) {
  return at::empty({fused_kernels_for(like)->num_partial, num_sums, like.size(-1)},
                   like.options().dtype(at::kFloat));
}

struct ResidualNormFunction : torch::autograd::Function<ResidualNormFunction> {
  // Returns the sum, if there is a branch, and its norm.
  static variable_list forward(AutogradContext* context, const at::Tensor& x,
                               const std::optional<at::Tensor>& given_branch,
                               const at::Tensor& weight,
                               const std::optional<at::Tensor>& given_bias,
                               const NormSettings& settings, at::ScalarType type,
                               const KernelMask& mask) {
    const bool has_branch = given_branch.has_value();
    const at::Tensor branch = given_branch.value_or(at::Tensor()),
                     bias = given_bias.value_or(at::Tensor());
    const at::TensorOptions numbers = x.options();
    const std::int64_t rows = num_rows(x);
    at::Tensor sum = has_branch ? at::empty_like(x) : x, mean, inverse = at::empty({rows}, numbers),
               result = at::empty_like(x, numbers.dtype(type));
    if (settings.kind == kernels::Norm::layer) mean = at::empty({rows}, numbers);
    const kernels::ResidualNormArguments arguments{
        .residual = kernel_memory<float>(x),
        .branch = kernel_memory(branch),
        .sum = has_branch ? kernel_memory<float>(sum) : nullptr,
        .normalized = kernel_memory(result),
        .mean = kernel_memory<float>(mean),
        .inverse_deviation = kernel_memory<float>(inverse),
        .weight = kernel_memory<float>(weight),
        .bias = kernel_memory<float>(bias),
        .mask = mask.arguments(),
        .rows = rows,
        .width = x.size(-1),
        .epsilon = static_cast<float>(settings.epsilon),
        .weight_offset = settings.has_offset ? 1.0F : 0.0F,
        .norm = settings.kind,
        .branch_type = kernel_type(has_branch ? branch : result),
        .normalized_type = kernel_type(result)};
    TORCH_CHECK(queue_kernel(*fused_kernels_for(x), &kernels::Table::residual_norm, arguments,
                             "trainyard::residual_norm"),
                "the norm's kernel takes no rows of ", x.size(-1), " numbers");
    context->save_for_backward({sum, mean, inverse});
    context->saved_data["weight"] = weight;
    context->saved_data["bias"] = bias;
    context->saved_data["has_branch"] = has_branch;
    context->saved_data["branch_type"] = (has_branch ? branch : result).scalar_type();
    context->saved_data["kind"] = static_cast<std::int64_t>(settings.kind);
    context->saved_data["has_offset"] = settings.has_offset;
    mask.save(*context);
    context->set_materialize_grads(false);
    if (has_branch) return {sum, result};
    return {result};
  }

  static variable_list backward(AutogradContext* context, const variable_list& outputs) {
    const variable_list saved = context->get_saved_variables();
    auto& data = context->saved_data;
    const at::Tensor &sum = saved[0], weight = data["weight"].toTensor(),
                     bias = data["bias"].toTensor();
    const bool has_branch = data["has_branch"].toBool(), is_trained = weight.requires_grad(),
               is_bias_trained = is_trained && bias.defined();
    const at::Tensor d_sum = has_branch ? contiguous(outputs[0]) : at::Tensor();
    at::Tensor d_result = contiguous(outputs.back());
    if (!d_result.defined()) d_result = at::zeros_like(sum);
    at::Tensor d_x = at::empty_like(sum), d_branch, partial;
    if (has_branch)
      d_branch = at::empty_like(sum, sum.options().dtype(data["branch_type"].toScalarType()));
    if (is_trained) partial = partial_sums(sum, is_bias_trained ? 2 : 1);
    const kernels::ResidualNormBackwardArguments arguments{
        .d_normalized = kernel_memory(d_result),
        .d_sum = kernel_memory<float>(d_sum),
        .sum = kernel_memory<float>(sum),
        .mean = kernel_memory<float>(saved[1]),
        .inverse_deviation = kernel_memory<float>(saved[2]),
        .weight = kernel_memory<float>(weight),
        .d_residual = kernel_memory<float>(d_x),
        .d_branch = kernel_memory(d_branch),
        .d_weight = is_trained ? kernel_memory<float>(gradient_of(weight)) : nullptr,
        .d_bias = is_bias_trained ? kernel_memory<float>(gradient_of(bias)) : nullptr,
        .partial = kernel_memory<float>(partial),
        .mask = KernelMask::saved(*context).arguments(),
        .rows = num_rows(sum),
        .width = sum.size(-1),
        .num_partial = fused_kernels_for(sum)->num_partial,
        .weight_offset = data["has_offset"].toBool() ? 1.0F : 0.0F,
        .norm = static_cast<kernels::Norm>(data["kind"].toInt()),
        .branch_type = kernel_type(has_branch ? d_branch : d_result),
        .normalized_type = kernel_type(d_result)};
    TORCH_CHECK(queue_kernel(*fused_kernels_for(sum), &kernels::Table::residual_norm_backward,
                             arguments, "trainyard::residual_norm_backward"),
                "the norm's kernel takes no gradients of rows of ", sum.size(-1), " numbers");
    return {d_x, d_branch, {}, {}, {}, {}, {}};
  }
};

bool is_stream(const at::Tensor& x) {
  return x.scalar_type() == at::kFloat && x.is_contiguous() && x.size(-1) > 0;
}

// Whether a kernel computes the norm of x, and its gradients.
bool can_normalize(const at::Tensor& x, const NormParameters& parameters) {
  const at::Tensor& weight = parameters.weight->value;
  return fused_kernels_for(x) && is_stream(x) && x.size(-1) <= kernels::max_width_of_two_sums &&
         weight.scalar_type() == at::kFloat &&
         (!parameters.bias || (parameters.bias->value.scalar_type() == at::kFloat &&
                               parameters.bias->value.requires_grad() == weight.requires_grad()));
}

at::ScalarType result_type(const NormParameters& parameters, NormFor use) {
  const at::ScalarType type = parameters.weight->compute.scalar_type();
  return use == NormFor::products && is_kernel_type(type) ? type : at::kFloat;
}

std::optional<at::Tensor> value_of(const Parameter* bias) {
  return bias ? std::optional(bias->value) : std::nullopt;
}

at::Tensor by_operators(const at::Tensor& x, const NormParameters& parameters,
                        const NormSettings& settings) {
  const at::Tensor& weight = parameters.weight->value;
  if (settings.kind == kernels::Norm::layer)
    return at::layer_norm(x, {weight.size(0)}, weight.to(at::kFloat),
                          parameters.bias ? parameters.bias->value.to(at::kFloat) : at::Tensor(),
                          settings.epsilon);
  return rms_norm(x, settings.has_offset ? weight.to(at::kFloat) + 1.0 : weight, settings.epsilon);
}

}  // namespace

at::Tensor normalized(const at::Tensor& x, const NormParameters& parameters,
                      const NormSettings& settings, NormFor use) {
  if (!can_normalize(x, parameters)) return by_operators(x, parameters, settings);
  return ResidualNormFunction::apply(x, std::nullopt, parameters.weight->value,
                                     value_of(parameters.bias), settings,
                                     result_type(parameters, use), KernelMask())
      .front();
}

at::Tensor add_branch(const at::Tensor& x, const Branch& branch, const Context& context) {
  if (can_add_dropped(x, branch.value))
    return add_dropped_by_kernel(
        x, branch.value,
        kernel_mask(context, branch.dropout, branch.place, num_rows(branch.value)));
  return x + dropout(branch.value, branch.dropout, context, branch.place);
}

SumAndNorm add_and_normalize(const at::Tensor& x, const Branch& branch,
                             const NormParameters& parameters, const NormSettings& settings,
                             NormFor use, const Context& context) {
  if (!can_normalize(x, parameters) || !can_add_dropped(x, branch.value)) {
    const at::Tensor sum = add_branch(x, branch, context);
    return {sum, normalized(sum, parameters, settings, use)};
  }
  const variable_list results = ResidualNormFunction::apply(
      x, branch.value, parameters.weight->value, value_of(parameters.bias), settings,
      result_type(parameters, use),
      kernel_mask(context, branch.dropout, branch.place, num_rows(branch.value)));
  return {results[0], results[1]};
}

bool can_add_dropped(const at::Tensor& x, const at::Tensor& branch) {
  return fused_kernels_for(branch) && is_kernel_type(branch.scalar_type()) &&
         branch.is_contiguous() && branch.size(-1) > 0 &&
         (!x.defined() || (is_stream(x) && x.sizes() == branch.sizes()));
}

at::Tensor add_dropped_by_kernel(const at::Tensor& x, const at::Tensor& branch,
                                 const KernelMask& mask) {
  return AddDroppedFunction::apply(x.defined() ? std::optional(x) : std::nullopt, branch, mask);
}

}  // namespace trainyard
