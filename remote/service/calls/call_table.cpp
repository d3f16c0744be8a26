// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/service/calls/call_table.h"

namespace trainyard {

const CallTable& CallTable::all() {
  static const CallTable known = [] {
    CallTable table;
    addClusterCalls(table);
    addEngineCalls(table);
    addConsentCalls(table);
    addExperimentCalls(table);
    addRunCalls(table);
    addStudyCalls(table);
    addTargetCalls(table);
    addTerminalCalls(table);
    addFileCalls(table);
    return table;
  }();
  return known;
}

QCoro::Task<void> logInAgain(CallContext& context, QJsonObject parameters, std::stop_token stop) {
  QString target = parameters["target"].toString();
  // The study of a job has the UUID of its run.
  const QString run = parameters["run"].toString(parameters["study"].toString());
  if (!run.isEmpty())
    if (const auto found = context.runs.find(run)) target = found->run.target;
  const auto held = context.targets.hold(target);
  if (held && held->site->link().link == TargetLink::refused)
    (void)co_await held->site->logIn(stop);
}

}  // namespace trainyard
