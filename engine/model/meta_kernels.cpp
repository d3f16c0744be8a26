// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/model/meta_kernels.h"

#include <ATen/ATen.h>
#include <torch/library.h>

#include "engine/model/fused_kernels.h"

namespace trainyard {

namespace {

at::Tensor index_select(const at::Tensor& x, std::int64_t dimension, const at::Tensor& index) {
  std::vector<std::int64_t> shape = x.sizes().vec();
  shape[static_cast<std::size_t>(at::maybe_wrap_dim(dimension, x.dim()))] = index.numel();
  return at::empty(shape, x.options());
}

std::tuple<at::Tensor, at::Tensor, at::Tensor> native_layer_norm(const at::Tensor& x,
                                                                 c10::IntArrayRef normalized,
                                                                 const std::optional<at::Tensor>&,
                                                                 const std::optional<at::Tensor>&,
                                                                 double) {
  std::vector<std::int64_t> shape = x.sizes().vec();
  std::fill(shape.end() - static_cast<std::ptrdiff_t>(normalized.size()), shape.end(), 1);
  const at::Tensor mean = at::empty(shape, x.options());
  return {at::empty_like(x), mean, at::empty_like(mean)};
}

std::tuple<at::Tensor, at::Tensor, at::Tensor> native_layer_norm_backward(
    const at::Tensor& gradient, const at::Tensor& input, c10::IntArrayRef, const at::Tensor&,
    const at::Tensor&, const std::optional<at::Tensor>& weight,
    const std::optional<at::Tensor>& bias, std::array<bool, 3> wanted) {
  const auto like = [](const std::optional<at::Tensor>& tensor, bool is_wanted) {
    return is_wanted && tensor && tensor->defined() ? at::empty_like(*tensor) : at::Tensor();
  };
  TORCH_CHECK(gradient.sizes() == input.sizes(), "layer norm: the gradient has another shape");
  return {like(input, wanted[0]), like(weight, wanted[1]), like(bias, wanted[2])};
}

// The inverse of the root of the mean square, of each row.
std::tuple<at::Tensor, at::Tensor> fused_rms_norm(const at::Tensor& x, c10::IntArrayRef normalized,
                                                  const std::optional<at::Tensor>&,
                                                  std::optional<double>) {
  std::vector<std::int64_t> shape = x.sizes().vec();
  std::fill(shape.end() - static_cast<std::ptrdiff_t>(normalized.size()), shape.end(), 1);
  return {at::empty_like(x), at::empty(shape, x.options())};
}

std::tuple<at::Tensor, at::Tensor> fused_rms_norm_backward(const at::Tensor& gradient,
                                                           const at::Tensor& input,
                                                           c10::IntArrayRef, const at::Tensor&,
                                                           const std::optional<at::Tensor>& weight,
                                                           std::array<bool, 2> wanted) {
  TORCH_CHECK(gradient.sizes() == input.sizes(), "RMS norm: the gradient has another shape");
  return {wanted[0] ? at::empty_like(input) : at::Tensor(),
          wanted[1] && weight && weight->defined() ? at::empty_like(*weight) : at::Tensor()};
}

std::tuple<at::Tensor, at::Tensor> log_sigmoid_forward(const at::Tensor& x) {
  return {at::empty_like(x), at::empty_like(x)};
}

at::Tensor log_sigmoid_backward(const at::Tensor&, const at::Tensor& x, const at::Tensor&) {
  return at::empty_like(x);
}

at::Tensor mse_loss_backward(const at::Tensor&, const at::Tensor& predictions,
                             const at::Tensor& targets, std::int64_t) {
  TORCH_CHECK(predictions.sizes() == targets.sizes(), "mse_loss: targets of another shape");
  return at::empty_like(predictions);
}

at::Tensor relu(const at::Tensor& x) { return at::empty_like(x); }

at::Tensor flip(const at::Tensor& x, c10::IntArrayRef) { return at::empty_like(x); }

at::Tensor bucketize(const at::Tensor& x, const at::Tensor&, bool is_int32, bool) {
  return at::empty(x.sizes(), x.options().dtype(is_int32 ? at::kInt : at::kLong));
}

void check_same_shapes(c10::ArrayRef<at::Tensor> values, c10::ArrayRef<at::Tensor> others) {
  TORCH_CHECK(values.size() == others.size(), "optimizer: lists of different lengths");
  for (std::size_t i = 0; i < values.size(); ++i)
    TORCH_CHECK(values[i].sizes() == others[i].sizes(), "optimizer: tensors of different shapes");
}

void fused_adamw(at::TensorList values, at::TensorList gradients, at::TensorList first_moments,
                 at::TensorList second_moments, at::TensorList, at::TensorList, double, double,
                 double, double, double, bool, bool, const std::optional<at::Tensor>&,
                 const std::optional<at::Tensor>&) {
  for (const at::TensorList& others : {gradients, first_moments, second_moments})
    check_same_shapes(values, others);
}

at::Tensor& addmm_of_type(const at::Tensor& sum, const at::Tensor& a, const at::Tensor& b,
                          at::ScalarType, const at::Scalar&, const at::Scalar&, at::Tensor& out) {
  TORCH_CHECK(a.size(1) == b.size(0) && out.size(0) == a.size(0) && out.size(1) == b.size(1) &&
                  sum.sizes() == out.sizes(),
              "a product of ", a.sizes(), " and ", b.sizes(), " is added to ", out.sizes());
  return out;
}

void fused_sgd(at::TensorList values, at::TensorList gradients, at::TensorList momenta, double,
               double, double, double, bool, bool, bool, const std::optional<at::Tensor>&,
               const std::optional<at::Tensor>&) {
  check_same_shapes(values, gradients);
  if (!momenta.empty()) check_same_shapes(values, momenta);
}

}  // namespace

void use_meta_kernels() {
  static const torch::Library registered = [] {
    torch::Library library = MAKE_TORCH_LIBRARY_IMPL(aten, Meta);
    library.impl("index_select", index_select);
    library.impl("native_layer_norm", native_layer_norm);
    library.impl("native_layer_norm_backward", native_layer_norm_backward);
    library.impl("_fused_rms_norm", fused_rms_norm);
    library.impl("_fused_rms_norm_backward", fused_rms_norm_backward);
    library.impl("log_sigmoid_forward", log_sigmoid_forward);
    library.impl("log_sigmoid_backward", log_sigmoid_backward);
    library.impl("mse_loss_backward", mse_loss_backward);
    library.impl("bucketize.Tensor", bucketize);
    library.impl("flip", flip);
    library.impl("relu", relu);
    library.impl("_fused_adamw_", fused_adamw);
    library.impl("addmm.dtype_out", addmm_of_type);
    library.impl("_fused_sgd_", fused_sgd);
    return library;
  }();
}

namespace {

template <class Arguments>
int compute_nothing(const Arguments*, kernels::Stream) {
  return 0;
}

constexpr kernels::Table meta_table{.version = kernels::table_version,
                                    .cross_entropy = compute_nothing,
                                    .dropout = compute_nothing,
                                    .residual_norm = compute_nothing,
                                    .residual_norm_backward = compute_nothing,
                                    .rotary = compute_nothing,
                                    .swiglu = compute_nothing,
                                    .swiglu_backward = compute_nothing,
                                    .bias_gelu = compute_nothing,
                                    .bias_gelu_backward = compute_nothing,
                                    .adamw = compute_nothing,
                                    .adamw_8bit = compute_nothing,
                                    .selective_scan = compute_nothing,
                                    .selective_scan_backward = compute_nothing};

}  // namespace

MetaFusedKernels::MetaFusedKernels() {
  constexpr std::int64_t num_partial = 264;  // of a GPU with 132 multiprocessors
  set_fused_kernels(at::kMeta, {&meta_table, [] { return kernels::Stream(); }, num_partial});
}

MetaFusedKernels::~MetaFusedKernels() { set_fused_kernels(at::kMeta, {}); }

}  // namespace trainyard
