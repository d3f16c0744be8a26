// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/service/calls/service_calls.h"

#include <QProcessEnvironment>
#include <QUuid>

#include "engine/contract/messages.h"
#include "remote/service/calls/code_mirror.h"
#include "remote/service/calls/data_inspection.h"
#include "remote/service/calls/experiment_checks.h"
#include "remote/service/calls/run_fetch.h"
#include "remote/service/calls/run_logs.h"
#include "remote/service/calls/run_results.h"
#include "remote/service/protocol/rpc.h"

namespace trainyard {
namespace {

// None given: the service's own.
QProcessEnvironment environmentOf(const TextsByName& variables) {
  if (variables.isEmpty()) return QProcessEnvironment::systemEnvironment();
  QProcessEnvironment environment;
  for (auto variable = variables.begin(); variable != variables.end(); ++variable)
    environment.insert(variable.key(), variable.value());
  return environment;
}

Result<ExperimentSource> sourceOf(const SubmitRequest& request) {
  if (!request.path.startsWith(QLatin1Char('/')))
    return make_error("protocol.path", {{"name", "path"}});
  return ExperimentSource{request.path, request.text, request.overrides,
                          environmentOf(request.environment)};
}

Result<StudyPart> studyOf(const SubmitRequest& request) {
  if (request.study.isEmpty()) return StudyPart();
  if (request.study != QUuid::fromString(request.study).toString(QUuid::WithoutBraces))
    return make_error("protocol.run", {});
  return StudyPart{request.study, request.studyValues};
}

QJsonObject answerOf(QJsonObject answer) { return answer; }

template <Described Answer>
QJsonObject answerOf(const Answer& answer) {
  return toJson(answer);
}

Result<Nothing> done(Result<void> result) {
  if (!result) return std::move(result).error();
  return Nothing();
}

}  // namespace

template <class Arguments, class Answer>
QCoro::Task<Result<QJsonObject>> ServiceCalls::answer(
    Answering<Answer> (ServiceCalls::*handler)(Arguments, std::stop_token), QJsonObject parameters,
    std::stop_token stop) {
  CO_TRY(auto arguments, rpc::argumentsFrom<Arguments>(parameters));
  CO_TRY(auto answer, co_await (this->*handler)(std::move(arguments), std::move(stop)));
  co_return answerOf(std::move(answer));
}

template <class Arguments, class Answer>
void ServiceCalls::add(Entries& entries, const Method<Arguments, Answer>& method,
                       Answering<Answer> (ServiceCalls::*handler)(Arguments, std::stop_token)) {
  entries[QLatin1String(method.name)] = {
      method.onLeave, method.reaches,
      [handler](ServiceCalls& calls, QJsonObject parameters, std::stop_token stop) {
        return calls.answer<Arguments, Answer>(handler, std::move(parameters), std::move(stop));
      }};
}

const ServiceCalls::Entries& ServiceCalls::entries() {
  static const Entries known = [] {
    Entries all;
    add(all, methods::submit, &ServiceCalls::submit);
    add(all, methods::render, &ServiceCalls::render);
    add(all, methods::check, &ServiceCalls::check);
    add(all, methods::inspect, &ServiceCalls::inspect);
    add(all, methods::pathsList, &ServiceCalls::listPaths);
    add(all, methods::pathsCount, &ServiceCalls::countPathsOf);
    add(all, methods::syncPreview, &ServiceCalls::previewSync);
    add(all, methods::mirrorPreview, &ServiceCalls::previewMirror);
    add(all, methods::mirror, &ServiceCalls::mirror);
    add(all, methods::fetch, &ServiceCalls::fetch);
    add(all, methods::resume, &ServiceCalls::resume);
    add(all, methods::cancel, &ServiceCalls::cancel);
    add(all, methods::remove, &ServiceCalls::remove);
    add(all, methods::scan, &ServiceCalls::scan);
    add(all, methods::logsList, &ServiceCalls::listLogFiles);
    add(all, methods::logsRead, &ServiceCalls::readLogFile);
    add(all, methods::resultsList, &ServiceCalls::listResultFiles);
    add(all, methods::resultsRead, &ServiceCalls::readResultFile);
    add(all, methods::targetsList, &ServiceCalls::listTargets);
    add(all, methods::targetsAdd, &ServiceCalls::addTarget);
    add(all, methods::targetsEdit, &ServiceCalls::editTarget);
    add(all, methods::targetsRemove, &ServiceCalls::removeTarget);
    add(all, methods::targetsConnect, &ServiceCalls::connectTarget);
    add(all, methods::targetsDisconnect, &ServiceCalls::disconnectTarget);
    add(all, methods::targetsBases, &ServiceCalls::targetBases);
    add(all, methods::targetsCheck, &ServiceCalls::checkTarget);
    add(all, methods::targetsForgetKeys, &ServiceCalls::forgetKeys);
    add(all, methods::sitesList, &ServiceCalls::listSites);
    add(all, methods::tunnelsOpen, &ServiceCalls::openTunnel);
    add(all, methods::tunnelsList, &ServiceCalls::listTunnels);
    add(all, methods::tunnelsClose, &ServiceCalls::closeTunnel);
    add(all, methods::clusterState, &ServiceCalls::clusterState);
    add(all, methods::queueList, &ServiceCalls::listQueue);
    add(all, methods::queueCancel, &ServiceCalls::cancelQueued);
    return all;
  }();
  return known;
}

bool ServiceCalls::knows(const QString& method) { return entries().contains(method); }

bool ServiceCalls::endsWithItsCaller(const QString& method) {
  return entries().at(method).onLeave == OnLeave::end;
}

QCoro::Task<Result<QJsonObject>> ServiceCalls::call(QString method, QJsonObject parameters,
                                                    std::stop_token stop) {
  return entries().at(method).answer(*this, std::move(parameters), std::move(stop));
}

QCoro::Task<void> ServiceCalls::logInAgain(QString method, QJsonObject parameters,
                                           std::stop_token stop) {
  if (entries().at(method).reaches != Reaches::target) co_return;
  QString target = parameters["target"].toString();
  const QString run = parameters["run"].toString();
  if (!run.isEmpty())
    if (const auto found = m_runs.find(run)) target = found->run.target;
  const auto held = m_targets.hold(target);
  if (held && held->site->link().link == TargetLink::refused)
    (void)co_await held->site->logIn(stop);
}

QCoro::Task<Result<SubmittedRun>> ServiceCalls::submit(SubmitRequest request,
                                                       std::stop_token stop) {
  CO_TRY(auto source, sourceOf(request));
  CO_TRY(auto study, studyOf(request));
  const QString run =
      request.run.isEmpty() ? QUuid::createUuid().toString(QUuid::WithoutBraces) : request.run;
  co_return co_await m_runs.submissions().submit(run, request.target, std::move(source), stop,
                                                 std::move(study));
}

QCoro::Task<Result<RenderedScript>> ServiceCalls::render(SubmitRequest request, std::stop_token) {
  CO_TRY(auto source, sourceOf(request));
  CO_TRY(auto held, m_targets.hold(request.target));
  CO_TRY(auto rendered, co_await renderInThread(held.target, source));
  co_return RenderedScript{rendered.script, rendered.commandLine};
}

QCoro::Task<Result<CheckAnswer>> ServiceCalls::check(SubmitRequest request, std::stop_token stop) {
  CO_TRY(auto source, sourceOf(request));
  CO_TRY(auto held,
         co_await m_targets.ready(request.target, TargetRegistry::Login::onDemand, stop));
  co_return co_await checkOn(held.target, std::move(source), stop);
}

QCoro::Task<Result<QJsonObject>> ServiceCalls::inspect(DataInspectionArguments arguments,
                                                       std::stop_token stop) {
  CO_TRY(auto source, sourceOf(arguments.experiment));
  const QString target = arguments.experiment.target;
  CO_TRY(auto held, co_await m_targets.ready(target, TargetRegistry::Login::onDemand, stop));
  OnInspecting onProgress = [this, target](const QString& phase, qint64 done, qint64 total) {
    emit m_runs.registry().progressed({{}, target, phase, done, total, 0, 0});
  };
  co_return co_await inspectOn(held.target, std::move(source), arguments.what, onProgress, stop);
}

Result<HeldTarget> ServiceCalls::connected(const QString& target) {
  TRY(auto held, m_targets.hold(target));
  if (held.site->link().link == TargetLink::connected) return held;
  return make_error("paths.not_connected", {{"target", target.toStdString()}});
}

QCoro::Task<Result<PathNames>> ServiceCalls::listPaths(PathsArguments arguments,
                                                       std::stop_token stop) {
  CO_TRY(auto held, connected(arguments.target));
  co_return co_await m_paths.names(held.target, arguments.folder, arguments.prefix, stop);
}

QCoro::Task<Result<PathCounts>> ServiceCalls::countPathsOf(CountArguments arguments,
                                                           std::stop_token stop) {
  CO_TRY(auto held, connected(arguments.target));
  CO_TRY(auto counts, co_await m_paths.count(held.target, arguments.paths, stop));
  co_return PathCounts{std::move(counts)};
}

QCoro::Task<Result<SyncPreviewAnswer>> ServiceCalls::previewSync(SubmitRequest request,
                                                                 std::stop_token stop) {
  CO_TRY(auto source, sourceOf(request));
  CO_TRY(auto held,
         co_await m_targets.ready(request.target, TargetRegistry::Login::onDemand, stop));
  co_return co_await previewOn(held.target, std::move(source), stop);
}

QCoro::Task<Result<MirrorAnswer>> ServiceCalls::previewMirror(MirrorArguments arguments,
                                                              std::stop_token stop) {
  CO_TRY(auto source, sourceOf(arguments.experiment));
  CO_TRY(auto held, co_await m_targets.ready(arguments.experiment.target,
                                             TargetRegistry::Login::onDemand, stop));
  co_return co_await previewCodeMirror(held.target, std::move(source), arguments.folder, stop);
}

QCoro::Task<Result<MirroredFolder>> ServiceCalls::mirror(MirrorArguments arguments,
                                                         std::stop_token stop) {
  CO_TRY(auto source, sourceOf(arguments.experiment));
  const QString target = arguments.experiment.target;
  CO_TRY(auto held, co_await m_targets.ready(target, TargetRegistry::Login::onDemand, stop));
  OnProgress onProgress = [this, target](const TransferProgress& p) {
    emit m_runs.registry().progressed(
        {{}, target, p.what, p.bytesDone, p.bytesTotal, p.bytesPerSecond, p.secondsLeft});
  };
  CO_TRY(auto folder, co_await mirrorCode(held.target, std::move(source), arguments.folder,
                                          arguments.deletions, onProgress, stop));
  co_return MirroredFolder{folder};
}

QCoro::Task<Result<FetchedRun>> ServiceCalls::fetch(FetchArguments arguments,
                                                    std::stop_token stop) {
  CO_TRY(auto found, m_runs.find(arguments.run));
  const QString run = found.run.run;
  OnProgress onProgress = [this, run](const TransferProgress& p) {
    emit m_runs.registry().progressed(
        {run, {}, p.what, p.bytesDone, p.bytesTotal, p.bytesPerSecond, p.secondsLeft});
  };
  co_return co_await fetchRun(found.held.target, found.run, arguments.what, arguments.destination,
                              onProgress, stop);
}

QCoro::Task<Result<Nothing>> ServiceCalls::resume(ResumeArguments arguments, std::stop_token stop) {
  co_return done(co_await m_runs.resume(arguments.run, environmentOf(arguments.environment), stop));
}

QCoro::Task<Result<CancelAnswer>> ServiceCalls::cancel(RunArguments arguments, std::stop_token) {
  CO_TRY(auto waits, co_await m_runs.cancel(arguments.run));
  co_return CancelAnswer{waits};
}

QCoro::Task<Result<Nothing>> ServiceCalls::remove(RemoveArguments arguments, std::stop_token) {
  co_return done(co_await m_runs.remove(arguments.run, arguments.what));
}

QCoro::Task<Result<ScanAnswer>> ServiceCalls::scan(TargetArguments arguments,
                                                   std::stop_token stop) {
  CO_TRY(auto added, co_await m_runs.scan(arguments.target, stop));
  co_return ScanAnswer{added};
}

QCoro::Task<Result<LogFiles>> ServiceCalls::listLogFiles(LogFilesArguments arguments,
                                                         std::stop_token stop) {
  CO_TRY(auto found, m_runs.find(arguments.run));
  Host& host = *found.held.target.host;
  CO_TRY(auto tasks, m_runs.registry().store.tasksOf(found.run.run));
  Result<QList<LogFile>> listed = QList<LogFile>();
  if (tasks.isEmpty())
    listed = co_await m_logs.list(host, found.run, arguments.attempt, stop);
  else
    listed = co_await listTaskLogs(m_logs, host, tasks, stop);
  if (!listed) co_return listed.error();
  co_return LogFiles{*std::move(listed)};
}

QCoro::Task<Result<LogChunk>> ServiceCalls::readLogFile(ReadLogArguments arguments,
                                                        std::stop_token stop) {
  CO_TRY(auto found, m_runs.find(arguments.run));
  CO_TRY(auto tasks, m_runs.registry().store.tasksOf(found.run.run));
  const auto taskFile = taskFileOf(tasks, arguments.file);
  const RunRecord run = taskFile ? taskFile->task : found.run;
  const QString file = taskFile ? taskFile->file : arguments.file;
  const int attempt = taskFile ? 0 : arguments.attempt;
  co_return co_await readLog(*found.held.target.host, run, attempt, file, arguments.offset, stop);
}

QCoro::Task<Result<ResultSplits>> ServiceCalls::listResultFiles(RunArguments arguments,
                                                                std::stop_token stop) {
  CO_TRY(auto found, m_runs.find(arguments.run));
  CO_TRY(auto splits, co_await listResults(*found.held.target.host, found.run, stop));
  co_return ResultSplits{std::move(splits)};
}

QCoro::Task<Result<LogChunk>> ServiceCalls::readResultFile(ReadResultArguments arguments,
                                                           std::stop_token stop) {
  CO_TRY(auto found, m_runs.find(arguments.run));
  co_return co_await readResult(*found.held.target.host, found.run, arguments.split,
                                arguments.offset, stop);
}

QCoro::Task<Result<TargetRecords>> ServiceCalls::listTargets(Nothing, std::stop_token) {
  CO_TRY(auto targets, m_targets.list());
  co_return TargetRecords{std::move(targets)};
}

QCoro::Task<Result<Nothing>> ServiceCalls::addTarget(TargetSettings settings, std::stop_token) {
  co_return done(m_targets.add(settings));
}

QCoro::Task<Result<Nothing>> ServiceCalls::editTarget(TargetSettings settings, std::stop_token) {
  co_return done(co_await m_targets.edit(settings));
}

QCoro::Task<Result<Nothing>> ServiceCalls::removeTarget(NameArguments target, std::stop_token) {
  co_return done(co_await m_targets.remove(target.name));
}

QCoro::Task<Result<Nothing>> ServiceCalls::connectTarget(NameArguments target,
                                                         std::stop_token stop) {
  co_return done(co_await m_targets.logIn(target.name, stop));
}

QCoro::Task<Result<Nothing>> ServiceCalls::disconnectTarget(NameArguments target, std::stop_token) {
  co_return done(m_targets.logOut(target.name));
}

QCoro::Task<Result<BaseFolders>> ServiceCalls::targetBases(BasesArguments arguments,
                                                           std::stop_token stop) {
  CO_TRY(auto bases, co_await m_targets.bases(arguments.host, arguments.sshConfig, stop));
  co_return BaseFolders{std::move(bases)};
}

QCoro::Task<Result<TargetCheckAnswer>> ServiceCalls::checkTarget(CheckTargetArguments arguments,
                                                                 std::stop_token stop) {
  const auto by = arguments.job ? TargetSite::CheckBy::job : TargetSite::CheckBy::login;
  co_return co_await m_targets.check(arguments.name, by, stop);
}

QCoro::Task<Result<Nothing>> ServiceCalls::forgetKeys(Nothing, std::stop_token) {
  m_targets.forgetKeys();
  co_return Nothing();
}

QCoro::Task<Result<KnownSites>> ServiceCalls::listSites(Nothing, std::stop_token) {
  KnownSites known;
  for (const QString& name : knownSites()) {
    CO_TRY(auto profile, readSite(name));
    known.sites.append({name, std::move(profile)});
  }
  co_return known;
}

QCoro::Task<Result<TunnelRecord>> ServiceCalls::openTunnel(TunnelRequest request,
                                                           std::stop_token stop) {
  co_return co_await m_tunnels.open(request, stop);
}

QCoro::Task<Result<TunnelRecords>> ServiceCalls::listTunnels(Nothing, std::stop_token) {
  co_return TunnelRecords{m_tunnels.list()};
}

QCoro::Task<Result<Nothing>> ServiceCalls::closeTunnel(CloseTunnelArguments arguments,
                                                       std::stop_token) {
  co_return done(m_tunnels.close(arguments.tunnel));
}

}  // namespace trainyard
