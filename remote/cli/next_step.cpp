// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/cli/next_step.h"

#include "engine/contract/messages.h"
#include "remote/process/command_line.h"
#include "remote/schedulers/job_remedy.h"
#include "remote/schedulers/scheduler_kind.h"
#include "remote/service/registry/adopted_job.h"

namespace trainyard {
namespace {

QString commandFor(const char* words, const QString& run) {
  return QStringLiteral("yard %1 %2").arg(QLatin1String(words), run.left(8));
}

ErrorKind kindOfCode(const std::string& code) { return make_error(code, {}).kind; }

// The login was lost or refused, and only a person can renew it.
bool needsLogin(const RunRecord& run) {
  const Map why = get<Map>(run.reasonArguments, "why");
  if (!isStale(run) || kindOfCode(get<std::string>(why, "code")) != ErrorKind::needs_person)
    return false;
  // A changed host key is refused again, however often; the sentence says what to do about it.
  const Map cause = get<Map>(get<Map>(why, "arguments"), "why");
  const std::string code = get<std::string>(cause, "code");
  return code != "login.key_changed" && code != "login.key_other_type";
}

// Something outside the run ended it, which may be different the next time.
bool mayBeCured(const RunRecord& run) {
  if (run.state == RunState::preempted || run.state == RunState::timed_out) return true;
  const std::string code = run.code.toStdString();
  if (run.state != RunState::failed || code.empty()) return false;
  const ErrorKind kind = kindOfCode(code);
  return isNodeLoss(code) || isLostJob(code) || kind == ErrorKind::communication ||
         kind == ErrorKind::unreachable || kind == ErrorKind::no_answer ||
         kind == ErrorKind::deadline;
}

QString wordsOf(const HelpfulChange& change) {
  QString words = QStringLiteral(" --set %1=%2").arg(change.path, change.to);
  if (!change.alsoPath.isEmpty())
    words += QStringLiteral(" --set %1=%2").arg(change.alsoPath, change.alsoTo);
  return words;
}

QString nextOfOpen(const RunRecord& run, const std::function<QString()>& job) {
  if (needsLogin(run)) return QStringLiteral("yard targets check ") + run.target;
  // Its job waits for one that is over for good: it is submitted again behind a new one.
  const QString awaited = QString::fromStdString(get<std::string>(run.reasonArguments, "run"));
  if (run.reasonCode == "after.not_completed" && !awaited.isEmpty())
    return QStringLiteral("%1 && yard resume %2 && %3")
        .arg(commandFor("cancel", run.run), quoteForShell(awaited), commandFor("resume", run.run));
  if (run.reasonCode == "after.not_failed") return commandFor("cancel", run.run);
  switch (remedyFor(run.reasonCode, run.reasonArguments)) {
    case JobRemedy::cancel:
      return commandFor("cancel", run.run);
    case JobRemedy::release:
      if (const auto release = releaseOfJob(run.reasonCode, run.reasonArguments, job()))
        return QStringLiteral("yard run %1 -- %2").arg(run.target, release->toShell());
      return {};
    case JobRemedy::none:
      break;
  }
  return {};
}

}  // namespace

QString nextCommand(const RunRecord& run, const std::function<QString()>& job,
                    const QList<HelpfulChange>& changes) {
  if (isOpen(run.state)) return nextOfOpen(run, job);
  // It waits again for the one that is resumed first.
  const QString awaited = QString::fromStdString(get<std::string>(run.reasonArguments, "run"));
  if (run.reasonCode == "after.not_completed" && !awaited.isEmpty())
    return QStringLiteral("yard resume %1 && ").arg(quoteForShell(awaited)) +
           commandFor("resume", run.run);
  if (isAdoptedJob(run)) return {};  // it was not started from here, so it cannot be resumed
  // A task goes on with its array.
  if (!run.parent.isEmpty()) return {};
  // More time is not needed where it goes on from a checkpoint.
  const bool isChanged = run.state == RunState::failed && !changes.isEmpty();
  if (!isChanged && !mayBeCured(run)) return {};
  return commandFor("resume", run.run) + (isChanged ? wordsOf(changes.first()) : QString()) +
         QStringLiteral(" --watch");
}

}  // namespace trainyard
