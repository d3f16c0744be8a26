// SPDX-License-Identifier: GPL-3.0-or-later
// The ends of a login that failed. Why is an error of its own, with a code of the group
// "login".
#pragma once

#include <QByteArray>
#include <QString>

#include "engine/contract/messages.h"

namespace trainyard {

// `host`: as the person names it. Worth trying again.
inline Error unreachableError(const QString& host, const Error& why) {
  return make_error("host.unreachable", {{"host", host.toStdString()}, {"why", as_argument(why)}});
}

// A person must act.
inline Error refusedError(const QString& host, const Error& why) {
  return make_error("host.refused", {{"host", host.toStdString()}, {"why", as_argument(why)}});
}

// A login that goes on by itself as long as nobody is needed, and somebody is.
inline Error needsPersonError(const QString& host, const Error& why) {
  return make_error("host.needs_person", {{"host", host.toStdString()}, {"why", as_argument(why)}});
}

// What kept a host on the way keeps the target too: its error, with the bastion's name before the
// reason.
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

// What a server or libssh said: on one line, without the full stop.
inline std::string saidText(const char* said) {
  QByteArray line = QByteArray(said).simplified();
  while (line.endsWith('.')) line.chop(1);
  // C's words for no text.
  if (line == "(None)" || line == "(null)") line.clear();
  return line.isEmpty() ? std::string("-") : QString::fromUtf8(line).toStdString();
}

}  // namespace trainyard
