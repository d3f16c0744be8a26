// SPDX-License-Identifier: GPL-3.0-or-later
// The results of one split of a run, parsed from its curves.json (resources/help/formats.md).
#pragma once

#include <QByteArray>
#include <QList>
#include <QPointF>
#include <QString>
#include <QStringList>
#include <optional>
#include <utility>
#include <vector>

namespace trainyard {

// Larger files are rejected.
inline constexpr qint64 maxResultBytes = 16 << 20;

struct ResultCurve {
  QString label;
  std::optional<double> area;   // for ROC, or the average precision
  std::vector<QPointF> points;  // both coordinates 0 to 1
  std::vector<qint64> counts;   // for calibration: rows of each point
};

struct ClassScores {
  QString label;
  double precision = 0, recall = 0, f1 = 0;
  qint64 support = 0;
};

struct ResultCurves {
  QString split;
  qint64 rows = 0;
  QStringList labels;
  QList<std::pair<QString, double>> metrics;
  QList<ClassScores> classes;
  QList<ResultCurve> roc, precisionRecall, calibration;
  std::vector<std::vector<qint64>> confusion;  // one row per label in the data; square, or empty
  // If rows may have several labels: 2 x 2 for each, negative before positive.
  QList<std::pair<QString, std::vector<std::vector<qint64>>>> labelConfusions;

  // The file is untrusted: nothing if it is not such a document, is larger than maxResultBytes, or
  // has a newer format. Invalid parts are dropped: points outside 0 to 1, curves and rows beyond
  // the number that can be shown, a matrix that is not square.
  static std::optional<ResultCurves> parse(const QByteArray& content);
  bool isEmpty() const { return roc.isEmpty() && confusion.empty() && classes.isEmpty(); }
};

// Text for pasting into a mail or a spreadsheet: metrics, labels and confusion, with cells
// separated by tabs.
QString resultText(const ResultCurves& results);
// All points: one "curve,label,x,y,count" per line.
QByteArray resultTable(const ResultCurves& results);

}  // namespace trainyard
