#include "remote/service/follow/run_end.h"

#include <algorithm>

#include "engine/contract/experiment/reader.h"

namespace trainyard {
namespace {

constexpr qint64 tailBytes = 4096;
const QString advice = QStringLiteral("; resume the run to go on from its last checkpoint.");

QString text(const std::string& value) { return QString::fromStdString(value); }

RunEnd from(const JobEnd& end) {
  return {stateFrom(end.outcome), text(end.code), end.reason, end.exitCode};
}

RunEnd unknownEnd() {
  return {RunState::failed, QStringLiteral("job.unknown_end"),
          QStringLiteral("The job ended, and neither it nor the scheduler says why") + advice,
          static_cast<int>(ExitCode::failed)};
}

// Slurm makes a job's output file before all else, on the job's first node.
RunEnd endUnseen(const JobState& state, const QString& folder) {
  const QString node = state.nodes.isEmpty()
                           ? QStringLiteral("its first node")
                           : QStringLiteral("node ") + state.nodes.section(QLatin1Char(','), 0, 0);
  QString reason = QStringLiteral(
                       "The job could not begin: %1 does not see %2 or may not write there; choose "
                       "a base folder that all nodes share, or leave that node out")
                       .arg(node, folder);
  // Without a record of it, it may as well have been ended by others while it waited.
  if (!state.end)
    reason = QStringLiteral(
                 "The job is gone and wrote nothing: it was ended before it began, or %1 does not "
                 "see %2; check whether all nodes share that folder")
                 .arg(node, folder);
  return {RunState::failed, QStringLiteral("target.base_unseen"), reason + QLatin1Char('.'),
          static_cast<int>(ExitCode::environment)};
}

}  // namespace

RunState stateFrom(Outcome outcome) {
  switch (outcome) {
    case Outcome::completed:
      return RunState::completed;
    case Outcome::cancelled:
      return RunState::cancelled;
    case Outcome::preempted:
      return RunState::preempted;
    case Outcome::timed_out:
      return RunState::timed_out;
    case Outcome::failed:
      break;
  }
  return RunState::failed;
}

RunEnd endWithoutWord(bool cancelled, const JobState& state, int reaped) {
  RunEnd end = state.end ? from(*state.end) : unknownEnd();
  // A job that its scheduler calls complete had a last word, which is lost.
  if (end.outcome == RunState::completed) end = unknownEnd();
  if (cancelled)
    end = {RunState::cancelled, QStringLiteral("cancelled"),
           QStringLiteral("The run was cancelled and yard-agent ended without a last word."),
           static_cast<int>(ExitCode::failed)};
  if (reaped > 0)
    end.reason += QStringLiteral(" %1 of its processes were left and were ended.").arg(reaped);
  return end;
}

RunEnd endUnstarted(bool cancelled, const JobState& state, const std::optional<QString>& said,
                    const QString& folder) {
  if (cancelled)
    return {RunState::cancelled, QStringLiteral("cancelled"),
            QStringLiteral("Cancelled before it started."), 128 + 15};
  RunEnd end{
      RunState::failed, QStringLiteral("job.no_attempt"),
      QStringLiteral("The script ended before it came to yard-agent, and its output is empty: "
                     "setup commands may have ended it, or the disk or quota is full."),
      static_cast<int>(ExitCode::environment)};
  if (state.end && state.end->wins) {
    end = from(*state.end);
    if (said && !said->isEmpty()) end.reason += QStringLiteral(" Its last output: ") + *said;
  } else if (!said) {
    return endUnseen(state, folder);
  } else if (!said->isEmpty()) {
    end.reason = QStringLiteral("The script ended before it came to yard-agent: ") + *said;
  }
  return end;
}

std::optional<RunEnd> betterEnd(RunState outcome, const JobState& state) {
  if (!state.end || !state.end->wins || outcome == RunState::completed ||
      stateFrom(state.end->outcome) == outcome)
    return std::nullopt;
  return from(*state.end);
}

bool goesOnByItself(const QByteArray& resolved, RunState outcome,
                    const QList<AttemptRecord>& attempts,
                    const QList<CheckpointRecord>& checkpoints) {
  const Document document = read_experiment(
      std::string_view(resolved.constData(), static_cast<std::size_t>(resolved.size())),
      "resolved.yaml");
  if (has_errors(document.diagnostics)) return false;
  const auto& restart = document.experiment.restart;
  if (outcome == RunState::timed_out ? !restart.on_time_limit : !restart.on_preemption)
    return false;
  std::int64_t without = 0;
  for (auto attempt = attempts.rbegin(); attempt != attempts.rend(); ++attempt, ++without) {
    const bool progressed = std::any_of(
        checkpoints.begin(), checkpoints.end(), [&](const CheckpointRecord& checkpoint) {
          return checkpoint.attempt == attempt->attempt && checkpoint.step > attempt->resumeStep;
        });
    if (progressed) break;
  }
  return without < restart.max_without_progress;
}

QCoro::Task<std::optional<QByteArray>> readTail(Host& host, QString path, std::stop_token stop) {
  const qsizetype slash = path.lastIndexOf(QLatin1Char('/'));
  auto entries = co_await host.list(path.left(slash), stop);
  if (!entries) co_return std::optional(QByteArray());
  for (const FolderEntry& entry : *entries) {
    if (entry.name != path.mid(slash + 1)) continue;
    auto tail =
        co_await host.readFile(path, std::max<qint64>(0, entry.bytes - tailBytes), tailBytes, stop);
    co_return std::optional(tail ? *tail : QByteArray());
  }
  co_return std::nullopt;
}

QString lastLine(const QByteArray& text) {
  return QString::fromUtf8(text.trimmed().split('\n').last()).left(500);
}

}  // namespace trainyard
