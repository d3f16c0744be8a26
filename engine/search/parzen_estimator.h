// SPDX-License-Identifier: GPL-3.0-or-later
// A density over some parameters: one kernel for each observation, the product of a truncated
// normal distribution (of the logarithm, if the parameter has one) or of weights of the choices per
// parameter, and a wide kernel of the whole space as a prior. The formulas are those of Optuna's
// _ParzenEstimator with its defaults.
#pragma once

#include <span>
#include <vector>

#include "engine/search/distribution.h"
#include "engine/search/random_stream.h"

namespace trainyard::search {

// How wide the kernels of a number are: `neighbours`: as far as the farther of the two next
// observations; `shared`: 0.2 n^(-1/(d+4)) of the range for all, n observations and d parameters.
enum class Bandwidth { neighbours, shared };

class ParzenEstimator {
 public:
  // `observations` has a row of numbers for each observation, oldest first, with a column for each
  // distribution. The newest 25 have weight 1, older ones less.
  ParzenEstimator(std::vector<Distribution> distributions,
                  const std::vector<std::vector<double>>& observations, Bandwidth bandwidth);

  // The same with the weights of the observations, and with one width for all kernels of a number,
  // in units of the (only) distribution.
  ParzenEstimator(Distribution distribution, const std::vector<double>& observations,
                  std::vector<double> weights, double sigma);

  std::vector<double> sample(RandomStream& random) const;
  double log_density(std::span<const double> numbers) const;
  // Of several rows at once, which takes less time where they have numbers in common.
  std::vector<double> log_densities(const std::vector<std::vector<double>>& rows) const;

  // For each kernel; the prior is the last one.
  const std::vector<double>& weights() const { return weights_; }
  const std::vector<double>& centers(std::size_t parameter) const {
    return dimensions_[parameter].centers;
  }
  const std::vector<double>& sigmas(std::size_t parameter) const {
    return dimensions_[parameter].sigmas;
  }

 private:
  struct Dimension {
    Distribution distribution;
    double low = 0, high = 0;  // bounds of the kernels: half a step wider, of the logarithm
    std::vector<double> centers, sigmas;
    std::vector<double> log_scales;   // what each kernel's density is multiplied with
    std::vector<std::size_t> equals;  // the first kernel with the same center and width
    std::vector<std::vector<double>> choice_weights;  // of each kernel, for each choice
  };

  void add_numbers(Dimension& dimension, std::vector<double> centers, std::vector<double> sigmas);
  void add_choices(Dimension& dimension, const std::vector<double>& observations);
  std::vector<double> widths(const Dimension& dimension, const std::vector<double>& centers,
                             Bandwidth bandwidth) const;
  double sample_number(const Dimension& dimension, std::size_t kernel, RandomStream& random) const;
  // Of each kernel at the number.
  std::vector<double> kernel_log_densities(const Dimension& dimension, double number) const;

  std::vector<Dimension> dimensions_;
  std::vector<double> weights_, log_weights_, cumulated_weights_;
};

// The weights of `count` observations, oldest first, before they are normalized.
std::vector<double> observation_weights(std::size_t count);

}  // namespace trainyard::search
