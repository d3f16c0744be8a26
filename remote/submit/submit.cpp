// SPDX-License-Identifier: GPL-3.0-or-later
// One file because what may be given up, and when, is decided in one place for every step.
#include "remote/submit/submit.h"

#include <algorithm>
#include <functional>

#include <QCoreApplication>
#include <QFileInfo>

#include "engine/contract/experiment/reader.h"
#include "engine/contract/experiment/rules.h"
#include "engine/contract/messages.h"
#include "engine/contract/script/script_resources.h"
#include "engine/system/unix_time.h"
#include "remote/process/in_thread.h"
#include "remote/schedulers/direct/local_job_queue.h"
#include "remote/submit/controller_job.h"
#include "remote/schedulers/slurm/job_script.h"
#include "remote/submit/path_fields.h"
#include "remote/submit/run_files.h"
#include "remote/submit/sending_plan.h"
#include "remote/submit/work_folder.h"
#include "remote/transfer/code.h"
#include "remote/transfer/data.h"
#include "remote/transfer/engine.h"

namespace trainyard {
namespace {

constexpr int submissionTries = 4;

Error folderError(const char* code, const QString& folder) {
  return make_error(code, {{"path", folder.toStdString()}});
}

Error foreignFolder(const QString& folder) { return folderError("run.folder_taken", folder); }

// Errors that end a submission once it is withdrawn.
bool endsSubmission(const Error& error) {
  static constexpr const char* codes[] = {"scheduler.refused",
                                          "scheduler.refused_account",
                                          "scheduler.refused_silently",
                                          "scheduler.lost",
                                          "submission.cancelled",
                                          "submission.not_begun",
                                          "here.nodes",
                                          "here.gpus",
                                          "here.processors",
                                          "after.not_completed",
                                          "after.not_failed",
                                          "after.elsewhere",
                                          "run.unknown",
                                          "program.missing",
                                          "file.not_written"};
  return std::any_of(std::begin(codes), std::end(codes),
                     [&](const char* code) { return error.code == code; });
}

void enter(const RunRequest& request, SubmissionStage stage) {
  if (request.onStage) request.onStage(stage);
}

// A run on this computer without a number of CPU cores gets all of them, or its GPUs' share.
int processorsFor(const Target& target, const Experiment& experiment) {
  const auto processes = static_cast<int>(processes_per_node(experiment));
  if (experiment.resources.cpus_per_process)
    return processes * static_cast<int>(*experiment.resources.cpus_per_process);
  if (!target.isHere()) return processes;
  const Machine machine = thisMachine();
  const auto gpus = static_cast<int>(experiment.resources.gpus_per_node);
  const auto all = static_cast<int>(machine.processors.size());
  if (gpus > 0 && !machine.gpus.isEmpty())
    return std::max(1, all * gpus / std::max(gpus, static_cast<int>(machine.gpus.size())));
  return all;
}

QString tokenOf(const std::string& name, const QString& run, int submission) {
  return QStringLiteral("%1.%2")
      .arg(QString::fromStdString(run_folder_name(name, run.toStdString())))
      .arg(submission);
}

JobRequest jobRequest(const Target& target, const Experiment& experiment, const QString& folder,
                      const QString& token, int submission,
                      const QProcessEnvironment& environment) {
  JobRequest request;
  request.target = target.name;
  request.folder = folder;
  if (experiment.workload == Workload::script)
    request.workFolder = folder + QLatin1String(kWorkFolder);
  request.submission = submission;
  request.token = token;
  request.nodes = static_cast<int>(experiment.resources.nodes);
  request.processors = processorsFor(target, experiment);
  request.gpus = static_cast<int>(experiment.resources.gpus_per_node);
  request.array = QString::fromStdString(experiment.resources.array.value_or(std::string()));
  request.hold = requested_option(experiment, "hold").has_value();
  request.dependency =
      QString::fromStdString(experiment.resources.dependency.value_or(std::string()));
  if (target.isHere()) request.environment = environment;
  return request;
}

// What the job must wait for. If an earlier call created a job, that counts, whatever the state of
// the runs that it waits for: then the request is made without them.
QCoro::Task<Result<std::vector<JobDependency>>> dependenciesOf(Target target, Experiment experiment,
                                                               QString folder, int submission,
                                                               JobsBefore jobsBefore,
                                                               std::stop_token stop) {
  if (!jobsBefore || experiment.resources.after.empty()) co_return std::vector<JobDependency>();
  auto found = jobsBefore(experiment);
  if (found) co_return found;
  if (may_succeed_later(found.error())) {
    CO_TRY(const QString job, co_await target.scheduler->jobOf(folder, submission, stop));
    if (job.isEmpty()) co_return found.error();
  } else {
    CO_TRY(const bool isWithdrawn, co_await target.scheduler->withdraw(folder, submission, stop));
    if (isWithdrawn) co_return found.error();
  }
  co_return std::vector<JobDependency>();
}

QCoro::Task<Result<QString>> startJob(Target target, Experiment experiment, QString folder,
                                      QString token, int submission,
                                      QProcessEnvironment environment, JobsBefore jobsBefore,
                                      std::stop_token stop) {
  experiment = jobOf(experiment, siteOf(target));
  CO_TRY(auto after,
         co_await dependenciesOf(target, experiment, folder, submission, jobsBefore, stop));
  CO_TRY(co_await writeSubmission(target, folder, submission, token, experiment, stop));
  if (target.isHere())
    if (auto made = co_await target.host->makeFolder(
            QStringLiteral("%1/submissions/%2").arg(folder).arg(submission), stop);
        !made && made.error().kind != ErrorKind::exists)
      co_return made.error();
  JobRequest request = jobRequest(target, experiment, folder, token, submission, environment);
  request.after = std::move(after);
  co_return co_await target.scheduler->submit(std::move(request), stop);
}

// The state of a run folder for a submission.
enum class FolderState { empty, begun, submitted, foreign };

const QString beginMark = QStringLiteral("/preparing");

// Of a service that was killed while it wrote the mark.
bool isUnfinishedMark(const FolderEntry& entry) {
  return entry.name.startsWith(beginMark.mid(1) + QStringLiteral(".tmp-"));
}

// Creates the run folder, or finds how far an earlier call got. An unfinished folder names its run;
// run.json is written last.
QCoro::Task<Result<FolderState>> takeFolder(Target target, QString folder, QString run,
                                            std::stop_token stop) {
  auto made = co_await target.host->makeFolder(folder, stop);
  if (!made && made.error().kind != ErrorKind::exists) co_return made.error();
  if (!made) {
    auto mark = co_await target.host->readFile(folder + beginMark, 0, 4096, stop);
    if (mark) co_return mark->trimmed() == run.toUtf8() ? FolderState::begun : FolderState::foreign;
    if (mark.error().kind != ErrorKind::not_found) co_return mark.error();
    auto identity = co_await readRunIdentity(*target.host, folder, stop);
    if (identity)
      co_return identity->run == run.toStdString() ? FolderState::submitted : FolderState::foreign;
    if (identity.error().kind != ErrorKind::not_found) co_return identity.error();
    CO_TRY(auto entries, co_await target.host->list(folder, stop));
    if (!std::ranges::all_of(entries, isUnfinishedMark)) co_return FolderState::foreign;
  }
  auto marked = co_await target.host->writeFile(folder + beginMark, run.toUtf8() + '\n', stop);
  if (marked) co_return FolderState::empty;
  if (!may_succeed_later(marked.error())) (void)co_await target.host->removeTree(folder, {});
  co_return marked.error();
}

Diagnostic brokenThere(const QStringList& links, const QString& target) {
  constexpr qsizetype shown = 5;
  QStringList names = links.first(std::min(shown, links.size()));
  if (links.size() > shown) names << QStringLiteral("…");
  return make_diagnostic(Severity::warning, "code.links_out", "code.source",
                         {{"links", names.join(QStringLiteral(", ")).toStdString()},
                          {"target", target.toStdString()}});
}

struct Plan {
  PreparedExperiment prepared;
  CodeState code;
  bool sendsPrograms = false;
};

// Everything that can be determined before anything is transferred.
QCoro::Task<Result<Plan>> makePlan(Target target, ExperimentSource source, OnProgress onProgress,
                                   std::stop_token stop) {
  Plan plan;
  CO_TRY(plan.prepared, co_await prepareForTarget(target, source, stop));
  if (has_errors(plan.prepared.diagnostics)) co_return diagnosticsError(plan.prepared.diagnostics);
  const Experiment& experiment = plan.prepared.experiment;
  plan.sendsPrograms = !target.isHere() && target.programs.isEmpty();
  const QString agent =
      (target.isHere() ? target.programs : ownPrograms()) + QStringLiteral("/yard-agent");
  if ((target.isHere() || plan.sendsPrograms) && !QFileInfo(agent).isExecutable())
    co_return make_error("program.not_installed", {{"program", agent.toStdString()}});
  CO_TRY(co_await checkSending(target, plan.prepared, onProgress, stop));
  if (experiment.code.source) {
    QStringList exclude;
    for (const std::string& pattern : experiment.code.exclude)
      exclude << QString::fromStdString(pattern);
    CO_TRY(plan.code,
           co_await inspectCode(QString::fromStdString(*experiment.code.source), exclude, stop));
    if (!target.isHere() && !plan.code.linksOut.isEmpty())
      plan.prepared.diagnostics.push_back(brokenThere(plan.code.linksOut, target.name));
  }
  co_return plan;
}

// Sends code, data and programs; afterwards the experiment has their locations on the target.
QCoro::Task<Result<void>> send(Target& target, Plan& plan, QString folder,
                               const RunRequest& request, OnProgress onProgress,
                               std::stop_token stop) {
  Experiment& experiment = plan.prepared.experiment;
  const QString scriptHere = QString::fromStdString(experiment.script.file);
  if (experiment.code.source) {
    enter(request, SubmissionStage::sendingCode);
    CO_TRY(const QString earlier, co_await earlierRun(target, request.source.path, stop));
    CO_TRY(co_await sendCode(*target.host, QString::fromStdString(*experiment.code.source),
                             plan.code, folder, earlier, onProgress, stop));
  }
  if (experiment.workload == Workload::script) {
    const QString place = scriptPlace(experiment, scriptHere);
    CO_TRY(co_await makeWorkFolder(*target.host, folder, place, plan.prepared.jobScript, stop));
    experiment.script.file = (folder + place).toStdString();
  }
  if (!plan.prepared.travelling.empty()) enter(request, SubmissionStage::sendingData);
  for (const TravellingPath& path : plan.prepared.travelling) {
    CO_TRY(const QString there,
           co_await sendData(*target.host, path.path, target.base, onProgress, stop));
    setPath(experiment, path.field, there.toStdString());
  }
  if (plan.sendsPrograms) {
    enter(request, SubmissionStage::sendingEngine);
    CO_TRY(target.programs, co_await sendEngine(*target.host, ownPrograms(), target.base,
                                                partsFor(experiment), onProgress, stop));
  }
  co_return {};
}

QCoro::Task<Result<void>> fillFolder(Target& target, Plan plan, StartedRun& run,
                                     const RunRequest& request, OnProgress onProgress,
                                     std::stop_token stop) {
  CO_TRY(co_await send(target, plan, run.folder, request, onProgress, stop));
  run.experiment = plan.prepared.experiment;
  run.tasks = tasksOf(run.experiment, run.run, run.folder);
  RunIdentity identity;
  identity.run = run.run.toStdString();
  identity.name = run.experiment.name;
  identity.created = run.created;
  identity.versions = {{"trainyard", QCoreApplication::applicationVersion().toStdString()}};
  identity.git_commit = plan.code.gitCommit.toStdString();
  identity.git_difference = plan.code.gitDifference.toStdString();
  identity.source = request.source.path.toStdString();
  identity.study = request.study.toStdString();
  if (is_search_by_controller(run.experiment)) {
    CO_TRY(co_await writeTrialTemplate(target, run.folder, run.experiment, stop));
  }
  CO_TRY(co_await writeRunFiles(target, run, plan.prepared.text, identity, stop));
  co_return co_await target.host->removeTree(run.folder + beginMark, stop);
}

// Reads what an earlier call wrote.
QCoro::Task<Result<void>> readBack(Target target, StartedRun& run, std::stop_token stop) {
  CO_TRY(const auto identity, co_await readRunIdentity(*target.host, run.folder, stop));
  CO_TRY(const auto text, co_await target.host->readFile(
                              run.folder + QStringLiteral("/resolved.yaml"), 0, 4 << 20, stop));
  Document document = read_experiment(
      text.toStdString(), (run.folder + QStringLiteral("/resolved.yaml")).toStdString());
  if (has_errors(document.diagnostics)) co_return diagnosticsError(document.diagnostics);
  run.experiment = std::move(document.experiment);
  run.created = identity.created;
  run.gitCommit = QString::fromStdString(identity.git_commit);
  run.tasks = tasksOf(run.experiment, run.run, run.folder);
  co_return {};
}

// Repeats with the next number if the scheduler lost the job before it ran.
QCoro::Task<Result<void>> startRun(Target target, StartedRun& run, const RunRequest& request,
                                   std::stop_token stop) {
  for (run.submission = 1;; ++run.submission) {
    auto job = co_await startJob(
        target, run.experiment, run.folder, tokenOf(run.experiment.name, run.run, run.submission),
        run.submission, request.source.environment, request.jobsBefore, stop);
    if (job) {
      run.job = *job;
      co_return {};
    }
    if (job.error().code != "scheduler.lost" || run.submission == submissionTries)
      co_return job.error();
  }
}

// Removes what is left of a run that will not be and has no job, except where a cancellation must
// remain visible.
QCoro::Task<Error> giveUp(Target target, QString folder, Error error) {
  if (may_succeed_later(error)) co_return error;
  auto entries = co_await target.host->list(folder, {});
  if (!entries) co_return error;
  for (const FolderEntry& entry : *entries)
    if (entry.name == QLatin1String("cancel")) co_return error;
  (void)co_await target.host->removeTree(folder, {});
  co_return error;
}

// The error of a submission for its caller: it has only ended once it is withdrawn.
QCoro::Task<Error> settle(Target target, QString folder, int submission, Error error) {
  if (!endsSubmission(error)) co_return unsettled(error);
  auto withdrawn = co_await target.scheduler->withdraw(folder, submission, {});
  if (!withdrawn || !*withdrawn) co_return unsettled(withdrawn ? error : withdrawn.error());
  co_return error;
}

// The run folder, created or found; if nothing is known about an earlier call, any error ends it.
QCoro::Task<Result<FolderState>> takeOwnFolder(Target target, StartedRun run, bool mayHaveJob,
                                               std::stop_token stop) {
  auto taken = co_await takeFolder(target, run.folder, run.run, stop);
  if (taken && *taken != FolderState::foreign) co_return *taken;
  const Error error = taken ? foreignFolder(run.folder) : taken.error();
  co_return mayHaveJob ? unsettled(error) : error;
}

}  // namespace

Error unsettled(const Error& why) {
  // A program that timed out says nothing about the job.
  if (may_succeed_later(why) && why.code != "program.deadline") return why;
  return make_error("submission.unsettled", {{"why", as_argument(why)}});
}

QString runFolderFor(const Target& target, const std::string& name, const QString& run) {
  return target.base + QLatin1Char('/') +
         QString::fromStdString(run_folder_name(name, run.toStdString()));
}

Result<RenderedSubmission> renderSubmission(const Target& given, const ExperimentSource& source) {
  Target target = given;
  if (target.siteProblem) return *target.siteProblem;
  TRY(auto prepared, prepareExperiment(source, ownPrograms(),
                                       target.isHere() ? RunsWhere::here : RunsWhere::elsewhere,
                                       target.isHere() ? QString() : target.programs));
  if (has_errors(prepared.diagnostics)) return diagnosticsError(prepared.diagnostics);
  Experiment& experiment = prepared.experiment;
  for (const TravellingPath& path : prepared.travelling)
    setPath(experiment, path.field,
            QStringLiteral("%1/data/DATA/%2")
                .arg(target.base, QFileInfo(path.path).fileName())
                .toStdString());
  for (const TargetNeed& need : prepared.needs)
    if (!target.facts.home.isEmpty() && need.value.startsWith(QLatin1String("~/")))
      setPath(experiment, need.field, (target.facts.home + need.value.mid(1)).toStdString());
  if (!target.isHere() && target.programs.isEmpty())
    target.programs = engineFolder(target.base, ownPrograms(), partsFor(experiment));
  const QString folder =
      QStringLiteral("%1/%2-RUN").arg(target.base, QString::fromStdString(experiment.name));
  const QString token = QStringLiteral("%1-RUN.1").arg(QString::fromStdString(experiment.name));
  if (experiment.workload == Workload::script)
    experiment.script.file =
        (folder + scriptPlace(experiment, QString::fromStdString(experiment.script.file)))
            .toStdString();
  const ScriptSite site = siteOf(target);
  return RenderedSubmission{renderScript(experiment, site),
                            jobRequest(target, jobOf(experiment, site), folder, token, 1, {}),
                            experiment.resources.after};
}

QCoro::Task<Result<RenderedSubmission>> renderInThread(Target target, ExperimentSource source) {
  std::function<Result<RenderedSubmission>()> work = [&] {
    return renderSubmission(target, source);
  };
  co_return co_await inThread<Result<RenderedSubmission>>(std::move(work));
}

QCoro::Task<Result<StartedRun>> submitRun(Target target, RunRequest request, OnProgress onProgress,
                                          std::stop_token stop) {
  StartedRun run;
  run.run = request.run;
  run.folder = request.folder;
  run.created = unix_time();
  FolderState state = FolderState::empty;
  // If a job may already exist, it counts, whatever has happened to the experiment's file
  // meanwhile.
  if (!run.folder.isEmpty()) {
    CO_TRY(state, co_await takeOwnFolder(target, run, request.mayHaveJob, stop));
  }
  if (state != FolderState::submitted) {
    enter(request, SubmissionStage::checking);
    auto plan = co_await makePlan(target, request.source, onProgress, stop);
    if (!plan && run.folder.isEmpty()) co_return plan.error();
    if (!plan) co_return co_await giveUp(target, run.folder, plan.error());
    run.diagnostics = plan->prepared.diagnostics;
    run.gitCommit = plan->code.gitCommit;
    if (run.folder.isEmpty()) {
      run.folder = runFolderFor(target, plan->prepared.experiment.name, run.run);
      CO_TRY(state, co_await takeOwnFolder(target, run, request.mayHaveJob, stop));
    }
    if (state != FolderState::submitted)
      if (auto filled =
              co_await fillFolder(target, std::move(*plan), run, request, onProgress, stop);
          !filled)
        co_return co_await giveUp(target, run.folder, filled.error());
  }
  if (state == FolderState::submitted)
    if (auto read = co_await readBack(target, run, stop); !read) co_return unsettled(read.error());
  enter(request, SubmissionStage::submitting);
  auto started = co_await startRun(target, run, request, stop);
  if (started) co_return run;
  Error error = co_await settle(target, run.folder, run.submission, started.error());
  co_return co_await giveUp(target, run.folder, std::move(error));
}

QCoro::Task<Result<void>> discardRun(Target target, QString folder, QString run,
                                     std::stop_token stop) {
  CO_TRY(const auto entries, co_await target.host->list(folder, stop));
  if (entries.isEmpty()) co_return co_await target.host->removeTree(folder, stop);
  for (const FolderEntry& entry : entries)
    if (entry.name == QLatin1String("submissions")) co_return folderError("run.submitted", folder);
  CO_TRY(const FolderState state, co_await takeFolder(target, folder, run, stop));
  if (state == FolderState::foreign) co_return foreignFolder(folder);
  // The script may have been started, and may create its folder at any moment.
  if (state == FolderState::submitted) {
    CO_TRY(const bool isWithdrawn, co_await target.scheduler->withdraw(folder, 1, stop));
    if (!isWithdrawn) co_return folderError("run.submitted", folder);
  }
  co_return co_await target.host->removeTree(folder, stop);
}

QCoro::Task<Result<int>> nextSubmissionOf(Target target, QString folder, int number,
                                          std::stop_token stop) {
  co_return co_await target.scheduler->nextSubmission(folder, number, stop);
}

namespace {

// Everything for a further job except the job itself.
QCoro::Task<Result<StartedRun>> prepareFurtherJob(Target& target, ResumeRequest request,
                                                  std::stop_token stop) {
  StartedRun run;
  run.folder = request.folder;
  CO_TRY(const auto identity, co_await readRunIdentity(*target.host, request.folder, stop));
  run.run = QString::fromStdString(identity.run);
  CO_TRY(co_await readBack(target, run, stop));
  // It was satisfied; jobs that are long gone are rejected as a dependency.
  run.experiment.resources.dependency.reset();
  ScriptSite site = siteOf(target);
  if (identity.array_index) {
    run.experiment.resources.array.reset();
    site.arrayIndex = identity.array_index;
  }
  if (!target.isHere() && target.programs.isEmpty()) {
    CO_TRY(target.programs, co_await sendEngine(*target.host, ownPrograms(), target.base,
                                                partsFor(run.experiment), {}, stop));
    site.programs = target.programs;
  }
  CO_TRY(co_await target.host->writeFile(request.folder + QStringLiteral("/job.sh"),
                                         renderScript(run.experiment, site), stop));
  if (is_search_by_controller(run.experiment)) {
    CO_TRY(co_await writeTrialTemplate(target, request.folder, run.experiment, stop));
  }
  CO_TRY(co_await target.host->removeTree(request.folder + QStringLiteral("/cancel"), stop));
  co_return run;
}

}  // namespace

QCoro::Task<Result<QString>> resumeRun(Target target, ResumeRequest request, std::stop_token stop) {
  auto run = co_await prepareFurtherJob(target, request, stop);
  if (!run) co_return request.mayHaveJob ? unsettled(run.error()) : run.error();
  const QString token = tokenOf(run->experiment.name, run->run, request.submission);
  auto job = co_await startJob(target, run->experiment, request.folder, token, request.submission,
                               request.environment, request.jobsBefore, stop);
  if (job) co_return *job;
  co_return co_await settle(target, request.folder, request.submission, job.error());
}

}  // namespace trainyard
