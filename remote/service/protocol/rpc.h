// SPDX-License-Identifier: GPL-3.0-or-later
// JSON-RPC 2.0 with one message per line: shared by service and client. resources/help/formats.md
// documents the methods.
#pragma once

#include <optional>

#include <QByteArray>
#include <QJsonObject>
#include <QJsonValue>
#include <QList>
#include <QString>

#include "engine/contract/result.h"
#include "remote/values/records.h"

namespace trainyard::rpc {

constexpr int protocolVersion = 1;
constexpr qint64 lineLimitBytes = 4 << 20;

enum class Code {
  parse = -32700,
  invalid = -32600,
  noMethod = -32601,
  parameters = -32602,
  failed = -32000
};

QByteArray request(qint64 id, const QString& method, const QJsonObject& parameters);
QByteArray notification(const QString& method, const QJsonObject& parameters);
QByteArray answer(const QJsonValue& id, const QJsonObject& result);
QByteArray failure(const QJsonValue& id, Code code, const Error& error);

// "protocol.parameters", for the author of the call.
Error parameterError(const ReadProblem& problem);

// Reads and checks the arguments of a call. Null is only accepted for nullable fields.
template <Described Arguments>
Result<Arguments> argumentsFrom(const QJsonObject& json) {
  const Map given = mapFrom(json);
  for (const auto& field : fields_of<Arguments>())
    if (const Value* value = find(given, field.key); value && value->is_null() && !field.nullable)
      return parameterError(inside(field.key, wrong_kind(field)));
  Arguments arguments{};
  ReadProblem problem;
  if (!read_into(arguments, given, problem)) return parameterError(problem);
  return arguments;
}

// Converts an error to the error object of a failed call, and back.
QJsonObject errorObject(Code code, const Error& error);
Error errorFrom(const QJsonObject& error);

// Splits bytes into complete lines.
class LineBuffer {
 public:
  // False if a line exceeds the limit: the connection must be closed.
  bool feed(const QByteArray& bytes, QList<QByteArray>& lines);

 private:
  QByteArray m_remainder;
};

}  // namespace trainyard::rpc
