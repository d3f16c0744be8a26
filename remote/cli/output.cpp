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
#include "remote/values/json_values.h"
#include "remote/values/numbers.h"
#include "remote/values/message.h"

namespace trainyard {
namespace {

template <class T>
QJsonValue orNull(const std::optional<T>& value) {
  if (!value) return QJsonValue();
  if constexpr (std::is_same_v<T, double>)
    return jsonNumber(*value);
  else
    return QJsonValue(static_cast<qint64>(*value));
}

QJsonValue timeOrNull(double seconds) { return seconds > 0 ? QJsonValue(seconds) : QJsonValue(); }

}  // namespace

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

QJsonObject toJson(const RunRecord& run) {
  return {{QStringLiteral("run"), run.run},
          {QStringLiteral("name"), run.name},
          {QStringLiteral("target"), run.target},
          {QStringLiteral("folder"), run.folder},
          {QStringLiteral("source"), run.source},
          {QStringLiteral("workload"), run.workload},
          {QStringLiteral("tags"), QJsonArray::fromStringList(run.tags)},
          {QStringLiteral("git_commit"), run.gitCommit},
          {QStringLiteral("state"), nameOf(run.state)},
          {QStringLiteral("reason"), run.reason},
          {QStringLiteral("reason_code"), QString::fromStdString(run.reasonCode)},
          {QStringLiteral("reason_arguments"), jsonOf(run.reasonArguments)},
          {QStringLiteral("code"), run.code},
          {QStringLiteral("exit_code"), orNull(run.exitCode)},
          {QStringLiteral("rank"), orNull(run.rank)},
          {QStringLiteral("node"), run.node},
          {QStringLiteral("created"), run.created},
          {QStringLiteral("started"), timeOrNull(run.started)},
          {QStringLiteral("ended"), timeOrNull(run.ended)},
          {QStringLiteral("attempt"), run.attempt},
          {QStringLiteral("step"), orNull(run.step)},
          {QStringLiteral("total_steps"), orNull(run.totalSteps)},
          {QStringLiteral("train/loss"), orNull(run.trainLoss)},
          {QStringLiteral("eval/loss"), orNull(run.evalLoss)},
          {QStringLiteral("train/tokens_per_second"), orNull(run.tokensPerSecond)},
          {QStringLiteral("expected_start"), timeOrNull(run.expectedStart)},
          {QStringLiteral("parent"), run.parent.isEmpty() ? QJsonValue() : QJsonValue(run.parent)},
          {QStringLiteral("array_index"), orNull(run.arrayIndex)},
          {QStringLiteral("after"), QJsonArray::fromStringList(run.after)},
          {QStringLiteral("study"), run.study.isEmpty() ? QJsonValue() : QJsonValue(run.study)},
          {QStringLiteral("study_values"), QJsonArray::fromStringList(run.studyValues)}};
}

QJsonObject toJson(const QString& metric, const MetricPoint& point) {
  QJsonObject json{{QStringLiteral("metric"), metric},
                   {QStringLiteral("attempt"), point.attempt},
                   {QStringLiteral("sequence"), point.sequence},
                   {QStringLiteral("time"), point.time}};
  if (point.step) json.insert(QStringLiteral("step"), *point.step);
  if (point.tokens) json.insert(QStringLiteral("tokens"), *point.tokens);
  if (point.epoch) json.insert(QStringLiteral("epoch"), *point.epoch);
  json.insert(QStringLiteral("value"), jsonNumber(point.value));
  return json;
}

int exitCodeOf(const RunRecord& run) {
  if (run.state == RunState::completed) return 0;
  const int code = run.exitCode.value_or(static_cast<int>(ExitCode::failed));
  return code == 0 ? static_cast<int>(ExitCode::failed) : code;
}

}  // namespace trainyard
