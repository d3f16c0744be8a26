// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/cli/output.h"

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

void print(const QString& line, const QString& end) {
  const QByteArray bytes = (line + end).toUtf8();
  std::fwrite(bytes.constData(), 1, static_cast<std::size_t>(bytes.size()), stdout);
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
  std::fprintf(stderr, "yard: %s\n",
               sanitizedForTerminal(QString::fromStdString(error.message)).toUtf8().constData());
  return static_cast<int>(error.exit_code);
}

QString sanitizedForTerminal(const QString& text) {
  QString clean = text;
  for (QChar& c : clean)
    if (drivesTerminal(c)) c = QChar::ReplacementCharacter;
  return clean;
}

QString ageText(double seconds) {
  if (seconds < 90) return QStringLiteral("%1 s").arg(std::max(0, static_cast<int>(seconds)));
  if (seconds < 90 * 60) return QStringLiteral("%1 min").arg(std::lround(seconds / 60));
  if (seconds < 36 * 3600) return QStringLiteral("%1 h").arg(std::lround(seconds / 3600));
  return QStringLiteral("%1 d").arg(std::lround(seconds / 86400));
}

QString durationText(double seconds) {
  const auto whole = static_cast<qint64>(std::max(0.0, seconds));
  const QString minutes = QStringLiteral("%1:%2")
                              .arg(whole / 60 % 60, whole >= 3600 ? 2 : 1, 10, QLatin1Char('0'))
                              .arg(whole % 60, 2, 10, QLatin1Char('0'));
  return whole >= 3600 ? QStringLiteral("%1:").arg(whole / 3600) + minutes : minutes;
}

QString numberText(double value) {
  return std::isfinite(value) ? QString::number(value, 'g', 6) : nameOfNonFinite(value);
}

QString countText(qint64 value) { return QLocale(QLocale::English).toString(value); }

QString placeText(const RunRecord& run) {
  return sanitizedForTerminal(run.target == QLatin1String("here")
                                  ? run.folder
                                  : run.target + QLatin1Char(':') + run.folder);
}

QString stateText(const RunRecord& run) {
  const QString state = nameOf(run.state), reason = sanitizedForTerminal(run.reason);
  QString text = state;
  if (!reason.isEmpty() && run.state != RunState::completed)
    text = reason.startsWith(state + QLatin1Char(' ')) ? reason
                                                       : state + QStringLiteral(": ") + reason;
  if (run.state == RunState::waiting && run.expectedStart > 0)
    text += QStringLiteral("; starts about ") + momentText(run.expectedStart);
  return text;
}

int exitCodeOf(const RunRecord& run) {
  if (run.state == RunState::completed) return 0;
  const int code = run.exitCode.value_or(static_cast<int>(ExitCode::failed));
  return code == 0 ? static_cast<int>(ExitCode::failed) : code;
}

}  // namespace trainyard
