#include "engine/model/layer_functions.h"

#include <ATen/Parallel.h>
#include <torch/csrc/autograd/custom_function.h>

#include "engine/model/dropout.h"
#include "engine/model/gelu_rows.h"

namespace trainyard {

namespace {

using torch::autograd::AutogradContext;
using torch::autograd::Function;
using torch::autograd::variable_list;

// weight's gradient += a^T b, where it lives.
void add_product(const at::Tensor& weight, const at::Tensor& a, const at::Tensor& b) {
  if (!weight.requires_grad()) return;
  at::Tensor gradient = weight.grad();
  if (a.scalar_type() == gradient.scalar_type())
    gradient.addmm_(a.t(), b);
  else
    gradient.add_(at::mm(a.t(), b));
}

void add_row_sum(const at::Tensor& bias, const at::Tensor& y) {
  if (!bias.defined() || !bias.requires_grad()) return;
  at::Tensor gradient = bias.grad();
  gradient.add_(y.sum(0, /*keepdim=*/false, at::kFloat));
}

// gradient[ids[i]] += y[i], ids of `padding_id` aside: gradient (V, C), ids (N), y (N, C),
// contiguous. Each thread owns some rows of the vocabulary and goes through all ids in their order,
// so that the sums do not depend on the number of threads.
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
    context->save_for_backward({ids, weight});
    return at::embedding(weight, ids);
  }

  static variable_list backward(AutogradContext* context, const variable_list& outputs) {
    const variable_list saved = context->get_saved_variables();
    const at::Tensor ids = saved[0].reshape({-1}), weight = saved[1];
    const at::Tensor d_y = outputs[0].reshape({ids.numel(), weight.size(1)}).contiguous();
    const std::int64_t padding_id = context->saved_data["padding_id"].toInt();
    at::Tensor gradient = weight.grad();
    if (gradient.is_cpu())
      add_rows(gradient.mutable_data_ptr<float>(), ids.const_data_ptr<std::int64_t>(),
               d_y.const_data_ptr<float>(), weight.size(0), ids.numel(), weight.size(1),
               padding_id);
    else
      gradient.index_add_(
          0, ids, padding_id < 0 ? d_y : d_y * ids.ne(padding_id).unsqueeze(1).to(d_y.options()));
    return {at::Tensor(), at::Tensor(), at::Tensor()};
  }
};

// How a weight lies: (O, I) as torch.nn.Linear has it, (I, O) as transformers' Conv1D.
enum class Layout : std::int64_t { output_first, input_first };

struct ProductFunction : Function<ProductFunction> {
  // The parameters' values, for their gradients, and their copies, to compute with.
  static at::Tensor forward(AutogradContext* context, const at::Tensor& x, const at::Tensor& weight,
                            const std::optional<at::Tensor>& bias, const at::Tensor& weight_copy,
                            const std::optional<at::Tensor>& bias_copy, Layout layout) {
    const at::Tensor input = x.to(weight_copy.scalar_type());
    context->saved_data["type"] = x.scalar_type();
    context->saved_data["layout"] = static_cast<std::int64_t>(layout);
    // The input is for the weight's gradient alone.
    context->save_for_backward({weight.requires_grad() ? input : at::Tensor(), weight,
                                bias.value_or(at::Tensor()), weight_copy});
    const at::Tensor turned = layout == Layout::output_first ? weight_copy.t() : weight_copy;
    return bias_copy ? at::addmm(*bias_copy, input, turned) : at::mm(input, turned);
  }

  static variable_list backward(AutogradContext* context, const variable_list& outputs) {
    const variable_list saved = context->get_saved_variables();
    const at::Tensor &x = saved[0], &d_y = outputs[0];  // (N, I), (N, O)
    const bool is_output_first =
        context->saved_data["layout"].toInt() == static_cast<std::int64_t>(Layout::output_first);
    if (is_output_first)
      add_product(saved[1], d_y, x);
    else
      add_product(saved[1], x, d_y);
    add_row_sum(saved[2], d_y);
    at::Tensor d_x;
    if (context->needs_input_grad(0))
      d_x = at::mm(d_y, is_output_first ? saved[3] : saved[3].t())
                .to(context->saved_data["type"].toScalarType());
    return {d_x, at::Tensor(), at::Tensor(), at::Tensor(), at::Tensor(), at::Tensor()};
  }
};

struct FeedForwardFunction : Function<FeedForwardFunction> {
  static at::Tensor forward(AutogradContext* context, const at::Tensor& x,
                            const at::Tensor& fc_weight, const at::Tensor& fc_bias,
                            const at::Tensor& proj_weight, const at::Tensor& proj_bias) {
    at::Tensor slope =
        at::mm(x, fc_weight);  // (N, I): first without its bias, then the activation's slope
    at::Tensor activation = at::empty_like(slope);  // (N, I)
    gelu_tanh_rows(slope.mutable_data_ptr<float>(), fc_bias.const_data_ptr<float>(),
                   activation.mutable_data_ptr<float>(), slope.size(0), slope.size(1));
    context->save_for_backward({x, fc_weight, fc_bias, proj_weight, proj_bias, activation, slope});
    return at::addmm(proj_bias, activation, proj_weight);
  }

  static variable_list backward(AutogradContext* context, const variable_list& outputs) {
    const variable_list saved = context->get_saved_variables();
    const at::Tensor &x = saved[0], &fc_weight = saved[1], &proj_weight = saved[3],
                     &activation = saved[5], &slope = saved[6];
    const at::Tensor& d_y = outputs[0];  // (N, C)
    add_product(proj_weight, activation, d_y);
    add_row_sum(saved[4], d_y);
    at::Tensor d_inner = at::mm(d_y, proj_weight.t());  // (N, I)
    d_inner.mul_(slope);
    add_product(fc_weight, x, d_inner);
    add_row_sum(saved[2], d_inner);
    return {at::mm(d_inner, fc_weight.t()), at::Tensor(), at::Tensor(), at::Tensor(), at::Tensor()};
  }
};

}  // namespace

at::Tensor embedding(const at::Tensor& ids, const Parameter& weight, std::int64_t padding_id) {
  return EmbeddingFunction::apply(ids, weight.value, padding_id).to(at::kFloat);
}

namespace {

at::Tensor product(const at::Tensor& x, const Parameter& weight, const Parameter* bias,
                   Layout layout) {
  return ProductFunction::apply(x, weight.value, bias ? std::optional(bias->value) : std::nullopt,
                                weight.compute, bias ? std::optional(bias->compute) : std::nullopt,
                                layout);
}

// y (N, O), and what the adapter makes of x (N, I).
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
  return at::rms_norm(x.to(at::kFloat), weight.sizes(), weight, epsilon);
}

at::Tensor gelu_tanh_feed_forward(const at::Tensor& x, const Parameter& fc_weight,
                                  const Parameter& fc_bias, const Parameter& proj_weight,
                                  const Parameter& proj_bias, const Context& context) {
  const bool is_fused = x.is_cpu() && fc_weight.compute.scalar_type() == at::kFloat &&
                        !fc_weight.adapter && !proj_weight.adapter;
  if (!is_fused)
    return conv1d(at::gelu(conv1d(x, fc_weight, fc_bias, context), "tanh"), proj_weight, proj_bias,
                  context);
  return FeedForwardFunction::apply(x, fc_weight.value, fc_bias.value, proj_weight.value,
                                    proj_bias.value);
}

}  // namespace trainyard
