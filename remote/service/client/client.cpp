// SPDX-License-Identifier: GPL-3.0-or-later
// One file because each call is a few lines between the same link and the values of its protocol.
#include "remote/service/client/client.h"

#include <map>

#include <QDeadlineTimer>
#include <QJsonArray>
#include <QJsonObject>
#include <QPointer>
#include <QUuid>

#include "engine/contract/messages.h"
#include "remote/process/private_process.h"
#include "remote/process/waiter.h"
#include "remote/json_values.h"
#include "remote/numbers.h"
#include "remote/service/client/login_questions.h"
#include "remote/service/client/service_link.h"

namespace trainyard {
namespace {

// How long a submission whose service was lost is asked for again.
constexpr std::chrono::seconds submitPatience{60};

QJsonObject parametersOf(const SubmitRequest& request) {
  QJsonObject parameters{{"path", request.path},
                         {"overrides", QJsonArray::fromStringList(request.overrides)},
                         {"target", request.target},
                         {"environment", ServiceLink::environment()}};
  if (request.text) parameters.insert("text", QString::fromUtf8(*request.text));
  if (!request.run.isEmpty()) parameters.insert("run", request.run);
  if (!request.study.isEmpty()) parameters.insert("study", request.study);
  parameters.insert("study_values", QJsonArray::fromStringList(request.studyValues));
  return parameters;
}

MetricBatch batchFrom(const QJsonObject& parameters) {
  MetricBatch batch{parameters["run"].toString(), {}};
  for (const QJsonValue& value : parameters["points"].toArray()) {
    const QJsonObject point = value.toObject();
    MetricPoint entry;
    entry.attempt = point["attempt"].toInt();
    entry.sequence = point["sequence"].toInteger();
    entry.time = point["time"].toDouble();
    if (point.contains("step")) entry.step = point["step"].toInteger();
    if (point.contains("tokens")) entry.tokens = point["tokens"].toInteger();
    if (point.contains("epoch")) entry.epoch = point["epoch"].toDouble();
    const QJsonObject values = point["values"].toObject();
    for (auto metric = values.begin(); metric != values.end(); ++metric) {
      entry.value = numberFrom(metric.value());
      batch.entries.append({metric.key(), entry});
    }
  }
  return batch;
}

MessageRecord messageFrom(const QJsonObject& parameters) {
  MessageRecord message{parameters["attempt"].toInt(),
                        parameters["sequence"].toInteger(),
                        parameters["time"].toDouble(),
                        parameters["level"].toString(),
                        parameters["code"].toString(),
                        parameters["text"].toString(),
                        parameters["node"].toString(),
                        std::nullopt,
                        mapFrom(parameters["arguments"].toObject())};
  if (parameters.contains("rank")) message.rank = parameters["rank"].toInt();
  return message;
}

}  // namespace

class ServiceClient::Private : public QObject {
 public:
  Private(ServiceClient* owner, Places places)
      : q(owner), link({std::move(places.serviceProgram), std::move(places.socket)}) {
    connect(&link, &ServiceLink::connected, this, [this] { becomeConnected(); });
    connect(&link, &ServiceLink::disconnected, this, [this] {
      withdrawAll();
      storeRefusal.reset();  // the next service says it again
      emit q->disconnected();
    });
    connect(&link, &ServiceLink::notified, this, &Private::takeNotification);
    connect(&link, &ServiceLink::asked, this, &Private::takeQuestion);
  }
  ~Private() override { withdrawAll(); }

  QCoro::Task<Result<void>> callForNothing(QString method, QJsonObject parameters,
                                           std::stop_token stop) {
    CO_TRY(co_await link.call(std::move(method), std::move(parameters), std::move(stop)));
    co_return {};
  }

  void becomeConnected() {
    if (!watched.isEmpty()) sendWatched();
    emit q->connected();
  }

  void sendWatched() {
    link.tell(QStringLiteral("watch"), {{"runs", QJsonArray::fromStringList(watched)}});
  }

  void takeNotification(const QString& method, const QJsonObject& parameters) {
    if (method == QLatin1String("runs.changed"))
      emit q->runsChanged(textsFrom(parameters["runs"]));
    else if (method == QLatin1String("metrics"))
      emit q->metricsArrived(batchFrom(parameters));
    else if (method == QLatin1String("message"))
      emit q->messageArrived(parameters["run"].toString(), messageFrom(parameters));
    else if (method == QLatin1String("targets.changed"))
      emit q->targetsChanged(textsFrom(parameters["targets"]));
    else if (method == QLatin1String("store"))
      takeStore(parameters["error"].toObject());
    else if (method == QLatin1String("progress"))
      emit q->progressArrived(progressFrom(parameters));
    else if (method == QLatin1String("ask.withdrawn"))
      withdraw(parameters["id"].toInteger());
  }

  void takeStore(const QJsonObject& error) {
    storeRefusal.reset();
    if (!error.isEmpty()) storeRefusal = rpc::errorFrom(error);
    emit q->storeChanged();
  }

  void takeQuestion(const QJsonValue& id, const QString& method, const QJsonObject& parameters) {
    if (method != loginMethod || !answerer) return link.refuse(id);
    hideMemory();  // an answer is in ours first
    putLoginQuestion(&link, answerer, id, parameters, questions[id.toInteger()].get_token());
  }

  void withdraw(qint64 id) {
    if (auto question = questions.extract(id)) question.mapped().request_stop();
  }

  void withdrawAll() {
    for (auto& [id, question] : std::exchange(questions, {})) question.request_stop();
  }

  ServiceClient* q;
  ServiceLink link;
  Answerer answerer;
  std::optional<Error> storeRefusal;
  std::map<qint64, std::stop_source> questions;
  QStringList watched;
};

ServiceClient::ServiceClient(QObject* parent) : ServiceClient(Places(), parent) {}

ServiceClient::ServiceClient(Places places, QObject* parent)
    : QObject(parent), d(std::make_unique<Private>(this, std::move(places))) {}

ServiceClient::~ServiceClient() = default;

bool ServiceClient::isConnected() const { return d->link.isConnected(); }

QCoro::Task<Result<void>> ServiceClient::connectToService(std::stop_token stop) {
  return d->link.connectToService(std::move(stop));
}

void ServiceClient::setAnswerer(Answerer answerer, Calls calls) {
  d->answerer = std::move(answerer);
  d->link.setClicks(calls == Calls::typed);
  d->link.setAsks(static_cast<bool>(d->answerer));
}

QCoro::Task<Result<SubmittedRun>> ServiceClient::submit(SubmitRequest request,
                                                        std::stop_token stop) {
  if (request.run.isEmpty()) request.run = QUuid::createUuid().toString(QUuid::WithoutBraces);
  const QJsonObject parameters = parametersOf(request);
  auto result = co_await d->link.call(QStringLiteral("submit"), parameters, stop);
  // The run's UUID is the same, so whatever was done already is found again.
  const QDeadlineTimer deadline(submitPatience);
  Waiter pause;
  while (!result && result.error().code == "service.lost" && !deadline.hasExpired()) {
    co_await pause.wait(stop, QDeadlineTimer(std::chrono::milliseconds(200)));
    auto connected = co_await connectToService(stop);
    if (connected)
      result = co_await d->link.call(QStringLiteral("submit"), parameters, stop);
    else if (connected.error().kind == ErrorKind::cancelled)
      co_return connected.error();
  }
  if (!result && result.error().code == "service.lost")
    co_return make_error("service.lost_while_submitting", {{"run", request.run.toStdString()}});
  if (!result) co_return result.error();
  co_return SubmittedRun{(*result)["run"].toString(), (*result)["folder"].toString(),
                         diagnosticsFrom((*result)["diagnostics"].toArray())};
}

QCoro::Task<Result<RenderedScript>> ServiceClient::render(SubmitRequest request,
                                                          std::stop_token stop) {
  CO_TRY(auto result, co_await d->link.call(QStringLiteral("render"), parametersOf(request), stop));
  co_return RenderedScript{result["script"].toString().toUtf8(), result["command_line"].toString()};
}

QCoro::Task<Result<CheckAnswer>> ServiceClient::check(SubmitRequest request, std::stop_token stop) {
  CO_TRY(auto result, co_await d->link.call(QStringLiteral("check"), parametersOf(request), stop));
  co_return checkAnswerFrom(result);
}

QCoro::Task<Result<SyncPreviewAnswer>> ServiceClient::previewSync(SubmitRequest request,
                                                                  std::stop_token stop) {
  CO_TRY(auto result,
         co_await d->link.call(QStringLiteral("sync.preview"), parametersOf(request), stop));
  co_return syncPreviewFrom(result);
}

QCoro::Task<Result<QJsonObject>> ServiceClient::inspect(SubmitRequest request,
                                                        InspectionRequest what,
                                                        std::stop_token stop) {
  QJsonObject parameters = parametersOf(request);
  parameters.insert("split", what.split);
  parameters.insert("samples", what.samples);
  parameters.insert("from", what.from);
  parameters.insert("tokens", what.tokens);
  if (what.random) parameters.insert("random", *what.random);
  if (what.raw) parameters.insert("raw", *what.raw);
  parameters.insert("counts", what.counts);
  parameters.insert("ids", what.ids);
  if (!what.marks.isEmpty()) parameters.insert("marks", what.marks);
  co_return co_await d->link.call(QStringLiteral("inspect"), parameters, stop);
}

QCoro::Task<Result<PathNames>> ServiceClient::pathNames(QString target, QString folder,
                                                        QString prefix, std::stop_token stop) {
  const QJsonObject parameters{{"target", target}, {"folder", folder}, {"prefix", prefix}};
  CO_TRY(auto result, co_await d->link.call(QStringLiteral("paths.list"), parameters, stop));
  co_return pathNamesFrom(result);
}

QCoro::Task<Result<QList<PathCount>>> ServiceClient::countPaths(QString target, QStringList paths,
                                                                std::stop_token stop) {
  const QJsonObject parameters{{"target", target}, {"paths", QJsonArray::fromStringList(paths)}};
  CO_TRY(auto result, co_await d->link.call(QStringLiteral("paths.count"), parameters, stop));
  auto counts = pathCountsFrom(result);
  counts.resize(paths.size());
  co_return counts;
}

QCoro::Task<Result<MirrorAnswer>> ServiceClient::previewMirror(SubmitRequest request,
                                                               QString folder,
                                                               std::stop_token stop) {
  QJsonObject parameters = parametersOf(request);
  parameters.insert("folder", folder);
  CO_TRY(auto result, co_await d->link.call(QStringLiteral("mirror.preview"), parameters, stop));
  co_return mirrorAnswerFrom(result);
}

QCoro::Task<Result<QString>> ServiceClient::mirror(SubmitRequest request, QString folder,
                                                   std::optional<qint64> deletions,
                                                   std::stop_token stop) {
  QJsonObject parameters = parametersOf(request);
  parameters.insert("folder", folder);
  if (deletions) parameters.insert("deletions", *deletions);
  CO_TRY(auto result, co_await d->link.call(QStringLiteral("mirror"), parameters, stop));
  co_return result["folder"].toString();
}

QCoro::Task<Result<void>> ServiceClient::resume(QString run, std::stop_token stop) {
  return d->callForNothing(QStringLiteral("resume"),
                           {{"run", run}, {"environment", ServiceLink::environment()}}, stop);
}

QCoro::Task<Result<QString>> ServiceClient::cancel(QString run, std::stop_token stop) {
  const QJsonObject parameters{{"run", run}};
  CO_TRY(auto result, co_await d->link.call(QStringLiteral("cancel"), parameters, stop));
  co_return result["waits"].toString();
}

QCoro::Task<Result<void>> ServiceClient::remove(QString run, RemoveWhat what,
                                                std::stop_token stop) {
  return d->callForNothing(QStringLiteral("remove"), {{"run", run}, {"what", nameOf(what)}}, stop);
}

QCoro::Task<Result<int>> ServiceClient::scan(QString target, std::stop_token stop) {
  const QJsonObject parameters{{"target", target}};
  CO_TRY(auto result, co_await d->link.call(QStringLiteral("scan"), parameters, stop));
  co_return result["added"].toInt();
}

QCoro::Task<Result<FetchedRun>> ServiceClient::fetch(QString run, FetchWhat what,
                                                     QString destination, std::stop_token stop) {
  const QJsonObject parameters{{"run", run}, {"what", nameOf(what)}, {"destination", destination}};
  CO_TRY(auto result, co_await d->link.call(QStringLiteral("fetch"), parameters, stop));
  FetchedRun fetched{result["path"].toString(), {}};
  for (const QJsonValue& link : result["left_out"].toArray()) fetched.leftOut << link.toString();
  co_return fetched;
}

QCoro::Task<Result<QList<TargetRecord>>> ServiceClient::targets(std::stop_token stop) {
  CO_TRY(auto result, co_await d->link.call(QStringLiteral("targets.list"), QJsonObject(), stop));
  QList<TargetRecord> targets;
  for (const QJsonValue& target : result["targets"].toArray())
    targets.append(targetRecordFrom(target.toObject()));
  co_return targets;
}

QCoro::Task<Result<void>> ServiceClient::addTarget(TargetSettings settings, std::stop_token stop) {
  return d->callForNothing(QStringLiteral("targets.add"), toJson(settings), stop);
}

QCoro::Task<Result<void>> ServiceClient::editTarget(TargetSettings settings, std::stop_token stop) {
  return d->callForNothing(QStringLiteral("targets.edit"), toJson(settings), stop);
}

QCoro::Task<Result<QList<KnownSite>>> ServiceClient::sites(std::stop_token stop) {
  CO_TRY(auto result, co_await d->link.call(QStringLiteral("sites.list"), QJsonObject(), stop));
  QList<KnownSite> sites;
  for (const QJsonValue& site : result["sites"].toArray())
    sites.append({site["name"].toString(), siteProfileFrom(site.toObject())});
  co_return sites;
}

QCoro::Task<Result<void>> ServiceClient::removeTarget(QString name, std::stop_token stop) {
  return d->callForNothing(QStringLiteral("targets.remove"), {{"name", name}}, stop);
}

QCoro::Task<Result<QList<BaseFolder>>> ServiceClient::targetBases(QString host, QString sshConfig,
                                                                  std::stop_token stop) {
  const QJsonObject parameters{{"host", host}, {"ssh_config", sshConfig}};
  CO_TRY(auto result, co_await d->link.call(QStringLiteral("targets.bases"), parameters, stop));
  QList<BaseFolder> bases;
  for (const QJsonValue& base : result["bases"].toArray())
    bases.append(baseFolderFrom(base.toObject()));
  co_return bases;
}

QCoro::Task<Result<void>> ServiceClient::connectTarget(QString name, std::stop_token stop) {
  return d->callForNothing(QStringLiteral("targets.connect"), {{"name", name}}, stop);
}

QCoro::Task<Result<void>> ServiceClient::disconnectTarget(QString name, std::stop_token stop) {
  return d->callForNothing(QStringLiteral("targets.disconnect"), {{"name", name}}, stop);
}

QCoro::Task<Result<void>> ServiceClient::forgetKeys(std::stop_token stop) {
  return d->callForNothing(QStringLiteral("targets.forget_keys"), QJsonObject(), stop);
}

QCoro::Task<Result<TargetCheckAnswer>> ServiceClient::checkTarget(QString name, CheckTarget what,
                                                                  std::stop_token stop) {
  const QJsonObject parameters{{"name", name}, {"job", what == CheckTarget::withJob}};
  CO_TRY(auto result, co_await d->link.call(QStringLiteral("targets.check"), parameters, stop));
  co_return targetCheckFrom(result);
}

QCoro::Task<Result<TunnelRecord>> ServiceClient::openTunnel(TunnelRequest request,
                                                            std::stop_token stop) {
  CO_TRY(auto result, co_await d->link.call(QStringLiteral("tunnels.open"), toJson(request), stop));
  co_return tunnelRecordFrom(result);
}

QCoro::Task<Result<QList<TunnelRecord>>> ServiceClient::tunnels(std::stop_token stop) {
  CO_TRY(auto result, co_await d->link.call(QStringLiteral("tunnels.list"), QJsonObject(), stop));
  QList<TunnelRecord> tunnels;
  for (const QJsonValue& tunnel : result["tunnels"].toArray())
    tunnels.append(tunnelRecordFrom(tunnel.toObject()));
  co_return tunnels;
}

QCoro::Task<Result<void>> ServiceClient::closeTunnel(qint64 id, std::stop_token stop) {
  return d->callForNothing(QStringLiteral("tunnels.close"), {{"tunnel", id}}, stop);
}

QCoro::Task<Result<QList<LogFile>>> ServiceClient::logFiles(QString run, int attempt,
                                                            std::stop_token stop) {
  const QJsonObject parameters{{"run", run}, {"attempt", attempt}};
  CO_TRY(auto result, co_await d->link.call(QStringLiteral("logs.list"), parameters, stop));
  QList<LogFile> files;
  for (const QJsonValue& file : result["files"].toArray())
    files.append({file["name"].toString(), file["bytes"].toInteger()});
  co_return files;
}

QCoro::Task<Result<LogChunk>> ServiceClient::readLog(QString run, int attempt, QString file,
                                                     qint64 offset, std::stop_token stop) {
  const QJsonObject parameters{
      {"run", run}, {"attempt", attempt}, {"file", file}, {"offset", offset}};
  CO_TRY(auto result, co_await d->link.call(QStringLiteral("logs.read"), parameters, stop));
  co_return LogChunk{QByteArray::fromBase64(result["data"].toString().toLatin1()),
                     result["next_offset"].toInteger()};
}

QCoro::Task<Result<QList<LogFile>>> ServiceClient::resultFiles(QString run, std::stop_token stop) {
  const QJsonObject parameters{{"run", run}};
  CO_TRY(auto result, co_await d->link.call(QStringLiteral("results.list"), parameters, stop));
  QList<LogFile> files;
  for (const QJsonValue& file : result["splits"].toArray())
    files.append({file["split"].toString(), file["bytes"].toInteger()});
  co_return files;
}

QCoro::Task<Result<LogChunk>> ServiceClient::readResult(QString run, QString split, qint64 offset,
                                                        std::stop_token stop) {
  const QJsonObject parameters{{"run", run}, {"split", split}, {"offset", offset}};
  CO_TRY(auto result, co_await d->link.call(QStringLiteral("results.read"), parameters, stop));
  co_return LogChunk{QByteArray::fromBase64(result["data"].toString().toLatin1()),
                     result["next_offset"].toInteger()};
}

QCoro::Task<Result<QJsonObject>> ServiceClient::call(QString method, QJsonObject parameters,
                                                     std::stop_token stop) {
  co_return co_await d->link.call(std::move(method), std::move(parameters), std::move(stop));
}

const std::optional<Error>& ServiceClient::storeRefusal() const { return d->storeRefusal; }

void ServiceClient::watch(const QStringList& runs) {
  d->watched = runs;
  d->sendWatched();
}

}  // namespace trainyard
