#include "engine/optim/clip_gradients.h"

#include <cmath>

namespace trainyard {

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
