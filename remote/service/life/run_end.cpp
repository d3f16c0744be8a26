// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/service/life/run_end.h"

#include <algorithm>

#include "engine/contract/experiment/reader.h"
#include "engine/contract/slurm_output.h"
#include "remote/values/text.h"

namespace trainyard {
namespace {

constexpr qint64 tailBytes = 4096;
RunEnd runEndFrom(const JobEnd& end) {
  return {
      stateFrom(end.outcome), text(end.code), {end.code, end.arguments, end.reason}, end.exitCode};
}

RunEnd endWith(RunState outcome, const char* code, Message reason, int exitCode) {
  return {outcome, QString::fromLatin1(code), std::move(reason), exitCode};
}

RunEnd unknownEnd() {
  return endWith(RunState::failed, "job.unknown_end", makeMessage("job.unknown_end"),
                 static_cast<int>(ExitCode::failed));
}

// Slurm creates a job's output file first, on the job's first node.
RunEnd endUnseen(const JobState& state, const QString& folder) {
  const Value node =
      state.nodes.isEmpty()
          ? asArgument(makeMessage("job.first_node"))
          : asArgument(makeMessage(
                "job.node", {{"node", state.nodes.section(QLatin1Char(','), 0, 0).toStdString()}}));
  // Without a record, it may also have been cancelled by others while it was waiting.
  return endWith(RunState::failed, "target.base_unseen",
                 makeMessage(state.end ? "job.unseen" : "job.gone_unseen",
                             {{"node", node}, {"folder", folder.toStdString()}}),
                 static_cast<int>(ExitCode::environment));
}

// "A process on node gpu1", the first of the job's nodes.
Value processOn(const QString& nodes) {
  const QString first = nodes.section(QLatin1Char(','), 0, 0);
  return asArgument(makeMessage("who.node", {{"node", first.toStdString()}}));
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

RunEnd endOfSuperseded() {
  return endWith(RunState::failed, "attempt.superseded", makeMessage("attempt.superseded"),
                 static_cast<int>(ExitCode::failed));
}

RunEnd endWithoutWord(bool cancelled, const JobState& state, int reaped, const QByteArray& output) {
  RunEnd end = state.end ? runEndFrom(*state.end) : unknownEnd();
  // A site without cgroups has Slurm look at memory itself; its accounting then knows a signal
  // only.
  const std::string_view said(output.constData(), static_cast<std::size_t>(output.size()));
  if (end.outcome == RunState::failed && says_memory_kill(said))
    end = endWith(RunState::failed, "failure.memory_limit",
                  makeMessage("failure.memory_limit", {{"who", processOn(state.nodes)}}),
                  static_cast<int>(ExitCode::out_of_memory));
  // A job that its scheduler calls completed reported an end, which was lost.
  if (end.outcome == RunState::completed) end = unknownEnd();
  if (cancelled)
    end = endWith(RunState::cancelled, "cancelled", makeMessage("run.cancelled_without_word"),
                  static_cast<int>(ExitCode::failed));
  if (reaped > 0)
    end.reason = makeMessage("run.reaped", {{"reason", asArgument(end.reason)}, {"count", reaped}});
  return end;
}

RunEnd endUnstarted(bool cancelled, const JobState& state, const std::optional<QString>& said,
                    const QString& folder) {
  if (cancelled)
    return endWith(RunState::cancelled, "cancelled", makeMessage("run.cancelled_before_start"),
                   128 + 15);
  const bool hasSaid = said && !said->isEmpty();
  const Value words = said.value_or(QString()).toStdString();
  if (state.end && state.end->wins) {
    RunEnd end = runEndFrom(*state.end);
    if (hasSaid)
      end.reason =
          makeMessage("job.last_output", {{"reason", asArgument(end.reason)}, {"said", words}});
    return end;
  }
  if (!said) return endUnseen(state, folder);
  return endWith(RunState::failed, "job.no_attempt",
                 hasSaid ? makeMessage("job.no_attempt_said", {{"said", words}})
                         : makeMessage("job.no_attempt"),
                 static_cast<int>(ExitCode::environment));
}

RunEnd endOfAdopted(bool cancelled, const JobState& state) {
  if (cancelled)
    return endWith(RunState::cancelled, "cancelled", makeMessage("run.cancelled_without_word"),
                   128 + 15);
  return state.end ? runEndFrom(*state.end) : unknownEnd();
}

std::optional<RunEnd> betterEnd(RunState outcome, const JobState& state) {
  if (!state.end || !state.end->wins || outcome == RunState::completed ||
      stateFrom(state.end->outcome) == outcome)
    return std::nullopt;
  return runEndFrom(*state.end);
}

QCoro::Task<Result<std::optional<Experiment>>> readResolved(Host& host, QString runFolder,
                                                            std::stop_token stop) {
  const auto text =
      co_await host.readFile(runFolder + QStringLiteral("/resolved.yaml"), 0, 1 << 20, stop);
  if (!text && (text.error().exit_code == ExitCode::unreachable || stop.stop_requested()))
    co_return text.error();
  if (!text) co_return std::optional<Experiment>();
  Document document = read_experiment(
      std::string_view(text->constData(), static_cast<std::size_t>(text->size())), "resolved.yaml");
  if (has_errors(document.diagnostics)) co_return std::optional<Experiment>();
  co_return std::optional(std::move(document.experiment));
}

bool goesOnByItself(const Experiment& resolved, RunState outcome,
                    const QList<AttemptRecord>& attempts,
                    const QList<CheckpointRecord>& checkpoints,
                    const std::map<int, qint64>& highest) {
  const auto& restart = resolved.restart;
  if (outcome == RunState::timed_out ? !restart.on_time_limit : !restart.on_preemption)
    return false;
  const bool isCommand = resolved.workload != Workload::engine;
  const auto cameFurther = [&](int number) {
    qint64 before = -1;
    for (const auto& [attempt, step] : highest)
      if (attempt < number) before = std::max(before, step);
    const auto own = highest.find(number);
    return own != highest.end() && own->second > before;
  };
  std::int64_t without = 0;
  for (auto attempt = attempts.rbegin(); attempt != attempts.rend(); ++attempt, ++without) {
    const bool progressed = std::any_of(
        checkpoints.begin(), checkpoints.end(), [&](const CheckpointRecord& checkpoint) {
          return checkpoint.attempt == attempt->attempt && checkpoint.step > attempt->resumeStep;
        });
    if (progressed || (isCommand && cameFurther(attempt->attempt))) break;
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
