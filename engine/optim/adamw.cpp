#include "engine/optim/adamw.h"

#include <cmath>

#include <ATen/ops/_fused_adamw.h>

namespace trainyard {

namespace {

struct Range {
  std::int64_t begin, length;
  bool weight_decay;
};

// Neighbours in the flat buffer that are treated alike are updated in one go.
std::vector<Range> ranges_of(const LayerSpec& layer) {
  std::vector<Range> ranges;
  std::int64_t offset = 0;
  for (const ParameterSpec& spec : layer.parameters) {
    const std::int64_t length = num_elements(spec);
    if (!ranges.empty() && ranges.back().weight_decay == spec.weight_decay)
      ranges.back().length += length;
    else
      ranges.push_back({offset, length, spec.weight_decay});
    offset += length;
  }
  return ranges;
}

struct Group {
  std::vector<at::Tensor> values, gradients, first_moments, second_moments, steps;
};

void update(Group& group, const AdamWOptions& options, double learning_rate, double weight_decay,
            const std::optional<at::Tensor>& gradient_divisor) {
  if (group.values.empty()) return;
  at::_fused_adamw_(group.values, group.gradients, group.first_moments, group.second_moments, {},
                    group.steps, learning_rate, options.beta1, options.beta2, weight_decay,
                    options.epsilon, /*amsgrad=*/false, /*maximize=*/false, gradient_divisor);
}

}  // namespace

AdamW::AdamW(Parameters& parameters, const AdamWOptions& options)
    : parameters_(parameters), options_(options) {
  for (const LayerParameters& layer : parameters_.layers())
    state_.push_back({at::zeros_like(layer.flat), at::zeros_like(layer.flat)});
}

void AdamW::step(double learning_rate, double gradient_scale) {
  ++num_steps_;
  const at::TensorOptions options = parameters_.layers().front().flat.options();
  const at::Tensor step = at::full({}, static_cast<double>(num_steps_), options);
  Group groups[2];
  for (std::size_t l = 0; l < state_.size(); ++l) {
    const LayerParameters& layer = parameters_.layers()[l];
    for (const Range& range : ranges_of(parameters_.table()[l])) {
      Group& group = groups[range.weight_decay ? 1 : 0];
      group.values.push_back(layer.flat.narrow(0, range.begin, range.length));
      group.gradients.push_back(layer.flat_gradient.narrow(0, range.begin, range.length));
      group.first_moments.push_back(state_[l].first_moment.narrow(0, range.begin, range.length));
      group.second_moments.push_back(state_[l].second_moment.narrow(0, range.begin, range.length));
      group.steps.push_back(step);
    }
  }
  // The fused kernel divides gradients by its scale.
  std::optional<at::Tensor> divisor;
  if (gradient_scale != 1.0) divisor = at::full({}, 1.0 / gradient_scale, options);
  update(groups[0], options_, learning_rate, 0.0, divisor);
  update(groups[1], options_, learning_rate, options_.weight_decay, divisor);
}

double gradient_norm(const Parameters& parameters) {
  double sum = 0.0;
  for (const LayerParameters& layer : parameters.layers()) {
    const double norm = at::linalg_vector_norm(layer.flat_gradient, 2).item<double>();
    sum += norm * norm;
  }
  return std::sqrt(sum);
}

double clipping_scale(double norm, double max_norm) {
  return std::min(1.0, max_norm / (norm + 1e-6));
}

}  // namespace trainyard
