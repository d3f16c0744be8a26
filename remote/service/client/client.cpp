// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/service/client/client.h"

#include <map>

#include <QDeadlineTimer>
#include <QJsonArray>
#include <QPointer>
#include <QUuid>

#include "engine/contract/messages.h"
#include "remote/process/private_process.h"
#include "remote/process/waiter.h"
#include "remote/values/json_values.h"
#include "remote/service/client/service_link.h"
#include "remote/service/protocol/login_values.h"

namespace trainyard {
namespace {

// Asks the question of request `id` and sends the answer, or refuses if it is not a valid question.
// Independent of the client, which may be gone when the user answers.
QCoro::Task<void> putLoginQuestion(QPointer<ServiceLink> link, Answerer answerer, QJsonValue id,
                                   QJsonObject parameters, std::stop_token withdrawn) {
  auto question = loginQuestionFrom(parameters);
  if (!question) {
    link->refuse(id);
    co_return;
  }
  const QByteArray publicKey =
      QByteArray::fromBase64(parameters[loginSealKey].toString().toLatin1());
  const auto answer = co_await answerer(std::move(*question), withdrawn);
  if (!link || withdrawn.stop_requested()) co_return;
  if (answer)
    link->answer(id, toJson(*answer, publicKey));
  else
    link->refuse(id);
}

// How long a submission is retried after the service was lost.
constexpr std::chrono::seconds submitPatience{60};

QStringList textsAt(const QJsonObject& parameters, const char* key) {
  QStringList texts;
  for (const QJsonValue& each : parameters[QLatin1String(key)].toArray()) texts << each.toString();
  return texts;
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
      storeRefusal.reset();  // the next service reports it again
      emit q->disconnected();
    });
    connect(&link, &ServiceLink::notified, this, &Private::takeNotification);
    connect(&link, &ServiceLink::asked, this, &Private::takeQuestion);
  }
  ~Private() override { withdrawAll(); }

  void becomeConnected() {
    if (!watched.isEmpty()) sendWatched();
    emit q->connected();
  }

  void sendWatched() {
    link.notify(QStringLiteral("watch"), {{"runs", QJsonArray::fromStringList(watched)}});
  }

  void takeNotification(const QString& method, const QJsonObject& parameters) {
    if (method == QLatin1String("runs.changed"))
      emit q->runsChanged(textsAt(parameters, "runs"));
    else if (method == QLatin1String("message"))
      emit q->messageArrived(parameters["run"].toString(), messageFrom(parameters));
    else if (method == QLatin1String("targets.changed"))
      emit q->targetsChanged(textsAt(parameters, "targets"));
    else if (method == QLatin1String("consents.changed"))
      emit q->consentsChanged();
    else if (method == QLatin1String("store"))
      takeStore(parameters["error"].toObject());
    else if (method == QLatin1String("progress"))
      emit q->progressArrived(fromJson<ProgressReport>(parameters));
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
    hideMemory();  // an answer passes through our memory first
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

QCoro::Task<Result<QJsonObject>> ServiceClient::callByName(QString method, QJsonObject arguments,
                                                           std::stop_token stop) {
  return d->link.call(std::move(method), std::move(arguments), std::move(stop));
}

QCoro::Task<Result<SubmittedRun>> ServiceClient::submit(SubmitRequest request,
                                                        std::stop_token stop) {
  if (request.run.isEmpty()) request.run = QUuid::createUuid().toString(QUuid::WithoutBraces);
  auto result = co_await call(methods::submit, stop, request);
  // The run's UUID is the same, so whatever was already done is found again.
  const QDeadlineTimer deadline(submitPatience);
  Waiter pause;
  while (!result && result.error().code == "service.lost" && !deadline.hasExpired()) {
    co_await pause.wait(stop, QDeadlineTimer(std::chrono::milliseconds(200)));
    auto connected = co_await connectToService(stop);
    if (connected)
      result = co_await call(methods::submit, stop, request);
    else if (connected.error().kind == ErrorKind::cancelled)
      co_return connected.error();
  }
  if (!result && result.error().code == "service.lost")
    co_return make_error("service.lost_while_submitting", {{"run", request.run.toStdString()}});
  co_return result;
}

const std::optional<Error>& ServiceClient::storeRefusal() const { return d->storeRefusal; }

void ServiceClient::watch(const QStringList& runs) {
  d->watched = runs;
  d->sendWatched();
}

}  // namespace trainyard
