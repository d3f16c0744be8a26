#include "remote/submit/submit.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QDir>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QUuid>

#include "engine/contract/experiment/reader.h"
#include "engine/contract/experiment/rules.h"
#include "engine/contract/experiment/writer.h"
#include "engine/contract/run_folder.h"
#include "remote/scheduler/turn_queue.h"
#include "remote/submit/script.h"
#include "remote/transfer/code.h"

namespace trainyard {
namespace {

ScriptSite siteOf(const Target& target) {
  ScriptSite site;
  site.kind = target.scheduler->name() == QLatin1String("slurm") ? ScriptSite::Kind::slurm : ScriptSite::Kind::direct;
  site.programs = target.programs;
  site.base = target.base;
  site.canRequeue = target.facts.canRequeue;
  return site;
}

double now() { return static_cast<double>(QDateTime::currentMSecsSinceEpoch()) / 1000; }

// A run that does not say how many processors it wants gets all of them, or its GPUs' share.
int processorsFor(const Experiment& experiment) {
  const Machine machine = thisMachine();
  const auto processes = static_cast<int>(processes_per_node(experiment));
  const auto gpus = static_cast<int>(experiment.resources.gpus_per_node);
  const auto all = static_cast<int>(machine.processors.size());
  if (experiment.resources.cpus_per_process) return processes * static_cast<int>(*experiment.resources.cpus_per_process);
  if (gpus > 0 && !machine.gpus.isEmpty()) return std::max(1, all * gpus / std::max(gpus, static_cast<int>(machine.gpus.size())));
  return all;
}

JobRequest jobRequest(const Experiment& experiment, const QString& folder, int submission, QProcessEnvironment environment) {
  JobRequest request;
  request.folder = folder;
  request.submission = submission;
  request.nodes = static_cast<int>(experiment.resources.nodes);
  request.processors = processorsFor(experiment);
  request.gpus = static_cast<int>(experiment.resources.gpus_per_node);
  request.environment = std::move(environment);
  return request;
}

QCoro::Task<Result<void>> writeSubmission(Target target, QString folder, int submission, std::stop_token stop) {
  const QString path = QStringLiteral("%1/submissions/%2").arg(folder).arg(submission);
  if (auto made = co_await target.host->makeFolder(path, stop); !made) co_return made;
  const QJsonObject journal{{QStringLiteral("target"), target.name}, {QStringLiteral("scheduler"), target.scheduler->name()},
                            {QStringLiteral("created"), now()}, {QStringLiteral("version"), QCoreApplication::applicationVersion()}};
  co_return co_await target.host->writeFile(path + QStringLiteral("/submission.json"), QJsonDocument(journal).toJson(QJsonDocument::Compact) + '\n', stop);
}

// Everything a run folder holds before its first attempt.
QCoro::Task<Result<void>> fillRunFolder(Target target, const StartedRun& started, const CodeState& code, QString source, std::stop_token stop) {
  const Experiment& experiment = started.prepared.experiment;
  const QString folder = started.folder + QLatin1Char('/');
  RunIdentity identity;
  identity.run = started.run.toStdString();
  identity.name = experiment.name;
  identity.created = started.created;
  identity.versions = {{"trainyard", QCoreApplication::applicationVersion().toStdString()}};
  identity.git_commit = code.gitCommit.toStdString();
  identity.git_difference = code.gitDifference.toStdString();
  identity.source = source.toStdString();
  const std::pair<QString, QByteArray> files[] = {
      {QStringLiteral("experiment.yaml"), started.prepared.text},
      {QStringLiteral("resolved.yaml"), QByteArray::fromStdString(write_resolved(experiment))},
      {QStringLiteral("job.sh"), renderScript(experiment, siteOf(target))},
      {QStringLiteral("run.json"), QByteArray::fromStdString(to_json(identity)) + '\n'}};
  if (experiment.code.source)
    if (auto sent = co_await sendCode(*target.host, QString::fromStdString(*experiment.code.source), code, started.folder, {}, {}, stop); !sent) co_return sent;
  for (const auto& [name, content] : files)
    if (auto written = co_await target.host->writeFile(folder + name, content, stop); !written) co_return written;
  co_return co_await writeSubmission(target, started.folder, 1, stop);
}

}  // namespace

Result<RenderedSubmission> renderSubmission(const Target& target, const ExperimentSource& source) {
  auto prepared = prepareExperiment(source, target.programs);
  if (!prepared) return prepared.error();
  if (has_errors(prepared->diagnostics)) return diagnosticsError(prepared->diagnostics);
  const QString folder = QStringLiteral("%1/%2-RUN").arg(target.base, QString::fromStdString(prepared->experiment.name));
  return RenderedSubmission{renderScript(prepared->experiment, siteOf(target)),
                            target.scheduler->commandLine(jobRequest(prepared->experiment, folder, 1, {})).toShell()};
}

QCoro::Task<Result<StartedRun>> submitRun(Target target, ExperimentSource source, std::stop_token stop) {
  StartedRun started;
  auto prepared = prepareExperiment(source, target.programs);
  if (!prepared) co_return prepared.error();
  if (has_errors(prepared->diagnostics)) co_return diagnosticsError(prepared->diagnostics);
  started.prepared = std::move(*prepared);
  const Experiment& experiment = started.prepared.experiment;
  const QString agent = target.programs + QStringLiteral("/yard-agent");
  if (!QFileInfo(agent).isExecutable())
    co_return Error{"program.missing", {{"program", agent.toStdString()}}, agent.toStdString() + " is not there; build or install the whole program", ExitCode::environment};

  CodeState code;
  if (experiment.code.source) {
    QStringList exclude;
    for (const std::string& pattern : experiment.code.exclude) exclude << QString::fromStdString(pattern);
    auto inspected = co_await inspectCode(QString::fromStdString(*experiment.code.source), exclude, stop);
    if (!inspected) co_return inspected.error();
    code = std::move(*inspected);
  }
  started.gitCommit = code.gitCommit;
  started.created = now();
  for (int tries = 0;; ++tries) {  // the folder's name holds only a part of the UUID
    started.run = QUuid::createUuid().toString(QUuid::WithoutBraces);
    started.folder = target.base + QLatin1Char('/') + QString::fromStdString(run_folder_name(experiment.name, started.run.toStdString()));
    auto made = co_await target.host->makeFolder(started.folder, stop);
    if (made) break;
    if (made.error().code != "folder.exists" || tries == 8) co_return made.error();
  }
  auto filled = co_await fillRunFolder(target, started, code, source.path, stop);
  std::optional<Error> failure;
  if (!filled) failure = filled.error();
  if (!failure) {
    auto job = co_await target.scheduler->submit(jobRequest(experiment, started.folder, 1, source.environment), stop);
    if (job) started.job = *job;
    // "No answer" may still become a job; its folder stays.
    else if (job.error().code == "scheduler.no_answer" || job.error().code == "cancelled") co_return job.error();
    else failure = job.error();
  }
  if (failure) {
    (void)co_await target.host->removeTree(started.folder, {});
    co_return *failure;
  }
  co_return started;
}

QCoro::Task<Result<ResumedRun>> resumeRun(Target target, QString folder, QProcessEnvironment environment, std::stop_token stop) {
  auto document = read_experiment_file((folder + QStringLiteral("/resolved.yaml")).toStdString());
  if (!document) co_return document.error();
  if (has_errors(document->diagnostics)) co_return diagnosticsError(document->diagnostics);
  auto entries = co_await target.host->list(folder + QStringLiteral("/submissions"), stop);
  if (!entries) co_return entries.error();
  ResumedRun resumed;
  for (const FolderEntry& entry : *entries) resumed.submission = std::max(resumed.submission, entry.name.toInt());
  ++resumed.submission;
  const QByteArray script = renderScript(document->experiment, siteOf(target));
  if (auto written = co_await target.host->writeFile(folder + QStringLiteral("/job.sh"), script, stop); !written) co_return written.error();
  if (auto removed = co_await target.host->removeTree(folder + QStringLiteral("/cancel"), stop); !removed) co_return removed.error();
  if (auto written = co_await writeSubmission(target, folder, resumed.submission, stop); !written) co_return written.error();
  auto job = co_await target.scheduler->submit(jobRequest(document->experiment, folder, resumed.submission, std::move(environment)), stop);
  if (!job) co_return job.error();
  resumed.job = *job;
  co_return resumed;
}

}  // namespace trainyard
