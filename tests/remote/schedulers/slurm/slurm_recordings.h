// SPDX-License-Identifier: GPL-3.0-or-later
// The recorded outputs of tests/fixtures/slurm.
#pragma once

#include <QByteArray>
#include <QDir>
#include <QFile>
#include <QHash>
#include <QStringList>
#include <QTest>

#include "remote/process/run_program.h"

namespace trainyard::recordings {

inline QString folder() { return QStringLiteral(TRAINYARD_SOURCE_FOLDER "/tests/fixtures/slurm"); }

inline QStringList versions() {
  return QDir(folder()).entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name);
}

struct Stream {
  bool exists = false;
  QString command;
  int exitCode = 0;
  QByteArray text;
};

inline Stream stream(const QString& version, const QString& name, const char* which) {
  Stream stream;
  QFile file(QStringLiteral("%1/%2/%3.%4").arg(folder(), version, name, QLatin1String(which)));
  if (!file.open(QIODevice::ReadOnly)) return stream;
  const QByteArray all = file.readAll();
  const qsizetype end = all.indexOf('\n');
  QStringList parts = QString::fromUtf8(all.first(end)).split(QStringLiteral(" | "));
  parts.removeLast();
  stream.exitCode = parts.takeLast().mid(3).toInt();
  stream.command = parts.mid(1).join(QStringLiteral(" | "));
  stream.text = all.sliced(end + 1);
  stream.exists = true;
  return stream;
}

// Both streams of one command, as a program's output.
inline std::optional<ProgramOutput> output(const QString& version, const QString& name) {
  const Stream out = stream(version, name, "stdout"), err = stream(version, name, "stderr");
  if (!out.exists && !err.exists) return std::nullopt;
  return ProgramOutput{out.exists ? out.exitCode : err.exitCode, out.text, err.text};
}

// What a job is -> its id.
inline QHash<QString, qint64> jobs(const QString& version) {
  QHash<QString, qint64> jobs;
  QFile file(QStringLiteral("%1/%2/jobs.txt").arg(folder(), version));
  if (!file.open(QIODevice::ReadOnly)) return jobs;
  for (const QByteArray& line : file.readAll().split('\n')) {
    const qsizetype tab = line.indexOf('\t');
    if (tab > 0 && !line.startsWith('#'))
      jobs.insert(QString::fromUtf8(line.sliced(tab + 1)), line.first(tab).toLongLong());
  }
  return jobs;
}

// Lines of expected.tsv of one kind, without the kind.
inline QList<QStringList> expected(const char* kind) {
  QList<QStringList> rows;
  QFile file(folder() + QStringLiteral("/expected.tsv"));
  if (!file.open(QIODevice::ReadOnly)) return rows;
  for (const QString& line : QString::fromUtf8(file.readAll()).split(QLatin1Char('\n'))) {
    QStringList columns = line.split(QLatin1Char('\t'));
    if (columns.takeFirst() == QLatin1String(kind)) rows << columns;
  }
  return rows;
}

inline bool isEither(const QString& value, const QString& alternatives) {
  return alternatives.split(QStringLiteral(" / ")).contains(value);
}

}  // namespace trainyard::recordings
