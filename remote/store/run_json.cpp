// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/store/run_json.h"

#include <QJsonArray>

#include "remote/values/json_values.h"
#include "remote/values/numbers.h"

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

QJsonObject toJson(const RunRecord& run) {
  return {
      {QStringLiteral("run"), run.run},
      {QStringLiteral("name"), run.name},
      {QStringLiteral("target"), run.target},
      {QStringLiteral("folder"), run.folder},
      {QStringLiteral("source"), run.source},
      {QStringLiteral("workload"), run.workload},
      {QStringLiteral("tags"), QJsonArray::fromStringList(run.tags)},
      {QStringLiteral("project"), run.project.isEmpty() ? QJsonValue() : QJsonValue(run.project)},
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

}  // namespace trainyard
