// SPDX-License-Identifier: GPL-3.0-or-later
// Which parameters decide about good values: PED-ANOVA (Watanabe et al. 2023), as Optuna's
// evaluator computes it, with conditional parameters. The distribution of each parameter among the
// best trials is compared with that among all.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "engine/search/space.h"
#include "engine/search/study.h"

namespace trainyard::search {

// Shares that add up to 1, largest first, of the parameters that complete trials have. They are
// equal if nothing can be compared.
std::vector<std::pair<std::string, double>> importances(const Study& study, const Space& space,
                                                        double best_share = 0.1);

}  // namespace trainyard::search
