// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/result_curves.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <algorithm>

#include "gui/charts/axis_ticks.h"
#include "gui/charts/curve_export.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

constexpr qsizetype maxCurves = 256, maxPoints = 5000, maxMetrics = 64, maxConfused = 256,
                    maxLabelLength = 200;

QString labelFrom(const QJsonValue& value) {
  QString text = value.toString().left(maxLabelLength);
  // A label may be any text; a picture has one line for it.
  for (QChar& c : text)
    if (c.category() == QChar::Other_Control || c.category() == QChar::Other_Format) c = u' ';
  return text;
}

bool isShare(double value) { return value >= 0 && value <= 1; }

ResultCurve curveFrom(const QJsonObject& json, QLatin1String area) {
  ResultCurve curve{labelFrom(json["label"]), {}, {}, {}};
  if (const QJsonValue value = json[area]; isShare(value.toDouble(-1)))
    curve.area = value.toDouble();
  for (const QJsonValue& value : json["points"].toArray()) {
    const QJsonArray point = value.toArray();
    const double x = point[0].toDouble(-1), y = point[1].toDouble(-1);
    if (point.size() < 2 || !isShare(x) || !isShare(y)) continue;
    if (curve.points.size() == maxPoints) break;
    curve.points.emplace_back(x, y);
    if (point.size() > 2) curve.counts.push_back(std::max<qint64>(0, point[2].toInteger()));
  }
  if (curve.counts.size() != curve.points.size()) curve.counts.clear();
  return curve;
}

QList<ResultCurve> curvesFrom(const QJsonValue& json, QLatin1String area = {}) {
  QList<ResultCurve> curves;
  for (const QJsonValue& curve : json.toArray()) {
    if (curves.size() == maxCurves) break;
    curves << curveFrom(curve.toObject(), area);
  }
  return curves;
}

std::vector<std::vector<qint64>> matrixFrom(const QJsonArray& rows, qsizetype width) {
  if (rows.size() != width || width > maxConfused) return {};
  std::vector<std::vector<qint64>> matrix;
  for (const QJsonValue& row : rows) {
    const QJsonArray cells = row.toArray();
    if (cells.size() != width) return {};
    std::vector<qint64>& line = matrix.emplace_back();
    for (const QJsonValue& cell : cells) line.push_back(std::max<qint64>(0, cell.toInteger()));
  }
  return matrix;
}

}  // namespace

std::optional<ResultCurves> ResultCurves::parse(const QByteArray& content) {
  if (content.size() > maxResultBytes) return std::nullopt;
  const QJsonDocument document = QJsonDocument::fromJson(content);
  const QJsonObject json = document.object();
  if (json["format"].toInt() != 1) return std::nullopt;
  ResultCurves results;
  results.split = labelFrom(json["split"]);
  results.rows = std::max<qint64>(0, json["rows"].toInteger());
  for (const QJsonValue& label : json["labels"].toArray()) {
    if (results.labels.size() == maxConfused) break;
    results.labels << labelFrom(label);
  }
  const QJsonObject metrics = json["metrics"].toObject();
  for (auto metric = metrics.begin(); metric != metrics.end(); ++metric)
    if (metric->isDouble() && results.metrics.size() < maxMetrics)
      results.metrics << std::pair(metric.key().left(maxLabelLength), metric->toDouble());
  for (const QJsonValue& value : json["classes"].toArray()) {
    if (results.classes.size() == maxCurves) break;
    results.classes << ClassScores{labelFrom(value["label"]), value["precision"].toDouble(),
                                   value["recall"].toDouble(), value["f1"].toDouble(),
                                   value["support"].toInteger()};
  }
  results.roc = curvesFrom(json["roc"], QLatin1String("auc"));
  results.precisionRecall =
      curvesFrom(json["precision_recall"], QLatin1String("average_precision"));
  results.calibration = curvesFrom(json["calibration"]);
  results.confusion = matrixFrom(json["confusion"].toArray(), results.labels.size());
  for (const QJsonValue& value : json["label_confusions"].toArray()) {
    if (results.labelConfusions.size() == maxCurves) break;
    if (auto counts = matrixFrom(value["counts"].toArray(), 2); !counts.empty())
      results.labelConfusions << std::pair(labelFrom(value["label"]), std::move(counts));
  }
  return results;
}

QString resultText(const ResultCurves& results) {
  QStringList lines;
  for (const auto& [name, value] : results.metrics) lines << name + u'\t' + readOut(value);
  if (!results.classes.isEmpty()) lines << QString() << u"label\tprecision\trecall\tf1\trows"_s;
  for (const ClassScores& each : results.classes)
    lines << QStringList{each.label, readOut(each.precision), readOut(each.recall),
                         readOut(each.f1), QString::number(each.support)}
                 .join(u'\t');
  if (!results.confusion.empty()) lines << QString() << u"\t"_s + results.labels.join(u'\t');
  for (std::size_t row = 0; row < results.confusion.size(); ++row) {
    QStringList cells{results.labels[static_cast<qsizetype>(row)]};
    for (const qint64 count : results.confusion[row]) cells << QString::number(count);
    lines << cells.join(u'\t');
  }
  if (!results.labelConfusions.isEmpty())
    lines << QString()
          << u"label\ttrue negatives\tfalse positives\tfalse negatives\ttrue positives"_s;
  for (const auto& [label, counts] : results.labelConfusions)
    lines << QStringList{label, QString::number(counts[0][0]), QString::number(counts[0][1]),
                         QString::number(counts[1][0]), QString::number(counts[1][1])}
                 .join(u'\t');
  return lines.join(u'\n') + u'\n';
}

QByteArray resultTable(const ResultCurves& results) {
  QByteArray table = "curve,label,x,y,count\n";
  const auto add = [&](const char* name, const QList<ResultCurve>& curves) {
    for (const ResultCurve& curve : curves)
      for (std::size_t i = 0; i < curve.points.size(); ++i) {
        table += name;
        table += ',' + csvCell(curve.label) + ',' + csvNumber(curve.points[i].x()) + ',' +
                 csvNumber(curve.points[i].y()) + ',';
        if (!curve.counts.empty()) table += QByteArray::number(curve.counts[i]);
        table += '\n';
      }
  };
  add("roc", results.roc);
  add("precision_recall", results.precisionRecall);
  add("calibration", results.calibration);
  return table;
}

}  // namespace trainyard
