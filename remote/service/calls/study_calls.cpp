// SPDX-License-Identifier: GPL-3.0-or-later
// The calls about studies: searches of hyperparameters.
#include "remote/service/calls/call_table.h"
#include "remote/service/studies/studies.h"

namespace trainyard {
namespace {

Answering<StartedStudy> startStudy(CallContext& context, SubmitRequest request,
                                   std::stop_token stop) {
  co_return co_await context.studies.start(std::move(request), stop);
}

Answering<Nothing> setTrials(CallContext& context, SetTrialsArguments arguments,
                             std::stop_token stop) {
  co_return done(co_await context.studies.setTrials(arguments.study, arguments.trials, stop));
}

}  // namespace

void addStudyCalls(CallTable& table) {
  table.add(methods::studiesStart, startStudy);
  table.add(methods::studiesSetTrials, setTrials);
}

}  // namespace trainyard
