// SPDX-License-Identifier: GPL-3.0-or-later
// Follows a search whose trials are jobs of their own on the terminal.
#include <cstdio>
#include <map>

#include "engine/contract/experiment/scalar.h"
#include "engine/contract/messages.h"
#include "remote/cli/named_study.h"
#include "remote/cli/output.h"
#include "remote/cli/watch.h"
#include "remote/process/waiter.h"
#include "remote/values/text.h"

namespace trainyard {
namespace {

// The line printed for a trial whenever it has changed. Trials count from 1 for people.
QString lineOfTrial(const search::Trial& trial) {
  QString line = u"trial %1  %2"_s.arg(trial.number + 1).arg(text(name_of(trial.state)));
  if (trial.value) line += u"  "_s + numberText(*trial.value);
  for (const auto& [path, value] : trial.values) line += u"  "_s + text(path + "=" + spell(value));
  if (!trial.cause.empty()) line += u"  "_s + text(render_message(trial.cause, trial.arguments));
  return sanitizedForTerminal(line);
}

QString lastLineOf(const NamedStudy& study) {
  const search::Trial* best = search::best_trial(study.recorded().study);
  QString line = u"study %1: %2 trials"_s.arg(study.study.left(8), trialsText(study));
  if (best)
    line += u"; the best is %1, of trial %2; `yard study best %3` prints its values"_s
                .arg(numberText(*best->value))
                .arg(best->number + 1)
                .arg(study.study.left(8));
  return line;
}

}  // namespace

QCoro::Task<Result<int>> watchSearch(ServiceClient& client, QString study, WatchOutput output) {
  explainInterruptAs(
      u"The study goes on. `yard watch %1` shows it again, `yard study stop %1` "
      "starts no more trials, `yard cancel %1` ends those that run, too."_s.arg(study.left(8)));
  StudyReader reader;
  RunStore store;
  Waiter changed;
  QObject::connect(&client, &ServiceClient::runsChanged, &changed, [&] { changed.wake(); });
  QObject::connect(&client, &ServiceClient::disconnected, &changed, [&] { changed.wake(); });
  NamedStudy named;
  named.study = study;
  std::map<std::int64_t, QString> said;
  for (;;) {
    if (!client.isConnected())
      if (auto connected = co_await client.connectToService(); !connected)
        co_return connected.error();
    CO_TRY(reader.read(study, named.reading));
    for (const search::Trial& trial : named.recorded().study.trials) {
      const QString line = lineOfTrial(trial);
      if (std::exchange(said[trial.number], line) != line && output != WatchOutput::quiet)
        printNote(line);
    }
    if (named.isOver()) break;
    co_await changed.wait({}, QDeadlineTimer(std::chrono::seconds(5)));
  }
  if (output != WatchOutput::quiet) printNote(lastLineOf(named));
  co_return search::best_trial(named.recorded().study) ? 0 : static_cast<int>(ExitCode::failed);
}

}  // namespace trainyard
