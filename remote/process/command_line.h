// SPDX-License-Identifier: GPL-3.0-or-later
// A program with its arguments as data. The only place where text is quoted for a shell.
#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>

namespace trainyard {

// Returns a word for bash (and any POSIX shell) that expands to exactly `text`: unchanged if it is
// plain, else in single quotes. `text` must not contain NUL, which no shell word can.
QByteArray quoteForShell(const QByteArray& text);
QString quoteForShell(const QString& text);

struct CommandLine {
  QString program;
  QStringList arguments;

  // The program to name in a message: what `env` or `timeout` starts, rather than these.
  QString shownProgram() const;
  // All words quoted, separated by one space.
  QString toShell() const;
};

}  // namespace trainyard
