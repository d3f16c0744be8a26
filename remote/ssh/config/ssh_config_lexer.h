// SPDX-License-Identifier: GPL-3.0-or-later
// Splits lines of the configuration like OpenSSH.
#pragma once

#include <optional>

#include <QString>
#include <QStringList>

namespace trainyard {

// A line: its keyword in lower case and the rest; optionally with = in between. Empty keyword: an
// empty line or a comment.
struct SshLine {
  QString keyword, rest;
};
SshLine sshLine(const QString& line);

// Words with single or double quotes and backslashes, up to a comment; nothing if a quote is not
// closed.
std::optional<QStringList> sshWords(const QString& text);

// As split for `Match`: double quotes only, and = is also a separator.
std::optional<QStringList> sshMatchWords(const QString& text);

}  // namespace trainyard
