// SPDX-License-Identifier: GPL-3.0-or-later
// An experiment against a site's limits and rules, for what Slurm's own answers do not tell. Pure.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/contract/diagnostic.h"
#include "engine/contract/experiment/experiment.h"
#include "remote/target/site_profile.h"

namespace trainyard {

// Adds what the site's profile says of it to what is known already: a field that is wrong there
// gets no second sentence. `site` as asProbed makes it; `parameters` of the model, where they are
// known.
void addSiteFindings(const Experiment& experiment, const SiteProfile& site,
                     std::vector<Diagnostic>& findings,
                     std::optional<std::int64_t> parameters = {});

}  // namespace trainyard
