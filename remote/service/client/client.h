// SPDX-License-Identifier: GPL-3.0-or-later
// The client side of the background service: starts it when nothing answers, calls its methods,
// passes on its notifications. resources/help/formats.md documents the protocol itself.
//
// One thread, one event loop. Every call is a coroutine that ends with error "cancelled" when
// `stop` is requested, and with "service.lost" when the connection breaks before the answer (the
// service may have done it: read the store). The owner requests stop and awaits its calls before it
// destroys the client. History is read from RunStore, not through here.
#pragma once

#include <memory>
#include <optional>
#include <stop_token>
#include <tuple>

#include <QJsonObject>
#include <QList>
#include <QObject>
#include <QString>
#include <QStringList>

#include <QCoroTask>

#include "engine/contract/result.h"
#include "remote/service/protocol/methods.h"
#include "remote/service/protocol/protocol.h"
#include "remote/store/records.h"

namespace trainyard {

class ServiceClient : public QObject {
  Q_OBJECT

 public:
  struct Places {
    QString serviceProgram;  // `yard`; empty: beside this program
    QString socket;          // empty: that of this data folder, serviceSocket() of places.h
  };
  explicit ServiceClient(QObject* parent = nullptr);
  explicit ServiceClient(Places places, QObject* parent = nullptr);
  ~ServiceClient() override;

  // Connects; starts the service when none answers, and replaces one that is older than this
  // program. Waits at most 15 s. Calling it while connected does nothing. After `disconnected` call
  // it again.
  QCoro::Task<Result<void>> connectToService(std::stop_token stop = {});
  bool isConnected() const;

  // Puts the questions of logins to a person: the service asks this client and all others that have
  // one, and the first answer counts. Set it before connecting. What it uses must live until the
  // client is gone and its answers are given. typed: each call is that person's command, so a login
  // that was refused or lost is tried again for it.
  enum class Calls { ofPages, typed };
  void setAnswerer(Answerer answerer, Calls calls = Calls::ofPages);

  // A call of the service, by its line in protocol/methods.h; `arguments` are its arguments, or
  // their members in turn (gcc 12 destroys an aggregate twice that is made in an awaited call).
  template <class Arguments, class Answer, class... Members>
  QCoro::Task<Result<Answer>> call(const Method<Arguments, Answer>& method,
                                   std::stop_token stop = {}, const Members&... arguments) {
    const QString name = QLatin1String(method.name);
    if constexpr (std::is_same_v<std::tuple<Arguments>, std::tuple<Members...>>)
      return answerOf<Answer>(name, toJson(arguments...), std::move(stop));
    else
      return answerOf<Answer>(name, toJson(Arguments{arguments...}), std::move(stop));
  }
  // methods::submit. When the connection breaks, it connects again and asks once more for the same
  // run. A stop ends the waiting only; `cancel` ends the run.
  QCoro::Task<Result<SubmittedRun>> submit(SubmitRequest request, std::stop_token stop = {});

  // Live metrics and messages of these runs are sent from now on (replaces the former list; holds
  // over reconnects).
  void watch(const QStringList& runs);

  // Why the service cannot write to the store now: this computer's disk is full. What is under way
  // goes on meanwhile.
  const std::optional<Error>& storeRefusal() const;

 signals:
  void connected();
  void disconnected();
  // Something of these runs changed in the store: state, progress, reason, summary. At most every
  // 100 ms. Also for removed ones.
  void runsChanged(const QStringList& runs);
  // Watched runs only. The same values are in the store already.
  void metricsArrived(const trainyard::MetricBatch& batch);
  void messageArrived(const QString& run, const trainyard::MessageRecord& message);
  // Link or facts of these targets changed, or the list of targets did.
  void targetsChanged(const QStringList& names);
  void storeChanged();  // storeRefusal() did
  // At most ten a second.
  void progressArrived(const trainyard::ProgressReport& report);

 private:
  template <class Answer>
  QCoro::Task<Result<Answer>> answerOf(QString method, QJsonObject arguments,
                                       std::stop_token stop) {
    CO_TRY(auto answer, co_await callByName(method, arguments, std::move(stop)));
    if constexpr (std::is_same_v<Answer, QJsonObject>)
      co_return answer;
    else
      co_return fromJson<Answer>(answer);
  }
  QCoro::Task<Result<QJsonObject>> callByName(QString method, QJsonObject arguments,
                                              std::stop_token stop);

  class Private;
  std::unique_ptr<Private> d;
};

}  // namespace trainyard
