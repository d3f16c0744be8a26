// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/schedulers/slurm/slurm_controller.h"

#include "remote/schedulers/slurm/slurm_commands.h"

namespace trainyard {
namespace {

// The value of a field: up to `next`, the name of the field behind it, or to the next space.
QByteArray valueOf(const QByteArray& line, const char* field, const char* next = nullptr) {
  const QByteArray begin = QByteArray(" ") + field + '=';
  const qsizetype at = (' ' + line).indexOf(begin);
  if (at < 0) return {};
  const QByteArray rest = line.mid(at + begin.size() - 1);
  const qsizetype end = next ? rest.indexOf(QByteArray(" ") + next + '=') : rest.indexOf(' ');
  return end < 0 ? rest : rest.first(end);
}

std::optional<SlurmJobRow> rowOf(const QByteArray& line) {
  SlurmJobRow row;
  const QByteArray array = valueOf(line, "ArrayJobId"), task = valueOf(line, "ArrayTaskId");
  const auto number = slurmNumber(array.isEmpty() ? valueOf(line, "JobId") : array);
  if (!number || *number == 0) return {};
  row.job = *number;
  if (!task.isEmpty() && task != "N/A") {
    const auto one = slurmNumber(task);
    if (one) row.task = static_cast<int>(*one);
    if (!one) row.tasks = slurmTasks(task);
    if (!one && !row.tasks) return {};
  }
  row.name = valueOf(line, "JobName", "UserId");
  row.folder = valueOf(line, "WorkDir", "StdErr");
  row.state = valueOf(line, "JobState");
  row.reason = valueOf(line, "Reason");
  row.nodes = valueOf(line, "NodeList");
  if (row.nodes == "(null)") row.nodes.clear();
  row.start = slurmTime(valueOf(line, "StartTime"));
  row.exit = slurmExit(valueOf(line, "ExitCode"));
  if (const auto restarts = slurmNumber(valueOf(line, "Restarts")))
    row.restarts = static_cast<int>(*restarts);
  if (row.state.isEmpty()) return {};
  return row;
}

}  // namespace

ControllerAnswer readControllerAnswer(const ProgramOutput& output) {
  ControllerAnswer answer;
  for (const QByteArray& line : output.out.split('\n'))
    if (line.startsWith("JobId="))
      if (auto row = rowOf(line)) answer.rows.append(std::move(*row));
  const QByteArray said = (output.out + output.err).toLower();
  answer.isGiven = !answer.rows.isEmpty() || said.contains("invalid job id");
  return answer;
}

QCoro::Task<ControllerAnswer> askController(Host& host, QString job, std::stop_token stop) {
  const CommandLine command = slurmCommand(
      QStringLiteral("scontrol"),
      {QStringLiteral("-o"), QStringLiteral("show"), QStringLiteral("job"), std::move(job)});
  auto output = co_await host.run(command, {}, stop, QDeadlineTimer(std::chrono::seconds(90)));
  if (!output) co_return ControllerAnswer{};
  co_return readControllerAnswer(*output);
}

}  // namespace trainyard
