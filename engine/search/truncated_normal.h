// SPDX-License-Identifier: GPL-3.0-or-later
// The normal distribution between two bounds, in logarithms: kernels are often narrow and far from
// a bound, where differences of probabilities would be 0. The formulas are those of SciPy's
// truncnorm, which Optuna uses, too.
#pragma once

namespace trainyard::search {

// Of the standard normal distribution: the logarithm of the probability below x, and between a and
// b (a < b).
double log_normal_cdf(double x);
double log_normal_mass(double a, double b);

// The x whose log_normal_cdf is `log_probability`, which is at most 0.
double inverse_log_normal_cdf(double log_probability);

// The x between a and b below which the share `quantile` of the probability between them is.
double truncated_normal_quantile(double quantile, double a, double b);

// log(exp(a) + exp(b))
double log_add(double a, double b);

}  // namespace trainyard::search
