// SPDX-License-Identifier: GPL-3.0-or-later
// The client side of the background service: starts it if necessary, calls its methods, forwards
// its notifications. resources/help/formats.md documents the protocol itself.
//
// One thread, one event loop. Every call is a coroutine that ends with error "cancelled" if `stop`
// is requested, and with "service.lost" if the connection breaks before the answer (the service may
// have performed it: check the store). The owner must request stop and await its calls before
// destroying the client. History is read from RunStore, not through this class.
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
    QString serviceProgram;  // `yard`; empty: next to this program
    QString socket;          // empty: that of this data folder, serviceSocket() in places.h
  };
  explicit ServiceClient(QObject* parent = nullptr);
  explicit ServiceClient(Places places, QObject* parent = nullptr);
  ~ServiceClient() override;

  // Connects; starts the service if none answers, and replaces one that is older than this program.
  // Waits at most 15 s. Does nothing if connected. Call it again after `disconnected`.
  QCoro::Task<Result<void>> connectToService(std::stop_token stop = {});
  bool isConnected() const;

  // Sets who answers questions of logins: the service asks this client and all others with an
  // answerer, and the first answer counts. Must be set before connecting. What it uses must outlive
  // the client and its answers. typed: each call is a command by the user, so a login that was
  // refused or lost is retried for it.
  enum class Calls { ofPages, typed };
  void setAnswerer(Answerer answerer, Calls calls = Calls::ofPages);

  // Calls a method of the service, as listed in protocol/methods.h; `arguments` are its arguments,
  // or their members in order (gcc 12 destroys an aggregate twice if it is created in an awaited
  // call).
  template <class Arguments, class Answer, class... Members>
  QCoro::Task<Result<Answer>> call(const Method<Arguments, Answer>& method,
                                   std::stop_token stop = {}, const Members&... arguments) {
    const QString name = QLatin1String(method.name);
    if constexpr (std::is_same_v<std::tuple<Arguments>, std::tuple<Members...>>)
      return answerOf<Answer>(name, toJson(arguments...), std::move(stop));
    else
      return answerOf<Answer>(name, toJson(Arguments{arguments...}), std::move(stop));
  }
  // methods::submit. If the connection breaks, it reconnects and asks again for the same run. A
  // stop only ends the waiting; `cancel` ends the run.
  QCoro::Task<Result<SubmittedRun>> submit(SubmitRequest request, std::stop_token stop = {});

  // Subscribes to messages of these runs (replaces the previous list; kept across
  // reconnects).
  void watch(const QStringList& runs);

  // Why the service currently cannot write to the store: this computer's disk is full. Other
  // operations continue.
  const std::optional<Error>& storeRefusal() const;

 signals:
  void connected();
  void disconnected();
  // These runs changed in the store: state, progress, reason, curves; or were removed. Emitted at
  // most every 50 ms.
  void runsChanged(const QStringList& runs);
  // Watched runs only.
  void messageArrived(const QString& run, const trainyard::MessageRecord& message);
  // Link or facts of these targets, or the list of targets, changed.
  void targetsChanged(const QStringList& names);
  // methods::consentList answers something else than before.
  void consentsChanged();
  void storeChanged();  // storeRefusal() changed
  // At most ten per second.
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
