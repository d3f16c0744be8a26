// SPDX-License-Identifier: GPL-3.0-or-later
// What becomes of a document: submitted, rendered, checked, its data and code looked at.
#include <algorithm>
#include <optional>
#include <stop_token>

#include <QCoroTask>
#include <QDir>
#include <QFileInfo>
#include <QRegularExpression>
#include <QString>
#include <QUuid>

#include "remote/host/places.h"
#include "remote/process/run_program.h"
#include "remote/service/calls/call_table.h"
#include "remote/service/calls/data_inspection.h"
#include "remote/service/requests/experiment_checks.h"
#include "remote/service/requests/request_values.h"
#include "remote/service/calls/training_plan.h"
#include "remote/service/registry/run_dependencies.h"
#include "remote/submit/prepare.h"
#include "engine/contract/result.h"
#include "remote/service/protocol/protocol.h"
#include "remote/target/target.h"
#include "remote/transfer/progress.h"
#include "engine/contract/messages.h"
#include "remote/transfer/code.h"
#include "remote/transfer/mirror.h"
#include "engine/contract/results/rehearsal.h"
#include "remote/rehearse/code_check.h"
#include "remote/rehearse/gpu_check.h"
#include "remote/service/calls/engine_question.h"
#include "remote/submit/path_fields.h"

namespace trainyard {
namespace {

// Whether a training takes steps, or is only planned and compared with the target's GPUs.
enum class RehearsalDepth { steps, plan };

// A rehearsal takes seconds; this ends one of a file system that hangs.
constexpr std::chrono::seconds rehearsalTime(120);

// The engine reads a copy of the document, whose places nobody knows.
void forgetPlaces(std::vector<Diagnostic>& findings) {
  for (Diagnostic& finding : findings) {
    finding.file.clear();
    finding.line = finding.column = 0;
  }
}

// Without steps, what the engine cannot plan it could not rehearse.
QCoro::Task<Rehearsal> planOnly(Target here, const PreparedExperiment& prepared,
                                std::stop_token stop) {
  Rehearsal rehearsal;
  auto plan = co_await planPrepared(here, prepared, stop);
  if (plan)
    rehearsal.plan = std::move(*plan);
  else
    rehearsal.diagnostics.push_back(findingOf(plan.error()));
  co_return rehearsal;
}

QCoro::Task<Result<Rehearsal>> rehearseTraining(Target here, const PreparedExperiment& prepared,
                                                RehearsalDepth depth, OnInspecting onProgress,
                                                std::stop_token stop) {
  Rehearsal rehearsal;
  for (const TargetNeed& need : prepared.needs)
    if (isReadByTrainer(need.field)) {
      rehearsal.diagnostics.push_back(make_diagnostic(Severity::info, "rehearsal.lies_there",
                                                      need.field, {{"field", need.field}}));
      co_return rehearsal;
    }
  if (depth == RehearsalDepth::plan) co_return co_await planOnly(here, prepared, stop);
  CO_TRY(auto question,
         questionHere(prepared, QStringLiteral("rehearse"), "rehearsal.failed", rehearsalTime));
  question.onLine = progressOf(std::move(onProgress));
  CO_TRY(const Value answer, co_await askEngine(here, std::move(question), stop));
  rehearsal = read_leniently<Rehearsal>(answer);
  forgetPlaces(rehearsal.diagnostics);
  co_return rehearsal;
}

// `here`: this computer; `target`: where it is going to run, with what is known of it: it is not
// asked. Findings that a check of the document has too come without what `check` finds on the
// target. Errors: "rehearsal.failed", those of the host.
QCoro::Task<Result<Rehearsal>> rehearse(Target here, Target target, ExperimentSource source,
                                        RehearsalDepth depth, OnInspecting onProgress,
                                        std::stop_token stop) {
  const RunsWhere where = target.isHere() ? RunsWhere::here : RunsWhere::elsewhere;
  CO_TRY(auto prepared, prepareExperiment(source, ownPrograms(), where, {}));
  Rehearsal rehearsal;
  if (!has_errors(prepared.diagnostics)) {
    const Experiment& experiment = prepared.experiment;
    if (experiment.workload == Workload::engine) {
      CO_TRY(rehearsal, co_await rehearseTraining(here, prepared, depth, onProgress, stop));
    } else {
      const QString gpu = gpuWithoutBf16(experiment, target.site, target.facts);
      rehearsal.diagnostics =
          co_await findingsInCode(prepared, where, gpu, source.environment, stop);
    }
    if (const auto bytes = gpuMemoryFor(experiment, target.site, target.facts))
      rehearsal.gpu_bytes = static_cast<std::int64_t>(*bytes);
    if (rehearsal.plan)
      for (Diagnostic& finding :
           findingsOnGpus(experiment, target.site, target.facts, *rehearsal.plan))
        rehearsal.diagnostics.push_back(std::move(finding));
    CO_TRY(addFindings(source, std::move(rehearsal.diagnostics), prepared));
  }
  rehearsal.diagnostics = std::move(prepared.diagnostics);
  co_return rehearsal;
}

constexpr qsizetype maxNames = 1000;

QCoro::Task<Result<MirrorRequest>> requestFor(Target target, ExperimentSource source,
                                              QString folder, std::stop_token stop) {
  const RunsWhere where = target.isHere() ? RunsWhere::here : RunsWhere::elsewhere;
  CO_TRY(auto prepared, prepareExperiment(source, ownPrograms(), where, target.programs));
  if (has_errors(prepared.diagnostics)) co_return diagnosticsError(prepared.diagnostics);
  const auto& code = prepared.experiment.code;
  if (!code.source) co_return make_error("mirror.no_code", {});
  QStringList exclude;
  for (const std::string& pattern : code.exclude) exclude << QString::fromStdString(pattern);
  const QString codeFolder = QString::fromStdString(*code.source);
  CO_TRY(auto state, co_await inspectCode(codeFolder, exclude, stop));
  co_return MirrorRequest{codeFolder, state.files, folder};
}

// The code is what a submission would transfer: the files that git lists below code.source, except
// code.exclude. Errors: "experiment.invalid", "mirror.no_code" (the experiment has no code), those
// of inspectCode and of previewMirror.
QCoro::Task<Result<MirrorAnswer>> previewCodeMirror(Target target, ExperimentSource source,
                                                    QString folder, std::stop_token stop) {
  CO_TRY(auto request, co_await requestFor(target, std::move(source), folder, stop));
  CO_TRY(auto preview, co_await previewMirror(*target.host, std::move(request), stop));
  MirrorAnswer answer;
  answer.folder = preview.folder;
  answer.files = preview.files;
  answer.bytes = preview.bytes;
  answer.surplusCount = preview.surplus.size();
  for (const QByteArray& name : preview.surplus.first(std::min(preview.surplus.size(), maxNames)))
    answer.surplus << QString::fromUtf8(name);
  co_return answer;
}

// `deletions` as for mirrorFolder. Returns the folder's real path. Errors: also those of
// mirrorFolder.
QCoro::Task<Result<QString>> mirrorCode(Target target, ExperimentSource source, QString folder,
                                        std::optional<qsizetype> deletions, OnProgress onProgress,
                                        std::stop_token stop) {
  CO_TRY(auto request, co_await requestFor(target, std::move(source), folder, stop));
  auto mirrored = co_await mirrorFolder(*target.host, std::move(request), deletions,
                                        std::move(onProgress), stop);
  co_return mirrored;
}

constexpr std::chrono::minutes sampleTime(5);

Result<StudyPart> studyOf(const SubmitRequest& request) {
  if (request.study.isEmpty()) return StudyPart();
  if (request.study != QUuid::fromString(request.study).toString(QUuid::WithoutBraces))
    return make_error("protocol.run", {});
  return StudyPart{request.study, request.studyValues, StudyPart::Of::severalValues,
                   request.parallel, request.failFast};
}

Answering<SubmittedRun> submit(CallContext& context, SubmitRequest request, std::stop_token stop) {
  CO_TRY(auto source, sourceOf(request));
  CO_TRY(auto study, studyOf(request));
  const QString run =
      request.run.isEmpty() ? QUuid::createUuid().toString(QUuid::WithoutBraces) : request.run;
  co_return co_await context.runs.submissions().submit(run, request.target, std::move(source), stop,
                                                       std::move(study));
}

Answering<RenderedScript> render(CallContext& context, SubmitRequest request, std::stop_token) {
  CO_TRY(auto source, sourceOf(request));
  CO_TRY(auto held, context.targets.hold(request.target));
  CO_TRY(auto rendered, co_await renderInThread(held.target, source));
  CO_TRY(auto before, runsBefore(context.runs.registry().store, rendered.after, held.target.name));
  CO_TRY(rendered.request.after, std::move(before.jobs));
  co_return RenderedScript{rendered.script,
                           held.target.scheduler->commandLine(rendered.request).toShell()};
}

Answering<CheckAnswer> check(CallContext& context, SubmitRequest request, std::stop_token stop) {
  CO_TRY(auto source, sourceOf(request));
  CO_TRY(auto held,
         co_await context.targets.ready(request.target, TargetRegistry::Login::onDemand, stop));
  co_return co_await checkOn(held.target, std::move(source), context.runs.registry().store, stop);
}

// Tells the progress of a look at data to whoever watches its target.
OnInspecting progressFor(CallContext& context, const QString& target) {
  return [&context, target](const QString& phase, qint64 done, qint64 total) {
    emit context.runs.registry().progressed({{}, target, phase, done, total, 0, 0});
  };
}

Answering<Inspection> inspect(CallContext& context, DataInspectionArguments arguments,
                              std::stop_token stop) {
  CO_TRY(auto source, sourceOf(arguments.experiment));
  const QString target = arguments.experiment.target;
  CO_TRY(auto held, co_await context.targets.ready(target, TargetRegistry::Login::onDemand, stop));
  co_return co_await inspectOn(held.target, std::move(source), arguments.what,
                               progressFor(context, target), stop);
}

Answering<TrainingPlan> plan(CallContext& context, SubmitRequest request, std::stop_token stop) {
  CO_TRY(auto source, sourceOf(request));
  CO_TRY(auto here, context.targets.hold(QStringLiteral("here")));
  const auto where =
      request.target == QLatin1String("here") ? RunsWhere::here : RunsWhere::elsewhere;
  co_return co_await planTraining(here.target, std::move(source), where, stop);
}

Answering<Rehearsal> rehearseSubmission(CallContext& context, RehearsalArguments arguments,
                                        std::stop_token stop) {
  const SubmitRequest& request = arguments.experiment;
  CO_TRY(auto source, sourceOf(request));
  CO_TRY(auto here, context.targets.hold(QStringLiteral("here")));
  CO_TRY(auto held, context.targets.hold(request.target));
  const auto depth = arguments.steps ? RehearsalDepth::steps : RehearsalDepth::plan;
  co_return co_await rehearse(here.target, held.target, std::move(source), depth,
                              progressFor(context, request.target), stop);
}

Error noSample(const std::string& preset, const QString& why, int exitCode) {
  return make_error("preset.no_sample", {{"name", preset}, {"why", why.toStdString()}},
                    exitCode == 2 ? ExitCode::invalid_input : ExitCode::environment);
}

Answering<SampleDocument> makeSample(CallContext&, SampleArguments arguments,
                                     std::stop_token stop) {
  static const QRegularExpression name(QStringLiteral("\\A[a-z0-9-]{1,64}\\z"));
  const std::string preset = arguments.preset.left(64).toStdString();
  if (!name.match(arguments.preset).hasMatch())
    co_return noSample(preset, "no preset has this name", 2);
  if (arguments.folder.isEmpty())
    arguments.folder = dataFolder() + QStringLiteral("/samples/") + arguments.preset;
  if (!arguments.folder.startsWith(QLatin1Char('/')))
    co_return make_error("protocol.path", {{"name", "folder"}});
  const QString document = arguments.folder + QStringLiteral("/sample.yaml");
  if (QFileInfo::exists(document)) co_return SampleDocument{document};
  const QString engine = ownPrograms() + QStringLiteral("/engine");
  if (!QFileInfo(engine).isExecutable())
    co_return make_error("program.not_installed", {{"program", engine.toStdString()}});
  if (!hasEngine(ownPrograms())) co_return make_error("engine.no_torch", {});
  QDir().mkpath(QFileInfo(arguments.folder).path());
  CommandLine command{
      engine,
      {QStringLiteral("sample"), arguments.preset, QStringLiteral("--output"), arguments.folder}};
  CO_TRY(auto output,
         co_await runProgram(std::move(command), {}, stop, QDeadlineTimer(sampleTime)));
  if (output.exitCode == 0) co_return SampleDocument{document};
  const QString words = QString::fromUtf8(output.err.right(2000)).trimmed();
  co_return noSample(preset, words.section(QStringLiteral("error: "), -1), output.exitCode);
}

Answering<SyncPreviewAnswer> previewSync(CallContext& context, SubmitRequest request,
                                         std::stop_token stop) {
  CO_TRY(auto source, sourceOf(request));
  CO_TRY(auto held,
         co_await context.targets.ready(request.target, TargetRegistry::Login::onDemand, stop));
  co_return co_await previewOn(held.target, std::move(source), stop);
}

Answering<MirrorAnswer> previewMirror(CallContext& context, MirrorArguments arguments,
                                      std::stop_token stop) {
  CO_TRY(auto source, sourceOf(arguments.experiment));
  CO_TRY(auto held, co_await context.targets.ready(arguments.experiment.target,
                                                   TargetRegistry::Login::onDemand, stop));
  co_return co_await previewCodeMirror(held.target, std::move(source), arguments.folder, stop);
}

Answering<MirroredFolder> mirror(CallContext& context, MirrorArguments arguments,
                                 std::stop_token stop) {
  CO_TRY(auto source, sourceOf(arguments.experiment));
  const QString target = arguments.experiment.target;
  CO_TRY(auto held, co_await context.targets.ready(target, TargetRegistry::Login::onDemand, stop));
  OnProgress onProgress = [&context, target](const TransferProgress& p) {
    emit context.runs.registry().progressed(
        {{}, target, p.what, p.bytesDone, p.bytesTotal, p.bytesPerSecond, p.secondsLeft});
  };
  CO_TRY(auto folder, co_await mirrorCode(held.target, std::move(source), arguments.folder,
                                          arguments.deletions, onProgress, stop));
  co_return MirroredFolder{folder};
}

}  // namespace

void addExperimentCalls(CallTable& table) {
  table.add(methods::submit, submit);
  table.add(methods::render, render);
  table.add(methods::check, check);
  table.add(methods::inspect, inspect);
  table.add(methods::plan, plan);
  table.add(methods::rehearse, rehearseSubmission);
  table.add(methods::makeSample, makeSample);
  table.add(methods::syncPreview, previewSync);
  table.add(methods::mirrorPreview, previewMirror);
  table.add(methods::mirror, mirror);
}

}  // namespace trainyard
