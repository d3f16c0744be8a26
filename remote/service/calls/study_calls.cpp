// SPDX-License-Identifier: GPL-3.0-or-later
// The calls about studies: searches of hyperparameters, and several values.
#include "remote/service/calls/call_table.h"
#include "remote/service/studies/studies.h"
#include "remote/service/studies/study_planner.h"

namespace trainyard {
namespace {

Answering<StartedStudy> startStudy(CallContext& context, SubmitRequest request,
                                   std::stop_token stop) {
  co_return co_await context.studies.start(std::move(request), stop);
}

Answering<StudyPlan> plannedStudy(CallContext& context, StudyPlanArguments arguments,
                                  std::stop_token stop) {
  co_return co_await planStudy(context.targets, context.runs.registry().store, std::move(arguments),
                               stop);
}

Answering<Nothing> setTrials(CallContext& context, SetTrialsArguments arguments,
                             std::stop_token stop) {
  co_return done(co_await context.studies.setTrials(arguments.study, arguments.trials, stop));
}

}  // namespace

void addStudyCalls(CallTable& table) {
  table.add(methods::studiesStart, startStudy);
  table.add(methods::studiesPlan, plannedStudy);
  table.add(methods::studiesSetTrials, setTrials);
}

}  // namespace trainyard
