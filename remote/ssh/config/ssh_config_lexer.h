// SPDX-License-Identifier: GPL-3.0-or-later
// How OpenSSH splits the lines of its configuration.
#pragma once

#include <optional>

#include <QString>
#include <QStringList>

namespace trainyard {

// A line: its keyword in lower case and what follows; one = may stand between. Empty keyword: no
// line, or a comment.
struct SshLine {
  QString keyword, rest;
};
SshLine sshLine(const QString& line);

// Words with single or double quotes and backslashes, up to a comment; nothing when a quote is not
// closed.
std::optional<QStringList> sshWords(const QString& text);

// As `Match` splits: double quotes only, and = is a separator too.
std::optional<QStringList> sshMatchWords(const QString& text);

}  // namespace trainyard
