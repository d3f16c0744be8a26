// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/service/calls/rehearsal.h"

#include <algorithm>

#include "engine/contract/messages.h"
#include "remote/rehearse/code_check.h"
#include "remote/rehearse/gpu_check.h"
#include "remote/service/calls/engine_question.h"
#include "remote/service/requests/experiment_checks.h"
#include "remote/service/calls/training_plan.h"
#include "remote/submit/path_fields.h"

namespace trainyard {
namespace {

// A rehearsal takes seconds; this ends one of a file system that hangs.
constexpr std::chrono::seconds rehearsalTime(120);

// The engine reads a copy of the document, whose places nobody knows.
void forgetPlaces(std::vector<Diagnostic>& findings) {
  for (Diagnostic& finding : findings) {
    finding.file.clear();
    finding.line = finding.column = 0;
  }
}

// Without steps, what the engine cannot plan it could not rehearse.
QCoro::Task<Rehearsal> planOnly(Target here, const PreparedExperiment& prepared,
                                std::stop_token stop) {
  Rehearsal rehearsal;
  auto plan = co_await planPrepared(here, prepared, stop);
  if (plan)
    rehearsal.plan = std::move(*plan);
  else
    rehearsal.diagnostics.push_back(findingOf(plan.error()));
  co_return rehearsal;
}

QCoro::Task<Result<Rehearsal>> rehearseTraining(Target here, const PreparedExperiment& prepared,
                                                RehearsalDepth depth, OnInspecting onProgress,
                                                std::stop_token stop) {
  Rehearsal rehearsal;
  for (const TargetNeed& need : prepared.needs)
    if (isReadByTrainer(need.field)) {
      rehearsal.diagnostics.push_back(make_diagnostic(Severity::info, "rehearsal.lies_there",
                                                      need.field, {{"field", need.field}}));
      co_return rehearsal;
    }
  if (depth == RehearsalDepth::plan) co_return co_await planOnly(here, prepared, stop);
  CO_TRY(auto question,
         questionHere(prepared, QStringLiteral("rehearse"), "rehearsal.failed", rehearsalTime));
  question.onLine = progressOf(std::move(onProgress));
  CO_TRY(const Value answer, co_await askEngine(here, std::move(question), stop));
  rehearsal = read_leniently<Rehearsal>(answer);
  forgetPlaces(rehearsal.diagnostics);
  co_return rehearsal;
}

}  // namespace

QCoro::Task<Result<Rehearsal>> rehearse(Target here, Target target, ExperimentSource source,
                                        RehearsalDepth depth, OnInspecting onProgress,
                                        std::stop_token stop) {
  const RunsWhere where = target.isHere() ? RunsWhere::here : RunsWhere::elsewhere;
  CO_TRY(auto prepared, prepareExperiment(source, ownPrograms(), where, {}));
  Rehearsal rehearsal;
  if (!has_errors(prepared.diagnostics)) {
    const Experiment& experiment = prepared.experiment;
    if (experiment.workload == Workload::engine) {
      CO_TRY(rehearsal, co_await rehearseTraining(here, prepared, depth, onProgress, stop));
    } else {
      const QString gpu = gpuWithoutBf16(experiment, target.site, target.facts);
      rehearsal.diagnostics =
          co_await findingsInCode(prepared, where, gpu, source.environment, stop);
    }
    if (const auto bytes = gpuMemoryFor(experiment, target.site, target.facts))
      rehearsal.gpu_bytes = static_cast<std::int64_t>(*bytes);
    if (rehearsal.plan)
      for (Diagnostic& finding :
           findingsOnGpus(experiment, target.site, target.facts, *rehearsal.plan))
        rehearsal.diagnostics.push_back(std::move(finding));
    CO_TRY(addFindings(source, std::move(rehearsal.diagnostics), prepared));
  }
  rehearsal.diagnostics = std::move(prepared.diagnostics);
  co_return rehearsal;
}

}  // namespace trainyard
