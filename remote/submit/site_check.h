// SPDX-License-Identifier: GPL-3.0-or-later
// Checks an experiment against a site's limits and rules that Slurm does not report. Pure.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/contract/describe/diagnostic.h"
#include "remote/schedulers/site_profile.h"

namespace trainyard {

struct Experiment;

// Adds findings from the site's profile: a field that already has an error gets no second one.
// `site` is the result of asProbed; `parameters` is the model's size, if known.
void addSiteFindings(const Experiment& experiment, const SiteProfile& site,
                     std::vector<Diagnostic>& findings,
                     std::optional<std::int64_t> parameters = {});

}  // namespace trainyard
