// SPDX-License-Identifier: GPL-3.0-or-later
// A client's connection to the background service: starts it if necessary, sends calls, waits for
// answers, and forwards the service's notifications and questions. One thread, one event loop.
#pragma once

#include <map>
#include <optional>
#include <stop_token>

#include <QCoroTask>
#include <QJsonObject>
#include <QJsonValue>
#include <QLocalSocket>
#include <QObject>
#include <QString>

#include "engine/contract/result.h"
#include "remote/process/waiter.h"
#include "remote/service/protocol/rpc.h"

namespace trainyard {

class ServiceLink : public QObject {
  Q_OBJECT

 public:
  struct Places {
    QString serviceProgram;  // `yard`; empty: next to this program
    QString socket;          // empty: the default for this user
  };
  explicit ServiceLink(Places places);
  ~ServiceLink() override;

  // Like ServiceClient's.
  QCoro::Task<Result<void>> connectToService(std::stop_token stop);
  bool isConnected() const { return m_greeted; }
  // Whether this client can ask the user, and whether the user types each call.
  void setAsks(bool asks);
  void setClicks(bool clicks) { m_clicks = clicks; }

  // Errors: those of the service, "service.lost", "cancelled" (the service is told that the answer
  // is no longer needed).
  QCoro::Task<Result<QJsonObject>> call(QString method, QJsonObject parameters,
                                        std::stop_token stop);
  // A call without an answer. Does nothing while not connected.
  void notify(const QString& method, const QJsonObject& parameters);
  void answer(const QJsonValue& question, const QJsonObject& result);
  void refuse(const QJsonValue& question);

 signals:
  void connected();
  void disconnected();
  void notified(const QString& method, const QJsonObject& parameters);
  void asked(const QJsonValue& question, const QString& method, const QJsonObject& parameters);

 private:
  struct Pending {
    Waiter waiter;
    std::optional<Result<QJsonObject>> result;
  };
  QCoro::Task<bool> reach(QString path, std::stop_token stop);
  QCoro::Task<Result<void>> connectAlone(std::stop_token stop);
  Result<void> startService();
  QJsonObject greeting() const;
  void readLines();
  void takeMessage(const QJsonObject& message);
  void lose();
  void send(const QByteArray& line);

  Places m_places;
  QLocalSocket m_socket;
  rpc::LineBuffer m_buffer;
  Waiter m_reached;
  std::map<qint64, Pending*> m_waiting;
  qint64 m_lastId = 0;
  bool m_greeted = false, m_asks = false, m_clicks = false, m_isConnecting = false;
};

}  // namespace trainyard
