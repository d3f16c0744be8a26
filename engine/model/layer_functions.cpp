#include "engine/model/layer_functions.h"

#include <ATen/autocast_mode.h>
#include <torch/csrc/autograd/custom_function.h>

#include "engine/model/gelu_rows.h"

namespace trainyard {

namespace {

using torch::autograd::AutogradContext;
using torch::autograd::Function;
using torch::autograd::variable_list;

// weight's gradient += x^T y, where it lives.
void add_product(const at::Tensor& weight, const at::Tensor& x, const at::Tensor& y) {
  at::Tensor gradient = weight.grad();
  gradient.addmm_(x.t(), y);
}

void add_row_sum(const at::Tensor& bias, const at::Tensor& y) {
  at::Tensor gradient = bias.grad();
  gradient.add_(y.sum(0));
}

struct LinearFunction : Function<LinearFunction> {
  static at::Tensor forward(AutogradContext* context, const at::Tensor& x, const at::Tensor& weight,
                            const at::Tensor& bias) {
    context->save_for_backward({x, weight, bias});
    return at::addmm(bias, x, weight);
  }

  static variable_list backward(AutogradContext* context, const variable_list& outputs) {
    const variable_list saved = context->get_saved_variables();
    const at::Tensor &x = saved[0], &weight = saved[1], &bias = saved[2],
                     &d_y = outputs[0];  // (N, I), (I, O), (O), (N, O)
    add_product(weight, x, d_y);
    add_row_sum(bias, d_y);
    return {at::mm(d_y, weight.t()), at::Tensor(), at::Tensor()};
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

// The functions put gradients where the parameters keep them; a parameter without one, and
// autocast, which picks another format for each operation, go the plain way.
bool keeps_gradient(const at::Tensor& parameter) {
  return parameter.requires_grad() && parameter.grad().defined();
}

}  // namespace

at::Tensor linear(const at::Tensor& x, const at::Tensor& weight, const at::Tensor& bias) {
  if (!keeps_gradient(weight) || !keeps_gradient(bias) ||
      at::autocast::is_autocast_enabled(x.device().type()))
    return at::addmm(bias, x, weight);
  return LinearFunction::apply(x, weight, bias);
}

at::Tensor gelu_tanh_feed_forward(const at::Tensor& x, const at::Tensor& fc_weight,
                                  const at::Tensor& fc_bias, const at::Tensor& proj_weight,
                                  const at::Tensor& proj_bias) {
  const bool plain = !keeps_gradient(fc_weight) || !keeps_gradient(fc_bias) ||
                     !keeps_gradient(proj_weight) || !keeps_gradient(proj_bias) || !x.is_cpu() ||
                     at::autocast::is_autocast_enabled(x.device().type());
  if (plain) return linear(at::gelu(linear(x, fc_weight, fc_bias), "tanh"), proj_weight, proj_bias);
  return FeedForwardFunction::apply(x, fc_weight, fc_bias, proj_weight, proj_bias);
}

}  // namespace trainyard
