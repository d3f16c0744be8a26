// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/service/protocol/rpc.h"

#include <QJsonDocument>

#include "engine/contract/messages.h"
#include "remote/values/json_values.h"
#include "remote/values/message.h"

namespace trainyard::rpc {
namespace {

QByteArray line(QJsonObject message) {
  message.insert(QStringLiteral("jsonrpc"), QStringLiteral("2.0"));
  return QJsonDocument(message).toJson(QJsonDocument::Compact) + '\n';
}

}  // namespace

QByteArray request(qint64 id, const QString& method, const QJsonObject& parameters) {
  return line({{QStringLiteral("id"), id},
               {QStringLiteral("method"), method},
               {QStringLiteral("params"), parameters}});
}

QByteArray notification(const QString& method, const QJsonObject& parameters) {
  return line({{QStringLiteral("method"), method}, {QStringLiteral("params"), parameters}});
}

QByteArray answer(const QJsonValue& id, const QJsonObject& result) {
  return line({{QStringLiteral("id"), id}, {QStringLiteral("result"), result}});
}

QJsonObject errorObject(Code code, const Error& error) {
  const QJsonObject data{{QStringLiteral("code"), QString::fromStdString(error.code)},
                         {QStringLiteral("arguments"), jsonOf(error.arguments)},
                         {QStringLiteral("exit_code"), static_cast<int>(error.exit_code)}};
  return {{QStringLiteral("code"), static_cast<int>(code)},
          {QStringLiteral("message"), QString::fromStdString(error.message)},
          {QStringLiteral("data"), data}};
}

Error parameterError(const ReadProblem& problem) {
  return make_error("protocol.parameters",
                    {{"name", problem.path},
                     {"kind", asArgument(makeMessage(problem.expected, problem.arguments))}});
}

QByteArray failure(const QJsonValue& id, Code code, const Error& error) {
  return line({{QStringLiteral("id"), id}, {QStringLiteral("error"), errorObject(code, error)}});
}

Error errorFrom(const QJsonObject& error) {
  const QJsonObject data = error[QStringLiteral("data")].toObject();
  return foreign_error(
      data[QStringLiteral("code")].toString(QStringLiteral("service.error")).toStdString(),
      mapFrom(data[QStringLiteral("arguments")].toObject()),
      error[QStringLiteral("message")].toString().toStdString(),
      static_cast<ExitCode>(
          data[QStringLiteral("exit_code")].toInt(static_cast<int>(ExitCode::environment))));
}

bool LineBuffer::feed(const QByteArray& bytes, QList<QByteArray>& lines) {
  m_remainder += bytes;
  qsizetype begin = 0;
  for (qsizetype end = m_remainder.indexOf('\n'); end >= 0;
       end = m_remainder.indexOf('\n', begin)) {
    if (end - begin > lineLimitBytes) return false;
    if (end > begin) lines.append(m_remainder.mid(begin, end - begin));
    begin = end + 1;
  }
  m_remainder.remove(0, begin);
  return m_remainder.size() <= lineLimitBytes;
}

}  // namespace trainyard::rpc
