// SPDX-License-Identifier: GPL-3.0-or-later
// What the end of one of a trial's runs means for the trial. Pure.
#pragma once

#include <optional>
#include <string>

#include <QList>

#include "engine/contract/experiment/search.h"
#include "engine/contract/result.h"
#include "remote/store/records.h"

namespace trainyard {

// Whether the run died for a cause that may pass: its node or job was lost, it was preempted or
// reached its time limit.
bool mayPass(const RunRecord& run);

// Why it did not complete, for the study's records.
Error causeOfEnd(const RunRecord& run);

// Why a run could not be submitted, for the study's records: what only has words of its own, such
// as the findings of a document, keeps them.
Error causeOfRefusal(const Error& refusal);

// The best value of a curve; NaN if none of its values is a number, nothing if it has none.
std::optional<double> bestValue(const QList<MetricPoint>& curve, SearchDirection direction);

// "search.no_objective" or "study.no_metrics": what a completed run reported instead.
Error noObjective(const std::string& objective, const QList<MetricSummary>& reported);

}  // namespace trainyard
