// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/service/calls/training_plan.h"

#include "engine/contract/messages.h"
#include "remote/service/calls/engine_question.h"
#include "remote/submit/path_fields.h"

namespace trainyard {
namespace {

// Long for a model of many billions of parameters, whose layers are all walked through.
constexpr std::chrono::seconds planningTime(60);

}  // namespace

QCoro::Task<Result<TrainingPlan>> planTraining(Target here, ExperimentSource source,
                                               RunsWhere where, std::stop_token stop) {
  CO_TRY(const auto prepared, prepareExperiment(source, ownPrograms(), where, {}));
  if (has_errors(prepared.diagnostics)) co_return diagnosticsError(prepared.diagnostics);
  if (prepared.experiment.workload != Workload::engine) co_return make_error("plan.command", {});
  for (const TargetNeed& need : prepared.needs)
    if (isReadByTrainer(need.field))
      co_return make_error("plan.lies_there", {{"field", need.field}});
  co_return co_await planPrepared(here, prepared, stop);
}

QCoro::Task<Result<TrainingPlan>> planPrepared(Target here, const PreparedExperiment& prepared,
                                               std::stop_token stop) {
  CO_TRY(auto question,
         questionHere(prepared, QStringLiteral("plan"), "plan.failed", planningTime));
  CO_TRY(const Value answer, co_await askEngine(here, std::move(question), stop));
  co_return read_leniently<TrainingPlan>(answer);
}

}  // namespace trainyard
