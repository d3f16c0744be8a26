// SPDX-License-Identifier: GPL-3.0-or-later
// Errors of a failed login. The reason is an error of its own, with a code of the group "login".
#pragma once

#include <QByteArray>
#include <QString>

#include "engine/contract/messages.h"

namespace trainyard {

// `host`: the user's name for it. Worth retrying.
inline Error unreachableError(const QString& host, const Error& why) {
  return make_error("host.unreachable", {{"host", host.toStdString()}, {"why", as_argument(why)}});
}

// The user must act.
inline Error refusedError(const QString& host, const Error& why) {
  return make_error("host.refused", {{"host", host.toStdString()}, {"why", as_argument(why)}});
}

// An automatic login that would need the user.
inline Error needsPersonError(const QString& host, const Error& why) {
  return make_error("host.needs_person", {{"host", host.toStdString()}, {"why", as_argument(why)}});
}

// What blocks a host on the way also blocks the target: its error, with the bastion's name before
// the reason.
inline Error atBastion(const QString& target, const QString& bastion, const Error& error) {
  for (const auto& [name, value] : error.arguments)
    if (name == "why")
      return make_error(
          error.code,
          {{"host", target.toStdString()},
           {"why", as_argument(make_error("login.bastion",
                                          {{"bastion", bastion.toStdString()}, {"why", value}}))}});
  return error;
}

// Text from a server or libssh: on one line, without the full stop.
inline std::string printableText(const char* said) {
  QByteArray line = QByteArray(said).simplified();
  while (line.endsWith('.')) line.chop(1);
  // printf's output for a null pointer.
  if (line == "(None)" || line == "(null)") line.clear();
  return line.isEmpty() ? std::string("-") : QString::fromUtf8(line).toStdString();
}

}  // namespace trainyard
