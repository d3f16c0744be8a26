// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/service/calls/service_calls.h"

#include <QJsonArray>
#include <QProcessEnvironment>
#include <QUuid>

#include "engine/contract/messages.h"
#include "remote/service/calls/code_mirror.h"
#include "remote/service/calls/data_inspection.h"
#include "remote/service/calls/experiment_checks.h"
#include "remote/service/calls/run_fetch.h"
#include "remote/service/calls/run_logs.h"
#include "remote/service/calls/run_results.h"
#include "remote/service/protocol/path_values.h"

namespace trainyard {
namespace {

QString textAt(const QJsonObject& parameters, const char* key) {
  return parameters[QLatin1String(key)].toString();
}

QProcessEnvironment environmentFrom(const QJsonObject& parameters) {
  QProcessEnvironment environment;
  const QJsonObject given = parameters["environment"].toObject();
  for (auto variable = given.begin(); variable != given.end(); ++variable)
    environment.insert(variable.key(), variable.value().toString());
  return given.isEmpty() ? QProcessEnvironment::systemEnvironment() : environment;
}

Result<ExperimentSource> sourceFrom(const QJsonObject& parameters) {
  ExperimentSource source{
      textAt(parameters, "path"), std::nullopt, {}, environmentFrom(parameters)};
  if (!source.path.startsWith(QLatin1Char('/')))
    return make_error("protocol.path", {{"name", "path"}});
  if (parameters.contains("text")) source.text = textAt(parameters, "text").toUtf8();
  for (const QJsonValue& override : parameters["overrides"].toArray())
    source.overrides << override.toString();
  return source;
}

Result<StudyPart> studyFrom(const QJsonObject& parameters) {
  StudyPart part{textAt(parameters, "study"), {}};
  if (part.study.isEmpty()) return part;
  if (part.study != QUuid::fromString(part.study).toString(QUuid::WithoutBraces))
    return make_error("protocol.run", {});
  for (const QJsonValue& value : parameters["study_values"].toArray())
    part.values << value.toString();
  return part;
}

Error wrongWhat(const char* known) {
  return make_error(
      "protocol.parameters",
      {{"name", "what"}, {"kind", asArgument(sentence("kind.one_of", {{"known", known}}))}});
}

QString targetFrom(const QJsonObject& parameters) {
  return parameters["target"].toString(QStringLiteral("here"));
}

Result<QJsonObject> done(const Result<void>& result, const QString& key, const QString& value) {
  if (!result) return result.error();
  return QJsonObject{{key, value}};
}

}  // namespace

const std::map<QString, ServiceCalls::Method>& ServiceCalls::methods() {
  static const std::map<QString, Method> methods{
      {QStringLiteral("submit"), {&ServiceCalls::submit, OnLeave::end}},
      {QStringLiteral("render"), {&ServiceCalls::render, OnLeave::end}},
      {QStringLiteral("check"), {&ServiceCalls::check, OnLeave::end}},
      {QStringLiteral("inspect"), {&ServiceCalls::inspect, OnLeave::end}},
      {QStringLiteral("paths.list"), {&ServiceCalls::listPaths, OnLeave::end}},
      {QStringLiteral("paths.count"), {&ServiceCalls::countPathsOf, OnLeave::end}},
      {QStringLiteral("sync.preview"), {&ServiceCalls::previewSync, OnLeave::end}},
      {QStringLiteral("mirror.preview"), {&ServiceCalls::previewMirror, OnLeave::end}},
      {QStringLiteral("mirror"), {&ServiceCalls::mirror, OnLeave::end}},
      {QStringLiteral("fetch"), {&ServiceCalls::fetch, OnLeave::end}},
      {QStringLiteral("resume"), {&ServiceCalls::resume, OnLeave::end}},
      {QStringLiteral("cancel"), {&ServiceCalls::cancel, OnLeave::goOn}},
      {QStringLiteral("remove"), {&ServiceCalls::remove, OnLeave::goOn}},
      {QStringLiteral("scan"), {&ServiceCalls::scan, OnLeave::end}},
      {QStringLiteral("logs.list"), {&ServiceCalls::listLogFiles, OnLeave::end}},
      {QStringLiteral("logs.read"), {&ServiceCalls::readLogFile, OnLeave::end}},
      {QStringLiteral("results.list"), {&ServiceCalls::listResultFiles, OnLeave::end}},
      {QStringLiteral("results.read"), {&ServiceCalls::readResultFile, OnLeave::end}},
      {QStringLiteral("targets.list"), {&ServiceCalls::listTargets, OnLeave::end}},
      {QStringLiteral("targets.add"), {&ServiceCalls::addTarget, OnLeave::goOn}},
      {QStringLiteral("targets.edit"), {&ServiceCalls::editTarget, OnLeave::goOn}},
      {QStringLiteral("targets.remove"), {&ServiceCalls::removeTarget, OnLeave::goOn}},
      {QStringLiteral("targets.connect"), {&ServiceCalls::connectTarget, OnLeave::end}},
      {QStringLiteral("targets.bases"), {&ServiceCalls::targetBases, OnLeave::end}},
      {QStringLiteral("targets.check"), {&ServiceCalls::checkTarget, OnLeave::end}},
      {QStringLiteral("targets.disconnect"), {&ServiceCalls::disconnectTarget, OnLeave::goOn}},
      {QStringLiteral("tunnels.open"), {&ServiceCalls::openTunnel, OnLeave::end}},
      {QStringLiteral("tunnels.list"), {&ServiceCalls::listTunnels, OnLeave::end}},
      {QStringLiteral("tunnels.close"), {&ServiceCalls::closeTunnel, OnLeave::goOn}},
      {QStringLiteral("cluster.state"), {&ServiceCalls::clusterState, OnLeave::end}},
      {QStringLiteral("queue.list"), {&ServiceCalls::listQueue, OnLeave::end}},
      {QStringLiteral("queue.cancel"), {&ServiceCalls::cancelQueued, OnLeave::goOn}},
      {QStringLiteral("sites.list"), {&ServiceCalls::listSites, OnLeave::end}},
      {QStringLiteral("targets.forget_keys"), {&ServiceCalls::forgetKeys, OnLeave::goOn}},
  };
  return methods;
}

bool ServiceCalls::knows(const QString& method) { return methods().contains(method); }

bool ServiceCalls::endsWithItsCaller(const QString& method) {
  return methods().at(method).onLeave == OnLeave::end;
}

QCoro::Task<Result<QJsonObject>> ServiceCalls::call(QString method, QJsonObject parameters,
                                                    std::stop_token stop) {
  return (this->*methods().at(method).handler)(std::move(parameters), std::move(stop));
}

QCoro::Task<Result<QJsonObject>> ServiceCalls::submit(QJsonObject parameters,
                                                      std::stop_token stop) {
  CO_TRY(auto source, sourceFrom(parameters));
  const QString run =
      parameters["run"].toString(QUuid::createUuid().toString(QUuid::WithoutBraces));
  CO_TRY(auto study, studyFrom(parameters));
  CO_TRY(auto submitted,
         co_await m_runs.submissions().submit(run, targetFrom(parameters), std::move(source), stop,
                                              std::move(study)));
  co_return QJsonObject{{"run", submitted.run},
                        {"folder", submitted.folder},
                        {"diagnostics", toJson(submitted.diagnostics)}};
}

QCoro::Task<Result<QJsonObject>> ServiceCalls::render(QJsonObject parameters, std::stop_token) {
  CO_TRY(auto source, sourceFrom(parameters));
  CO_TRY(auto held, m_targets.hold(targetFrom(parameters)));
  CO_TRY(auto rendered, co_await renderInThread(held.target, source));
  co_return QJsonObject{{"script", QString::fromUtf8(rendered.script)},
                        {"command_line", rendered.commandLine}};
}

QCoro::Task<Result<QJsonObject>> ServiceCalls::check(QJsonObject parameters, std::stop_token stop) {
  CO_TRY(auto source, sourceFrom(parameters));
  CO_TRY(auto held,
         co_await m_targets.ready(targetFrom(parameters), TargetKeeper::Login::onDemand, stop));
  CO_TRY(auto answer, co_await checkOn(held.target, std::move(source), stop));
  co_return toJson(answer);
}

QCoro::Task<Result<QJsonObject>> ServiceCalls::inspect(QJsonObject parameters,
                                                       std::stop_token stop) {
  CO_TRY(auto source, sourceFrom(parameters));
  const QString target = targetFrom(parameters);
  CO_TRY(auto held, co_await m_targets.ready(target, TargetKeeper::Login::onDemand, stop));
  OnInspecting onProgress = [this, target](const QString& phase, qint64 done, qint64 total) {
    emit m_runs.book().progressed({{}, target, phase, done, total, 0, 0});
  };
  co_return co_await inspectOn(held.target, std::move(source), inspectionRequestFrom(parameters),
                               onProgress, stop);
}

Result<HeldTarget> ServiceCalls::connected(const QString& target) {
  TRY(auto held, m_targets.hold(target));
  if (held.site->link().link == TargetLink::connected) return held;
  return make_error("paths.not_connected", {{"target", target.toStdString()}});
}

QCoro::Task<Result<QJsonObject>> ServiceCalls::listPaths(QJsonObject parameters,
                                                         std::stop_token stop) {
  CO_TRY(auto held, connected(targetFrom(parameters)));
  CO_TRY(auto names, co_await m_paths.names(held.target, textAt(parameters, "folder"),
                                            textAt(parameters, "prefix"), stop));
  co_return toJson(names);
}

QCoro::Task<Result<QJsonObject>> ServiceCalls::countPathsOf(QJsonObject parameters,
                                                            std::stop_token stop) {
  CO_TRY(auto held, connected(targetFrom(parameters)));
  QStringList paths;
  for (const QJsonValue& path : parameters["paths"].toArray()) paths << path.toString();
  CO_TRY(auto counts, co_await m_paths.count(held.target, paths, stop));
  co_return toJson(counts);
}

QCoro::Task<Result<QJsonObject>> ServiceCalls::previewSync(QJsonObject parameters,
                                                           std::stop_token stop) {
  CO_TRY(auto source, sourceFrom(parameters));
  CO_TRY(auto held,
         co_await m_targets.ready(targetFrom(parameters), TargetKeeper::Login::onDemand, stop));
  CO_TRY(auto answer, co_await previewOn(held.target, std::move(source), stop));
  co_return toJson(answer);
}

QCoro::Task<Result<QJsonObject>> ServiceCalls::previewMirror(QJsonObject parameters,
                                                             std::stop_token stop) {
  CO_TRY(auto source, sourceFrom(parameters));
  CO_TRY(auto held,
         co_await m_targets.ready(targetFrom(parameters), TargetKeeper::Login::onDemand, stop));
  CO_TRY(auto answer, co_await previewCodeMirror(held.target, std::move(source),
                                                 textAt(parameters, "folder"), stop));
  co_return toJson(answer);
}

QCoro::Task<Result<QJsonObject>> ServiceCalls::mirror(QJsonObject parameters,
                                                      std::stop_token stop) {
  CO_TRY(auto source, sourceFrom(parameters));
  const QString target = targetFrom(parameters);
  CO_TRY(auto held, co_await m_targets.ready(target, TargetKeeper::Login::onDemand, stop));
  std::optional<qsizetype> deletions;
  if (parameters.contains("deletions")) deletions = parameters["deletions"].toInteger();
  OnProgress onProgress = [this, target](const TransferProgress& p) {
    emit m_runs.book().progressed(
        {{}, target, p.what, p.bytesDone, p.bytesTotal, p.bytesPerSecond, p.secondsLeft});
  };
  CO_TRY(auto folder,
         co_await mirrorCode(held.target, std::move(source), textAt(parameters, "folder"),
                             deletions, onProgress, stop));
  co_return QJsonObject{{"folder", folder}};
}

QCoro::Task<Result<QJsonObject>> ServiceCalls::fetch(QJsonObject parameters, std::stop_token stop) {
  const auto what = fetchWhatFrom(textAt(parameters, "what"));
  if (!what) co_return wrongWhat("checkpoints, results, all");
  CO_TRY(auto found, m_runs.find(textAt(parameters, "run")));
  const QString run = found.run.run;
  OnProgress onProgress = [this, run](const TransferProgress& p) {
    emit m_runs.book().progressed(
        {run, {}, p.what, p.bytesDone, p.bytesTotal, p.bytesPerSecond, p.secondsLeft});
  };
  CO_TRY(auto fetched, co_await fetchRun(found.held.target, found.run, *what,
                                         textAt(parameters, "destination"), onProgress, stop));
  co_return QJsonObject{{"path", fetched.folder},
                        {"left_out", QJsonArray::fromStringList(fetched.leftOut)}};
}

QCoro::Task<Result<QJsonObject>> ServiceCalls::resume(QJsonObject parameters,
                                                      std::stop_token stop) {
  const QString run = textAt(parameters, "run");
  const auto result = co_await m_runs.resume(run, environmentFrom(parameters), stop);
  co_return done(result, QStringLiteral("run"), run);
}

QCoro::Task<Result<QJsonObject>> ServiceCalls::cancel(QJsonObject parameters, std::stop_token) {
  const QString run = textAt(parameters, "run");
  CO_TRY(auto waits, co_await m_runs.cancel(run));
  co_return QJsonObject{{"run", run}, {"waits", waits}};
}

QCoro::Task<Result<QJsonObject>> ServiceCalls::remove(QJsonObject parameters, std::stop_token) {
  const QString run = textAt(parameters, "run");
  const auto what = removeWhatFrom(textAt(parameters, "what"));
  if (!what) co_return wrongWhat("checkpoints, all, entry");
  const auto result = co_await m_runs.remove(run, *what);
  co_return done(result, QStringLiteral("run"), run);
}

QCoro::Task<Result<QJsonObject>> ServiceCalls::scan(QJsonObject parameters, std::stop_token stop) {
  CO_TRY(auto added, co_await m_runs.scan(targetFrom(parameters), stop));
  co_return QJsonObject{{"added", added}};
}

QCoro::Task<Result<QJsonObject>> ServiceCalls::listLogFiles(QJsonObject parameters,
                                                            std::stop_token stop) {
  CO_TRY(auto found, m_runs.find(textAt(parameters, "run")));
  Host& host = *found.held.target.host;
  CO_TRY(auto tasks, m_runs.book().store.tasksOf(found.run.run));
  Result<QList<LogFile>> listed = QList<LogFile>();
  if (tasks.isEmpty())
    listed = co_await m_logs.list(host, found.run, parameters["attempt"].toInt(), stop);
  else
    listed = co_await listTaskLogs(m_logs, host, tasks, stop);
  if (!listed) co_return listed.error();
  QJsonArray files;
  for (const LogFile& file : *listed)
    files.append(QJsonObject{{"name", file.name}, {"bytes", file.bytes}});
  co_return QJsonObject{{"files", files}};
}

QCoro::Task<Result<QJsonObject>> ServiceCalls::readLogFile(QJsonObject parameters,
                                                           std::stop_token stop) {
  CO_TRY(auto found, m_runs.find(textAt(parameters, "run")));
  CO_TRY(auto tasks, m_runs.book().store.tasksOf(found.run.run));
  const auto taskFile = taskFileOf(tasks, textAt(parameters, "file"));
  const RunRecord run = taskFile ? taskFile->task : found.run;
  const QString file = taskFile ? taskFile->file : textAt(parameters, "file");
  const int attempt = taskFile ? 0 : parameters["attempt"].toInt();
  CO_TRY(auto chunk, co_await readLog(*found.held.target.host, run, attempt, file,
                                      parameters["offset"].toInteger(), stop));
  co_return QJsonObject{{"data", QString::fromLatin1(chunk.data.toBase64())},
                        {"next_offset", chunk.nextOffset}};
}

QCoro::Task<Result<QJsonObject>> ServiceCalls::listResultFiles(QJsonObject parameters,
                                                               std::stop_token stop) {
  CO_TRY(auto found, m_runs.find(textAt(parameters, "run")));
  CO_TRY(auto listed, co_await listResults(*found.held.target.host, found.run, stop));
  QJsonArray splits;
  for (const LogFile& file : listed)
    splits.append(QJsonObject{{"split", file.name}, {"bytes", file.bytes}});
  co_return QJsonObject{{"splits", splits}};
}

QCoro::Task<Result<QJsonObject>> ServiceCalls::readResultFile(QJsonObject parameters,
                                                              std::stop_token stop) {
  CO_TRY(auto found, m_runs.find(textAt(parameters, "run")));
  CO_TRY(auto chunk,
         co_await readResult(*found.held.target.host, found.run, textAt(parameters, "split"),
                             parameters["offset"].toInteger(), stop));
  co_return QJsonObject{{"data", QString::fromLatin1(chunk.data.toBase64())},
                        {"next_offset", chunk.nextOffset}};
}

QCoro::Task<Result<QJsonObject>> ServiceCalls::listTargets(QJsonObject, std::stop_token) {
  CO_TRY(auto targets, m_targets.list());
  QJsonArray list;
  for (const TargetRecord& target : targets) list.append(toJson(target));
  co_return QJsonObject{{"targets", list}};
}

QCoro::Task<Result<QJsonObject>> ServiceCalls::addTarget(QJsonObject parameters, std::stop_token) {
  co_return done(m_targets.add(targetSettingsFrom(parameters)), QStringLiteral("name"),
                 textAt(parameters, "name"));
}

QCoro::Task<Result<QJsonObject>> ServiceCalls::editTarget(QJsonObject parameters, std::stop_token) {
  const auto result = co_await m_targets.edit(targetSettingsFrom(parameters));
  co_return done(result, QStringLiteral("name"), textAt(parameters, "name"));
}

QCoro::Task<Result<QJsonObject>> ServiceCalls::listSites(QJsonObject, std::stop_token) {
  QJsonArray list;
  for (const QString& name : knownSites()) {
    CO_TRY(const auto profile, readSite(name));
    QJsonObject site = toJson(profile);
    site.insert("name", name);
    list.append(site);
  }
  co_return QJsonObject{{"sites", list}};
}

QCoro::Task<Result<QJsonObject>> ServiceCalls::removeTarget(QJsonObject parameters,
                                                            std::stop_token) {
  const auto result = co_await m_targets.remove(textAt(parameters, "name"));
  co_return done(result, QStringLiteral("name"), textAt(parameters, "name"));
}

QCoro::Task<Result<QJsonObject>> ServiceCalls::connectTarget(QJsonObject parameters,
                                                             std::stop_token stop) {
  const auto result = co_await m_targets.logIn(textAt(parameters, "name"), stop);
  co_return done(result, QStringLiteral("name"), textAt(parameters, "name"));
}

QCoro::Task<Result<QJsonObject>> ServiceCalls::targetBases(QJsonObject parameters,
                                                           std::stop_token stop) {
  CO_TRY(auto bases, co_await m_targets.bases(textAt(parameters, "host"),
                                              textAt(parameters, "ssh_config"), stop));
  QJsonArray list;
  for (const BaseFolder& base : bases) list.append(toJson(base));
  co_return QJsonObject{{"bases", list}};
}

QCoro::Task<Result<QJsonObject>> ServiceCalls::checkTarget(QJsonObject parameters,
                                                           std::stop_token stop) {
  const auto by =
      parameters["job"].toBool() ? TargetSite::CheckBy::job : TargetSite::CheckBy::login;
  CO_TRY(auto answer, co_await m_targets.check(textAt(parameters, "name"), by, stop));
  co_return toJson(answer);
}

QCoro::Task<Result<QJsonObject>> ServiceCalls::disconnectTarget(QJsonObject parameters,
                                                                std::stop_token) {
  co_return done(m_targets.logOut(textAt(parameters, "name")), QStringLiteral("name"),
                 textAt(parameters, "name"));
}

QCoro::Task<Result<QJsonObject>> ServiceCalls::forgetKeys(QJsonObject, std::stop_token) {
  m_targets.forgetKeys();
  co_return QJsonObject();
}

QCoro::Task<Result<QJsonObject>> ServiceCalls::openTunnel(QJsonObject parameters,
                                                          std::stop_token stop) {
  CO_TRY(auto opened, co_await m_tunnels.open(tunnelRequestFrom(parameters), stop));
  co_return toJson(opened);
}

QCoro::Task<Result<QJsonObject>> ServiceCalls::listTunnels(QJsonObject, std::stop_token) {
  QJsonArray list;
  for (const TunnelRecord& tunnel : m_tunnels.list()) list.append(toJson(tunnel));
  co_return QJsonObject{{"tunnels", list}};
}

QCoro::Task<Result<QJsonObject>> ServiceCalls::closeTunnel(QJsonObject parameters,
                                                           std::stop_token) {
  CO_TRY(m_tunnels.close(parameters["tunnel"].toInteger()));
  co_return QJsonObject();
}

}  // namespace trainyard
