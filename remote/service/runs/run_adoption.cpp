// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/service/runs/run_adoption.h"

#include <regex>

#include <QUuid>

#include "engine/contract/experiment/field_info.h"
#include "engine/contract/experiment/reader.h"
#include "engine/contract/messages.h"
#include "engine/contract/run/run_folder.h"
#include "remote/submit/run_files.h"
#include "remote/service/registry/run_settings.h"
#include "remote/values/text.h"

namespace trainyard {
namespace {

constexpr qint64 identityLimitBytes = 64 << 20;  // it may contain a large uncommitted diff

// Tasks with their own submissions.
constexpr auto startedAgain =
    "cd \"$1/tasks\" 2>/dev/null || exit 0\n"
    "for own in */submissions; do [ ! -d \"$own\" ] || printf '%s\\n' \"${own%/*}\"; done\n";

std::string_view view(const QByteArray& bytes) {
  return {bytes.constData(), static_cast<std::size_t>(bytes.size())};
}

// Data written by others becomes part of names of files, jobs and windows: only values in this
// program's own format are accepted.
Result<void> checkIdentity(const RunIdentity& identity, const std::string& path) {
  const auto refused = [&](const char* field, const std::string& value) {
    return make_error("run.bad_identity", {{"path", path}, {"field", field}, {"value", value}});
  };
  const QString run = text(identity.run);
  if (QUuid::fromString(run).isNull() ||
      run != QUuid::fromString(run).toString(QUuid::WithoutBraces))
    return refused("run", identity.run);
  static const std::regex pattern(find_field("name")->pattern);
  if (!std::regex_match(identity.name, pattern)) return refused("name", identity.name);
  return {};
}

}  // namespace

QCoro::Task<Result<JobRecord>> newestJob(Target target, QString folder, std::stop_token stop) {
  CO_TRY(auto entries, co_await target.host->list(folder + QStringLiteral("/submissions"), stop));
  JobRecord job;
  job.scheduler = target.scheduler->name();
  for (const FolderEntry& entry : entries)
    if (entry.isFolder) job.submission = std::max(job.submission, entry.name.toInt());
  if (job.submission == 0) co_return job;
  job.token = QStringLiteral("%1.%2").arg(folder.section(QLatin1Char('/'), -1)).arg(job.submission);
  CO_TRY(auto name, co_await target.scheduler->jobOf(folder, job.submission, stop));
  job.job = name;
  co_return job;
}

QCoro::Task<Result<QList<FoundTask>>> tasksIn(Target target, FoundRun found, Experiment experiment,
                                              std::stop_token stop) {
  QList<FoundTask> tasks;
  if (found.job.job.isEmpty() || !experiment.resources.array) co_return tasks;
  const QStringList words{QStringLiteral("-c"), QLatin1String(startedAgain), QStringLiteral("sh"),
                          found.record.folder};
  CommandLine command{QStringLiteral("/bin/sh"), words};
  ProgramOptions options;
  CO_TRY(const auto output, co_await target.host->run(std::move(command), std::move(options), stop,
                                                      QDeadlineTimer(std::chrono::minutes(2))));
  const QList<QByteArray> again = output.out.split('\n');
  for (const StartedTask& one : tasksOf(experiment, found.record.run, found.record.folder)) {
    FoundTask task{found.record, found.job};
    task.record.run = one.run;
    task.record.folder = one.folder;
    task.record.parent = found.record.run;
    task.record.arrayIndex = static_cast<int>(one.index);
    if (again.contains(QByteArray::number(static_cast<qlonglong>(one.index)))) {
      CO_TRY(const JobRecord own, co_await newestJob(target, one.folder, stop));
      if (!own.job.isEmpty()) task.job = own;
      if (!own.job.isEmpty())
        task.job.token =
            QStringLiteral("%1-%2.%3").arg(task.record.name, one.run.left(8)).arg(own.submission);
    }
    tasks.append(task);
  }
  co_return tasks;
}

QCoro::Task<Result<FoundRun>> readRunFolder(Target target, QString folder, std::stop_token stop) {
  CO_TRY(auto json, co_await target.host->readFile(folder + QStringLiteral("/run.json"), 0,
                                                   identityLimitBytes, stop));
  const std::string path = folder.toStdString() + "/run.json";
  CO_TRY(auto identity, run_identity_from(view(json), path));
  CO_TRY(checkIdentity(identity, path));
  FoundRun found;
  RunRecord& record = found.record;
  record.run = text(identity.run);
  record.name = text(identity.name);
  record.target = target.name;
  record.folder = folder;
  record.source = text(identity.source);
  record.gitCommit = text(identity.git_commit);
  record.created = identity.created;
  if (!QUuid::fromString(text(identity.study)).isNull()) record.study = text(identity.study);
  auto resolved =
      co_await target.host->readFile(folder + QStringLiteral("/resolved.yaml"), 0, 1 << 20, stop);
  Experiment experiment;
  if (resolved) {
    const Document document = read_experiment(view(*resolved), "resolved.yaml");
    experiment = document.experiment;
    record.workload = text(name_of(document.experiment.workload));
    for (const std::string& tag : document.experiment.tags) record.tags << text(tag);
    record.project = text(experiment.project);
    for (const std::string& after : experiment.resources.after) record.after << text(after);
    found.settings = settingsOf(experiment);
  }
  auto job = co_await newestJob(target, folder, stop);
  if (!job) co_return job.error();
  found.job = *job;
  CO_TRY(found.tasks, co_await tasksIn(target, found, experiment, stop));
  co_return found;
}

}  // namespace trainyard
