// SPDX-License-Identifier: GPL-3.0-or-later
// Compares a planned training with the GPUs of the partition that it asks for. Pure.
#pragma once

#include <optional>
#include <vector>

#include <QStringList>

#include "engine/contract/describe/diagnostic.h"
#include "engine/contract/results/training_plan.h"
#include "remote/schedulers/target_facts.h"
#include "remote/schedulers/site_profile.h"

namespace trainyard {

struct Experiment;

// The GPUs that a job may get: those of its type or its partition, with their full names where the
// target's check job saw them. Empty: unknown.
QStringList gpusFor(const Experiment& experiment, const TargetFacts& facts);

// The memory of the largest of them, in bytes.
std::optional<double> gpuMemoryFor(const Experiment& experiment, const SiteProfile& site,
                                   const TargetFacts& facts);

// One of them, if none of them computes in bf16; else empty.
QString gpuWithoutBf16(const Experiment& experiment, const SiteProfile& site,
                       const TargetFacts& facts);

// Findings about memory and number formats, as far as the GPUs are known. What a site's profile
// says of formats is checked with the site.
std::vector<Diagnostic> findingsOnGpus(const Experiment& experiment, const SiteProfile& site,
                                       const TargetFacts& facts, const TrainingPlan& plan);

}  // namespace trainyard
