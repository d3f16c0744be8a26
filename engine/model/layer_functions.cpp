// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/layer_functions.h"

#include <ATen/Parallel.h>
#include <torch/csrc/autograd/custom_function.h>

#include "engine/model/add_product.h"
#include "engine/model/dropout.h"
#include "engine/model/fused_activations.h"
#include "engine/model/fused_kernels.h"
#include "engine/model/gelu_rows.h"
#include "engine/model/parameters.h"

namespace trainyard {

namespace {

using torch::autograd::AutogradContext;
using torch::autograd::Function;
using torch::autograd::variable_list;

// Saves a parameter to whose gradient the backward pass adds. save_for_backward() may return a
// different tensor, which has no gradient.
void save_parameter(AutogradContext* context, const char* name, const at::Tensor& parameter) {
  context->saved_data[name] = parameter;
}

at::Tensor saved_parameter(AutogradContext* context, const char* name) {
  return context->saved_data[name].toTensor();
}

// Accumulates a^T b into weight's gradient.
void add_product_to(const at::Tensor& weight, const at::Tensor& a, const at::Tensor& b) {
  if (weight.requires_grad()) add_product(gradient_of(weight), a, b);
}

void add_row_sum(const at::Tensor& bias, const at::Tensor& y) {
  if (!bias.defined() || !bias.requires_grad()) return;
  add_row_sums(gradient_of(bias), y);
}

// gradient[ids[i]] += y[i], except for `padding_id`: gradient (V, C), ids (N), y (N, C),
// contiguous. Each thread owns some rows of the vocabulary and processes all ids in order, so that
// the sums do not depend on the number of threads.
void add_rows(float* gradient, const std::int64_t* ids, const float* y, std::int64_t vocabulary,
              std::int64_t count, std::int64_t width, std::int64_t padding_id) {
  const std::int64_t share = (vocabulary + at::get_num_threads() - 1) / at::get_num_threads();
  at::parallel_for(0, vocabulary, share, [&](std::int64_t begin, std::int64_t end) {
    for (std::int64_t i = 0; i < count; ++i) {
      if (ids[i] < begin || ids[i] >= end || ids[i] == padding_id) continue;
      float* __restrict row = gradient + ids[i] * width;
      const float* __restrict added = y + i * width;
      for (std::int64_t c = 0; c < width; ++c) row[c] += added[c];
    }
  });
}

struct EmbeddingFunction : Function<EmbeddingFunction> {
  static at::Tensor forward(AutogradContext* context, const at::Tensor& ids,
                            const at::Tensor& weight, std::int64_t padding_id) {
    context->saved_data["padding_id"] = padding_id;
    context->save_for_backward({ids});
    save_parameter(context, "weight", weight);
    return at::embedding(weight, ids).to(at::kFloat);
  }

  static variable_list backward(AutogradContext* context, const variable_list& outputs) {
    const at::Tensor ids = context->get_saved_variables()[0].reshape({-1}),
                     weight = saved_parameter(context, "weight");
    const std::int64_t padding_id = context->saved_data["padding_id"].toInt();
    at::Tensor gradient = gradient_of(weight);
    const at::Tensor d_y =
        outputs[0].to(gradient.scalar_type()).reshape({ids.numel(), weight.size(1)}).contiguous();
    if (gradient.is_cpu() && gradient.scalar_type() == at::kFloat)
      add_rows(gradient.mutable_data_ptr<float>(), ids.const_data_ptr<std::int64_t>(),
               d_y.const_data_ptr<float>(), weight.size(0), ids.numel(), weight.size(1),
               padding_id);
    else
      gradient.index_add_(
          0, ids, padding_id < 0 ? d_y : d_y * ids.ne(padding_id).unsqueeze(1).to(d_y.options()));
    return {at::Tensor(), at::Tensor(), at::Tensor()};
  }
};

// The layout of a weight: (O, I) as in torch.nn.Linear, (I, O) as in transformers' Conv1D.
enum class Layout : std::int64_t { output_first, input_first };

// The weight as the right factor of a product: (I, O).
at::Tensor turned(const at::Tensor& weight, Layout layout) {
  return layout == Layout::output_first ? weight.t() : weight;
}

// For the product of x (N, I) and the weight, with d_y (N, O).
void add_weight_gradient(const at::Tensor& weight, const at::Tensor& x, const at::Tensor& d_y,
                         Layout layout) {
  if (layout == Layout::output_first)
    add_product_to(weight, d_y, x);
  else
    add_product_to(weight, x, d_y);
}

struct ProductFunction : Function<ProductFunction> {
  // Takes the parameters' values, for their gradients, and their copies, to compute with.
  static at::Tensor forward(AutogradContext* context, const at::Tensor& x, const at::Tensor& weight,
                            const std::optional<at::Tensor>& bias, const at::Tensor& weight_copy,
                            const std::optional<at::Tensor>& bias_copy, Layout layout) {
    const at::Tensor input = x.to(weight_copy.scalar_type());
    context->saved_data["type"] = x.scalar_type();
    context->saved_data["layout"] = static_cast<std::int64_t>(layout);
    // The input is only needed for the weight's gradient.
    context->save_for_backward({weight.requires_grad() ? input : at::Tensor(), weight_copy});
    save_parameter(context, "weight", weight);
    save_parameter(context, "bias", bias.value_or(at::Tensor()));
    const at::Tensor factor = turned(weight_copy, layout);
    return bias_copy ? at::addmm(*bias_copy, input, factor) : at::mm(input, factor);
  }

  static variable_list backward(AutogradContext* context, const variable_list& outputs) {
    const variable_list saved = context->get_saved_variables();
    const at::Tensor &x = saved[0], &d_y = outputs[0];  // (N, I), (N, O)
    const auto layout = static_cast<Layout>(context->saved_data["layout"].toInt());
    add_weight_gradient(saved_parameter(context, "weight"), x, d_y, layout);
    add_row_sum(saved_parameter(context, "bias"), d_y);
    at::Tensor d_x;
    if (context->needs_input_grad(0))
      d_x =
          at::mm(d_y, turned(saved[1], layout).t()).to(context->saved_data["type"].toScalarType());
    return {d_x, at::Tensor(), at::Tensor(), at::Tensor(), at::Tensor(), at::Tensor()};
  }
};

using kernels::Gelu;

// Only the result of the first product is saved: the activation is cheap to recompute, and as
// large.
struct FeedForwardFunction : Function<FeedForwardFunction> {
  static at::Tensor forward(AutogradContext* context, const at::Tensor& x,
                            const at::Tensor& fc_weight, const at::Tensor& fc_bias,
                            const at::Tensor& proj_weight, const at::Tensor& proj_bias,
                            Layout layout, Gelu gelu) {
    context->saved_data["layout"] = static_cast<std::int64_t>(layout);
    context->saved_data["gelu"] = static_cast<std::int64_t>(gelu);
    const at::Tensor inner = at::mm(x, turned(fc_weight, layout));  // (N, I), without its bias
    at::Tensor activation;                                          // (N, I)
    if (gelu == Gelu::tanh) {
      activation = at::empty_like(inner);
      gelu_tanh_rows(inner.const_data_ptr<float>(), fc_bias.const_data_ptr<float>(),
                     activation.mutable_data_ptr<float>(), inner.size(0), inner.size(1));
    } else {
      activation = at::gelu(inner + fc_bias);
    }
    context->save_for_backward({x, inner});
    save_parameter(context, "fc_weight", fc_weight);
    save_parameter(context, "fc_bias", fc_bias);
    save_parameter(context, "proj_weight", proj_weight);
    save_parameter(context, "proj_bias", proj_bias);
    return at::addmm(proj_bias, activation, turned(proj_weight, layout));
  }

  static variable_list backward(AutogradContext* context, const variable_list& outputs) {
    const variable_list saved = context->get_saved_variables();
    const at::Tensor &x = saved[0], &inner = saved[1];
    const at::Tensor fc_weight = saved_parameter(context, "fc_weight"),
                     fc_bias = saved_parameter(context, "fc_bias"),
                     proj_weight = saved_parameter(context, "proj_weight");
    const at::Tensor& d_y = outputs[0];  // (N, C)
    const auto layout = static_cast<Layout>(context->saved_data["layout"].toInt());
    const bool is_tanh = static_cast<Gelu>(context->saved_data["gelu"].toInt()) == Gelu::tanh;
    at::Tensor activation, slope, u;  // (N, I)
    if (is_tanh) {
      activation = at::empty_like(inner);
      slope = at::empty_like(inner);
      gelu_tanh_rows_with_slope(inner.const_data_ptr<float>(), fc_bias.const_data_ptr<float>(),
                                activation.mutable_data_ptr<float>(),
                                slope.mutable_data_ptr<float>(), inner.size(0), inner.size(1));
    } else {
      u = inner + fc_bias;
      activation = at::gelu(u);
    }
    add_weight_gradient(proj_weight, activation, d_y, layout);
    add_row_sum(saved_parameter(context, "proj_bias"), d_y);
    activation.reset();
    at::Tensor d_inner = at::mm(d_y, turned(proj_weight, layout).t());  // (N, I)
    d_inner = is_tanh ? d_inner.mul_(slope) : at::gelu_backward(d_inner, u);
    add_weight_gradient(fc_weight, x, d_inner, layout);
    add_row_sum(fc_bias, d_inner);
    return {at::mm(d_inner, turned(fc_weight, layout).t()),
            at::Tensor(),
            at::Tensor(),
            at::Tensor(),
            at::Tensor(),
            at::Tensor(),
            at::Tensor()};
  }
};

}  // namespace

at::Tensor embedding(const at::Tensor& ids, const Parameter& weight, std::int64_t padding_id) {
  return EmbeddingFunction::apply(ids, weight.value, padding_id);
}

namespace {

at::Tensor product(const at::Tensor& x, const Parameter& weight, const Parameter* bias,
                   Layout layout) {
  return ProductFunction::apply(x, weight.value, bias ? std::optional(bias->value) : std::nullopt,
                                weight.compute, bias ? std::optional(bias->compute) : std::nullopt,
                                layout);
}

// Adds what the adapter computes from x (N, I) to y (N, O).
at::Tensor with_adapter(const at::Tensor& y, const at::Tensor& x, const Parameter& weight,
                        const Context& context) {
  if (!weight.adapter) return y;
  const Adapter& adapter = *weight.adapter;
  const at::Tensor seen = dropout(x, adapter.dropout, context, {adapter.layer, adapter.site});
  const at::Tensor low = product(seen, adapter.a, nullptr, Layout::output_first);  // (N, r)
  return at::add(y, product(low, adapter.b, nullptr, Layout::output_first), adapter.scale);
}

}  // namespace

at::Tensor conv1d(const at::Tensor& x, const Parameter& weight, const Parameter& bias,
                  const Context& context) {
  return with_adapter(product(x, weight, &bias, Layout::input_first), x, weight, context);
}

at::Tensor linear(const at::Tensor& x, const Parameter& weight, const Parameter* bias,
                  const Context& context) {
  return with_adapter(product(x, weight, bias, Layout::output_first), x, weight, context);
}

at::Tensor rms_norm(const at::Tensor& x, const at::Tensor& weight, double epsilon) {
  const at::Tensor values = x.to(at::kFloat), factors = weight.to(at::kFloat);
  // The kernel that at::rms_norm() starts on a GPU, for which the meta device stands.
  if (x.is_meta())
    return std::get<0>(at::_fused_rms_norm(values, weight.sizes(), factors, epsilon));
  return at::rms_norm(values, weight.sizes(), factors, epsilon);
}

namespace {

// Whether the feed-forward is one function: on a CPU in fp32, without adapters.
bool is_one(const at::Tensor& x, const Parameter& fc_weight, const Parameter& proj_weight) {
  return x.is_cpu() && !fused_kernels_for(x) && x.scalar_type() == at::kFloat &&
         fc_weight.compute.scalar_type() == at::kFloat && !fc_weight.adapter &&
         !proj_weight.adapter;
}

at::Tensor feed_forward(const at::Tensor& x, const Parameter& fc_weight, const Parameter& fc_bias,
                        const Parameter& proj_weight, const Parameter& proj_bias, Layout layout,
                        Gelu gelu, const Context& context) {
  if (is_one(x, fc_weight, proj_weight))
    return FeedForwardFunction::apply(x, fc_weight.value, fc_bias.value, proj_weight.value,
                                      proj_bias.value, layout, gelu);
  const auto mapped = [&](const at::Tensor& input, const Parameter& weight, const Parameter* bias) {
    return with_adapter(product(input, weight, bias, layout), input, weight, context);
  };
  const std::int64_t width = fc_weight.compute.size(layout == Layout::output_first ? 0 : 1);
  const at::Tensor activation =
      can_fuse_gelu(x.device(), fc_weight.compute.scalar_type(), width, fc_bias)
          ? gelu_of_sum(mapped(x, fc_weight, nullptr), fc_bias, gelu)
          : at::gelu(mapped(x, fc_weight, &fc_bias), gelu == Gelu::tanh ? "tanh" : "none");
  return mapped(activation, proj_weight, &proj_bias);
}

}  // namespace

at::Tensor gelu_tanh_feed_forward(const at::Tensor& x, const Parameter& fc_weight,
                                  const Parameter& fc_bias, const Parameter& proj_weight,
                                  const Parameter& proj_bias, const Context& context) {
  return feed_forward(x, fc_weight, fc_bias, proj_weight, proj_bias, Layout::input_first,
                      Gelu::tanh, context);
}

at::Tensor gelu_feed_forward(const at::Tensor& x, const Parameter& fc_weight,
                             const Parameter& fc_bias, const Parameter& proj_weight,
                             const Parameter& proj_bias, const Context& context) {
  return feed_forward(x, fc_weight, fc_bias, proj_weight, proj_bias, Layout::output_first,
                      Gelu::erf, context);
}

}  // namespace trainyard
