// SPDX-License-Identifier: GPL-3.0-or-later
// A program with its arguments as data. The only place where text becomes a shell's words.
#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>

namespace trainyard {

// One word of bash (and of any POSIX shell) that expands to exactly `text`: left as it is when it
// is plain, else in single quotes. `text` holds no NUL, which no shell word can hold.
QByteArray quoteForShell(const QByteArray& text);
QString quoteForShell(const QString& text);

struct CommandLine {
  QString program;
  QStringList arguments;

  // All words quoted, with one space between them.
  QString toShell() const;
};

}  // namespace trainyard
