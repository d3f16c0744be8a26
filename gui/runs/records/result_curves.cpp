// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/records/result_curves.h"

#include <algorithm>

#include "engine/contract/json.h"
#include "engine/contract/results/split_curves.h"
#include "gui/charts/axis_ticks.h"
#include "gui/charts/curve_export.h"
#include "remote/values/csv_cells.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

constexpr std::size_t maxCurves = 256, maxPoints = 5000, maxMetrics = 64, maxConfused = 256;

// A label may be any text; a picture has one line for it.
QString labelOf(const std::string& written) {
  QString text = QString::fromStdString(written).left(kMaxLabelBytes);
  for (QChar& c : text)
    if (c.category() == QChar::Other_Control || c.category() == QChar::Other_Format) c = u' ';
  return text;
}

bool isShare(double value) { return value >= 0 && value <= 1; }

ResultCurve curveOf(const std::string& label, const std::optional<double>& area,
                    const std::vector<ResultPoint>& points) {
  ResultCurve curve{labelOf(label), {}, {}, {}};
  if (area && isShare(*area)) curve.area = area;
  for (const ResultPoint& point : points) {
    if (!isShare(point.x) || !isShare(point.y)) continue;
    if (curve.points.size() == maxPoints) break;
    curve.points.emplace_back(point.x, point.y);
    if (point.count) curve.counts.push_back(std::max<qint64>(0, *point.count));
  }
  if (curve.counts.size() != curve.points.size()) curve.counts.clear();
  return curve;
}

template <class Curve>
QList<ResultCurve> curvesOf(const std::vector<Curve>& written,
                            std::optional<double> Curve::* area = nullptr) {
  QList<ResultCurve> curves;
  for (std::size_t i = 0; i < std::min(written.size(), maxCurves); ++i)
    curves << curveOf(written[i].label, area ? written[i].*area : std::nullopt, written[i].points);
  return curves;
}

std::vector<std::vector<qint64>> matrixOf(const CountMatrix& rows, std::size_t width) {
  if (rows.size() != width || width > maxConfused) return {};
  std::vector<std::vector<qint64>> matrix;
  for (const std::vector<std::int64_t>& row : rows) {
    if (row.size() != width) return {};
    std::vector<qint64>& line = matrix.emplace_back();
    for (const std::int64_t cell : row) line.push_back(std::max<qint64>(0, cell));
  }
  return matrix;
}

}  // namespace

std::optional<ResultCurves> ResultCurves::parse(const QByteArray& content) {
  if (content.size() > maxResultBytes) return std::nullopt;
  const auto json =
      parse_json(std::string_view(content.constData(), static_cast<std::size_t>(content.size())));
  if (!json) return std::nullopt;
  const auto document = read_leniently<SplitCurves>(*json);
  if (document.format != kCurvesFormat) return std::nullopt;
  ResultCurves results;
  results.split = labelOf(document.split);
  results.rows = std::max<qint64>(0, document.rows);
  for (std::size_t i = 0; i < std::min(document.labels.size(), maxConfused); ++i)
    results.labels << labelOf(document.labels[i]);
  for (const auto& [name, value] : document.metrics) {
    ReadProblem ignored;
    const auto number = Codec<double>::read(value, ignored);
    if (number && results.metrics.size() < qsizetype(maxMetrics))
      results.metrics << std::pair(labelOf(name), *number);
  }
  for (std::size_t i = 0; i < std::min(document.classes.size(), maxCurves); ++i) {
    const ScoresOfLabel& each = document.classes[i];
    results.classes << ClassScores{labelOf(each.label), each.precision, each.recall, each.f1,
                                   each.support};
  }
  results.roc = curvesOf(document.roc, &RocOfLabel::auc);
  results.precisionRecall =
      curvesOf(document.precision_recall, &PrecisionRecallOfLabel::average_precision);
  results.calibration = curvesOf(document.calibration);
  results.confusion = matrixOf(document.confusion, static_cast<std::size_t>(results.labels.size()));
  for (const ConfusionOfLabel& each : document.label_confusions) {
    if (results.labelConfusions.size() == qsizetype(maxCurves)) break;
    if (auto counts = matrixOf(each.counts, 2); !counts.empty())
      results.labelConfusions << std::pair(labelOf(each.label), std::move(counts));
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
