// SPDX-License-Identifier: GPL-3.0-or-later
// The results of one split of a run, as its curves.json has them (resources/help/formats.md).
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

// Longer files are refused.
inline constexpr qint64 maxResultBytes = 16 << 20;

struct ResultCurve {
  QString label;
  std::optional<double> area;   // of ROC, or the average precision
  std::vector<QPointF> points;  // both coordinates 0 to 1
  std::vector<qint64> counts;   // of calibration: rows of each point
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
  std::vector<std::vector<qint64>> confusion;  // a row a label of the data; square, or empty
  // Where rows may have several labels: 2 x 2 of each, without it before with it.
  QList<std::pair<QString, std::vector<std::vector<qint64>>>> labelConfusions;

  // The file is hostile: nothing where it is no such document, is longer than maxResultBytes, or
  // is of a newer format. What is out of bounds inside is left out: points beyond 0 to 1, curves
  // and rows beyond a number that can be shown, a matrix that is not square.
  static std::optional<ResultCurves> parse(const QByteArray& content);
  bool isEmpty() const { return roc.isEmpty() && confusion.empty() && classes.isEmpty(); }
};

// What a person pastes into a mail or a spreadsheet: metrics, labels and confusion, cells between
// tabs.
QString resultText(const ResultCurves& results);
// All points: "curve,label,x,y,count" a line.
QByteArray resultTable(const ResultCurves& results);

}  // namespace trainyard
