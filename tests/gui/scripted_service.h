// SPDX-License-Identifier: GPL-3.0-or-later
// A background service that says what a test wants: the real client connects to it. Every call is
// kept.
#pragma once

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLocalServer>
#include <QLocalSocket>
#include <QTemporaryDir>
#include <functional>
#include <map>

#include "remote/service/client/client.h"

namespace trainyard {

class ScriptedService : public QObject {
 public:
  using Answer = std::function<QJsonObject(const QJsonObject& parameters)>;
  struct Call {
    QString method;
    QJsonObject parameters;
  };

  ScriptedService() {
    answers["hello"] = [](const QJsonObject&) { return QJsonObject{{"protocol", 1}}; };
    if (!m_server.listen(m_folder.filePath("socket")))
      qFatal("no socket: %s", qPrintable(m_server.errorString()));
    connect(&m_server, &QLocalServer::newConnection, this, [this] {
      m_socket = m_server.nextPendingConnection();
      connect(m_socket, &QLocalSocket::readyRead, this, &ScriptedService::read);
    });
  }

  ServiceClient::Places places() {
    return {m_folder.filePath("no-program"), m_folder.filePath("socket")};
  }

  // An answer with the member "error" is the error of that code and message. A method without an
  // answer is never answered.
  std::map<QString, Answer> answers;
  QList<Call> calls;

  int count(const QString& method) const {
    int found = 0;
    for (const Call& call : calls) found += call.method == method;
    return found;
  }
  QJsonObject last(const QString& method) const {
    for (auto call = calls.rbegin(); call != calls.rend(); ++call)
      if (call->method == method) return call->parameters;
    return {};
  }

  void notify(const QString& method, const QJsonObject& parameters) {
    send({{"jsonrpc", "2.0"}, {"method", method}, {"params", parameters}});
  }
  void ask(int id, const QString& method, const QJsonObject& parameters) {
    send({{"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", parameters}});
  }
  // The service goes away.
  void drop() {
    m_server.close();
    m_socket->disconnectFromServer();
  }
  // What the person said to a question; undefined until then.
  QJsonValue reply(int id) const { return m_replies.value(id, QJsonValue(QJsonValue::Undefined)); }

  static QJsonObject error(const QString& code, const QString& message) {
    return {{"error", QJsonObject{{"code", code}, {"message", message}}}};
  }

 private:
  void read() {
    while (m_socket->canReadLine()) {
      const QJsonObject message = QJsonDocument::fromJson(m_socket->readLine()).object();
      const QString method = message["method"].toString();
      if (method.isEmpty()) {
        m_replies[message["id"].toInt()] =
            message.contains("result") ? message["result"] : message["error"];
        continue;
      }
      calls.append({method, message["params"].toObject()});
      const auto answer = answers.find(method);
      if (answer == answers.end()) continue;
      const QJsonObject result = answer->second(message["params"].toObject());
      QJsonObject reply{{"jsonrpc", "2.0"}, {"id", message["id"]}};
      if (const QJsonObject failure = result["error"].toObject(); !failure.isEmpty())
        reply["error"] = QJsonObject{{"code", -32000},
                                     {"message", failure["message"]},
                                     {"data", QJsonObject{{"code", failure["code"]},
                                                          {"exit_code", 8},
                                                          {"arguments", failure["arguments"]}}}};
      else
        reply["result"] = result;
      send(reply);
    }
  }

  void send(const QJsonObject& message) {
    m_socket->write(QJsonDocument(message).toJson(QJsonDocument::Compact) + '\n');
    m_socket->flush();
  }

  QTemporaryDir m_folder;
  QLocalServer m_server;
  QLocalSocket* m_socket = nullptr;
  QMap<int, QJsonValue> m_replies;
};

}  // namespace trainyard
