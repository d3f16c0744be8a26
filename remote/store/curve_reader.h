// SPDX-License-Identifier: GPL-3.0-or-later
// Reads a curve at a resolution, from its blocks where they fit into a column and from its points
// where they do not. Internal to store/.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include <QList>
#include <QString>

#include "engine/contract/result.h"
#include "remote/store/curve_block.h"
#include "remote/store/statements.h"

namespace trainyard {

class CurveReader {
 public:
  explicit CurveReader(Statements& statements) : m_statements(statements) {}

  // Without a range: the whole curve. The number of blocks and points read is in the order of
  // `columns`, however long the curve is.
  Curve read(const QString& run, const QString& metric, std::optional<CurveRange> range,
             int columns);
  // All of the curve as one block; and the newest attempt with a point that counts, with its
  // highest x.
  CurveBlock whole(qint64 series);
  std::optional<std::pair<int, double>> newest() const { return m_newest; }

 private:
  struct Part {
    qint64 series;
    int attempt;
    double limit;  // the last step that is not superseded
    bool hasBlocks;
  };
  QList<Part> partsOf(qint64 series);
  void readPart(const Part& part);
  void readBlocks(const Part& part, int level, qint64 firstBlock, qint64 lastBlock);
  void readPoints(const Part& part, qint64 firstSequence, qint64 lastSequence);
  bool take(const CurveBlock& block, double limit);
  void take(CurveSpot spot, bool isNumbered, double limit);
  std::size_t columnOf(double x) const;

  Statements& m_statements;
  CurveRange m_range;
  std::vector<CurveBlock> m_columns;
  std::optional<CurveSpot> m_before, m_after;
  std::optional<std::pair<int, double>> m_newest;
  double m_numbered = 0;  // points without a step so far, in a curve without blocks
};

}  // namespace trainyard
