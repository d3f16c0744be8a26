// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/cli/output.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iostream>
#include <string>

#include <QDateTime>
#include <QJsonArray>
#include <QJsonDocument>
#include <QLocale>

#include <unistd.h>

#include "engine/contract/messages.h"
#include "remote/cli/terminal_filter.h"
#include "remote/values/numbers.h"

namespace trainyard {

void printNote(const QString& line) {
  std::fprintf(stderr, "%s\n", sanitizedForTerminal(line).toUtf8().constData());
}

void print(const QString& line, const QString& end) {
  const QByteArray bytes = (line + end).toUtf8();
  std::fwrite(bytes.constData(), 1, static_cast<std::size_t>(bytes.size()), stdout);
}

void printTable(const QList<QStringList>& rows) {
  if (rows.isEmpty()) return;
  QList<qsizetype> widths(rows.first().size(), 0);
  for (const QStringList& cells : rows)
    for (qsizetype i = 0; i < cells.size(); ++i) widths[i] = std::max(widths[i], cells[i].size());
  for (const QStringList& cells : rows) {
    QString line;
    for (qsizetype i = 0; i + 1 < cells.size(); ++i) line += cells[i].leftJustified(widths[i] + 2);
    print(line + cells.last());
  }
}

int printJson(const QJsonValue& value) {
  const QJsonDocument document =
      value.isArray() ? QJsonDocument(value.toArray()) : QJsonDocument(value.toObject());
  const QByteArray bytes = document.toJson();
  std::fwrite(bytes.constData(), 1, static_cast<std::size_t>(bytes.size()), stdout);
  return 0;
}

bool canAsk() { return ::isatty(STDIN_FILENO) && ::isatty(STDERR_FILENO); }

QString askedLine(const QString& question) {
  std::fprintf(stderr, "%s", sanitizedForTerminal(question).toUtf8().constData());
  std::string line;
  if (!std::getline(std::cin, line)) std::fputc('\n', stderr);
  return QString::fromStdString(line);
}

Result<bool> isConfirmed(const QString& question) {
  if (!canAsk()) return make_error("confirm.nobody", {{"question", question.toStdString()}});
  std::fprintf(stderr, "%s [y/N] ", sanitizedForTerminal(question).toUtf8().constData());
  const int answer = std::getchar();
  return answer == 'y' || answer == 'Y';
}

int fail(const Error& error) {
  std::fflush(stdout);
  printNote(u"yard: "_s + QString::fromStdString(error.message));
  return static_cast<int>(error.exit_code);
}

QString sanitizedForTerminal(const QString& text) {
  QString clean = text;
  for (QChar& c : clean)
    if (drivesTerminal(c)) c = QChar::ReplacementCharacter;
  return clean;
}

QString ageText(double seconds) {
  if (seconds < 90) return u"%1 s"_s.arg(std::max(0, static_cast<int>(seconds)));
  if (seconds < 90 * 60) return u"%1 min"_s.arg(std::lround(seconds / 60));
  if (seconds < 36 * 3600) return u"%1 h"_s.arg(std::lround(seconds / 3600));
  return u"%1 d"_s.arg(std::lround(seconds / 86400));
}

QString durationText(double seconds) {
  const auto whole = static_cast<qint64>(std::max(0.0, seconds));
  const QString minutes =
      u"%1:%2"_s.arg(whole / 60 % 60, whole >= 3600 ? 2 : 1, 10, QLatin1Char('0'))
          .arg(whole % 60, 2, 10, QLatin1Char('0'));
  return whole >= 3600 ? u"%1:"_s.arg(whole / 3600) + minutes : minutes;
}

QString numberText(double value) {
  return std::isfinite(value) ? QString::number(value, 'g', 6) : nameOfNonFinite(value);
}

QString countText(qint64 value) { return QLocale(QLocale::English).toString(value); }

QString placeText(const RunRecord& run) {
  return sanitizedForTerminal(run.target == "here"_L1 ? run.folder
                                                      : run.target + u':' + run.folder);
}

QString stateText(const RunRecord& run) {
  const QString state = nameOf(run.state), reason = sanitizedForTerminal(run.reason);
  QString text = state;
  if (!reason.isEmpty() && run.state != RunState::completed)
    text = reason.startsWith(state + u' ') ? reason : state + u": "_s + reason;
  if (run.state == RunState::waiting && run.expectedStart > 0)
    text += u"; starts about "_s + momentText(run.expectedStart);
  return text;
}

void printCount(int done, qsizetype all, const QString& study, const char* words) {
  print(u"%1 of %2 runs of the study %3 %4"_s.arg(done).arg(all).arg(study.left(8),
                                                                     QLatin1String(words)));
}

int exitCodeOf(const RunRecord& run) {
  if (run.state == RunState::completed) return 0;
  const int code = run.exitCode.value_or(static_cast<int>(ExitCode::failed));
  return code == 0 ? static_cast<int>(ExitCode::failed) : code;
}

}  // namespace trainyard
