// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/submit/run_files.h"

#include <QCoreApplication>
#include <QUuid>

#include "engine/contract/experiment/slurm_format.h"
#include "engine/contract/experiment/writer.h"
#include "engine/contract/json.h"
#include "engine/contract/messages.h"
#include "engine/system/unix_time.h"
#include "remote/submit/on_site.h"

namespace trainyard {
namespace {

constexpr qint64 identityLimit = 64 << 20;  // it may contain a large uncommitted diff

const char* nameOf(GoesOn goesOn) {
  switch (goesOn) {
    case GoesOn::no:
      return "end";
    case GoesOn::byScheduler:
      return "requeue";
    case GoesOn::byService:
      return "submit_again";
  }
  return "end";
}

std::string_view view(const QByteArray& bytes) {
  return {bytes.constData(), static_cast<std::size_t>(bytes.size())};
}

QString submissionPath(const QString& folder, int submission) {
  return QStringLiteral("%1/submission-%2.json").arg(folder).arg(submission);
}

QByteArray json(const RunIdentity& identity) {
  return QByteArray::fromStdString(to_json(identity)) + '\n';
}

// Creates the folder of each task named on standard input, one line "INDEX UUID" each. run.json is
// the three texts around them. What the tasks share is linked, so that a thousand of them take
// little space.
constexpr const char* makeTasks = R"SH(
set -e
mkdir -p "$1/tasks"
cd "$1/tasks"
while read -r index run; do
  mkdir -p "$index"
  for file in experiment.yaml resolved.yaml; do
    ln -f "../$file" "$index/$file" 2>/dev/null || cp "../$file" "$index/$file"
  done
  for folder in code work; do
    if [ -d "../$folder" ]; then ln -sfn "../../$folder" "$index/$folder"; fi
  done
  printf '%s%s%s%s%s\n' "$2" "$run" "$3" "$index" "$4" >"$index/run.json.part"
  mv "$index/run.json.part" "$index/run.json"
done
)SH";

QCoro::Task<Result<void>> writeTasks(Target target, StartedRun run, RunIdentity identity,
                                     std::stop_token stop) {
  if (run.tasks.empty()) co_return {};
  // The diff is stored with the parent; a thousand copies would be too large.
  RunIdentity task = identity;
  task.git_difference.clear();
  task.parent = identity.run;
  task.run = "TASK-UUID";
  task.array_index = 1122334455;
  const QString text = QString::fromUtf8(json(task)).trimmed();
  const QString runMark = QStringLiteral("TASK-UUID"), indexMark = QStringLiteral("1122334455");
  const qsizetype at = text.indexOf(runMark), then = text.lastIndexOf(indexMark);
  const QStringList words{QStringLiteral("-c"),
                          QString::fromLatin1(makeTasks),
                          QStringLiteral("sh"),
                          run.folder,
                          text.left(at),
                          text.mid(at + runMark.size(), then - at - runMark.size()),
                          text.mid(then + indexMark.size())};
  ProgramOptions options;
  for (const StartedTask& one : run.tasks)
    options.input += QStringLiteral("%1 %2\n").arg(one.index).arg(one.run).toUtf8();
  CommandLine command{QStringLiteral("/bin/sh"), words};
  CO_TRY(const auto output, co_await target.host->run(std::move(command), std::move(options), stop,
                                                      QDeadlineTimer(std::chrono::minutes(5))));
  if (output.exitCode == 0) co_return {};
  co_return make_error("folder.no_tasks",
                       {{"path", run.folder.toStdString()},
                        {"why", QString::fromUtf8(output.err.left(500)).trimmed().toStdString()}});
}

}  // namespace

ScriptSite siteOf(const Target& target) {
  ScriptSite site;
  site.readers = target.host->readers();
  site.kind = &target.scheduler->kind();
  site.programs = target.programs;
  site.base = target.base;
  site.canRequeue = target.facts.canRequeue;
  site.profile = asProbed(target.site, target.facts);
  return site;
}

SubmissionRecord submissionOf(const Target& target, const Experiment& experiment,
                              const QString& token) {
  const ScriptSite site = siteOf(target);
  SubmissionRecord record;
  record.target = target.name.toStdString();
  record.scheduler = target.scheduler->name().toStdString();
  record.token = token.toStdString();
  record.created = unix_time();
  record.version = QCoreApplication::applicationVersion().toStdString();
  record.programs = target.programs.toStdString();
  record.after_time_limit = nameOf(afterTimeLimit(experiment, site));
  record.after_preemption = nameOf(afterPreemption(experiment, site));
  return record;
}

QCoro::Task<Result<void>> writeSubmission(Target target, QString folder, int submission,
                                          QString token, Experiment experiment,
                                          std::stop_token stop) {
  const SubmissionRecord record = submissionOf(target, experiment, token);
  co_return co_await target.host->writeFile(
      submissionPath(folder, submission),
      QByteArray::fromStdString(to_json(Value(to_map(record)))) + '\n', stop);
}

QCoro::Task<Result<WhatFollows>> readWhatFollows(Host& host, QString folder, int submission,
                                                 std::stop_token stop) {
  CO_TRY(const auto text,
         co_await host.readFile(submissionPath(folder, submission), 0, 1 << 20, stop));
  SubmissionRecord record;
  if (const auto parsed = parse_json(view(text)); parsed && parsed->get_if<Map>())
    record = read_leniently<SubmissionRecord>(*parsed);
  const auto goesOn = [](const std::string& name) {
    for (const GoesOn each : {GoesOn::byScheduler, GoesOn::byService})
      if (name == nameOf(each)) return each;
    return GoesOn::no;
  };
  co_return WhatFollows{goesOn(record.after_time_limit), goesOn(record.after_preemption)};
}

QCoro::Task<Result<void>> writeRunFiles(Target target, StartedRun run, QByteArray text,
                                        RunIdentity identity, std::stop_token stop) {
  const QString folder = run.folder + QLatin1Char('/');
  const std::pair<QString, QByteArray> files[] = {
      {QStringLiteral("experiment.yaml"), text},
      {QStringLiteral("resolved.yaml"), QByteArray::fromStdString(write_resolved(run.experiment))},
      {QStringLiteral("job.sh"), renderScript(run.experiment, siteOf(target))}};
  for (const auto& [name, content] : files) {
    CO_TRY(co_await target.host->writeFile(folder + name, content, stop));
  }
  CO_TRY(co_await writeTasks(target, run, identity, stop));
  co_return co_await target.host->writeFile(folder + QStringLiteral("run.json"), json(identity),
                                            stop);
}

std::vector<StartedTask> tasksOf(const Experiment& experiment, const QString& run,
                                 const QString& folder) {
  std::vector<StartedTask> tasks;
  if (!experiment.resources.array) return tasks;
  for (const std::int64_t index :
       array_indices(*experiment.resources.array).value_or(std::vector<std::int64_t>{}))
    tasks.push_back({index,
                     QUuid::createUuidV5(QUuid::fromString(run), QString::number(index))
                         .toString(QUuid::WithoutBraces),
                     QStringLiteral("%1/tasks/%2").arg(folder).arg(index)});
  return tasks;
}

QCoro::Task<Result<QString>> earlierRun(Target target, QString source, std::stop_token stop) {
  // Checks the newest five hundred runs; without an earlier one, all code is transferred.
  static const QString search = QStringLiteral(R"SH(cd "$1" 2>/dev/null || exit 0
ls -t | head -n 500 | while read -r name; do
  if [ -d "$name/code" ] && grep -q -F -e "$2" "$name/run.json" 2>/dev/null; then printf '\ntrainyard %s\n' "$name"; break; fi
done)SH");
  const QString named =
      QStringLiteral("\"source\":") + QString::fromStdString(to_json(Value(source.toStdString())));
  const QStringList words{QStringLiteral("-c"), search, QStringLiteral("sh"), target.base, named};
  CommandLine command{QStringLiteral("/bin/sh"), words};
  ProgramOptions options;
  CO_TRY(const auto output, co_await target.host->run(std::move(command), std::move(options), stop,
                                                      QDeadlineTimer(std::chrono::seconds(60))));
  for (const QByteArray& line : output.out.split('\n'))
    if (line.startsWith("trainyard "))
      co_return target.base + QLatin1Char('/') + QString::fromUtf8(line.mid(10));
  co_return QString();
}

QCoro::Task<Result<RunIdentity>> readRunIdentity(Host& host, QString folder, std::stop_token stop) {
  const QString path = folder + QStringLiteral("/run.json");
  CO_TRY(const auto text, co_await host.readFile(path, 0, identityLimit, stop));
  co_return run_identity_from(view(text), path.toStdString());
}

}  // namespace trainyard
