// SPDX-License-Identifier: GPL-3.0-or-later
// What becomes of a document: submitted, rendered, checked, its data and code looked at.
#include <QDir>
#include <QFileInfo>
#include <QRegularExpression>
#include <QUuid>

#include "remote/host/places.h"
#include "remote/process/run_program.h"
#include "remote/service/calls/call_table.h"
#include "remote/service/calls/code_mirror.h"
#include "remote/service/calls/data_inspection.h"
#include "remote/service/requests/experiment_checks.h"
#include "remote/service/calls/rehearsal.h"
#include "remote/service/requests/request_values.h"
#include "remote/service/calls/training_plan.h"
#include "remote/service/registry/run_dependencies.h"
#include "remote/submit/prepare.h"

namespace trainyard {
namespace {

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
