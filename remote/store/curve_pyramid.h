// SPDX-License-Identifier: GPL-3.0-or-later
// Keeps the blocks of curves (table `blocks`) as points are appended, inside the caller's
// transaction: level 1 has a block for every 32 points of an attempt, each further level one for
// every 32 of the level below; the last block of a level is incomplete. Internal to store/.
#pragma once

#include <map>
#include <utility>
#include <vector>

#include "remote/store/curve_block.h"
#include "remote/store/statements.h"

namespace trainyard {

constexpr int blockFanout = 32;

class CurvePyramid {
 public:
  explicit CurvePyramid(Statements& statements) : m_statements(statements) {}

  // A point whose row exists, with a sequence number above all others of its attempt. With a step
  // that the attempt already reported, it replaces that point.
  struct Point {
    qint64 series;
    int attempt;
    qint64 sequence;
    double x, y;
    bool isNumbered;
  };
  void add(const Point& point);
  // A later attempt reported this step again, although it is not superseded.
  void replaceIn(qint64 series, int attempt, double x) { replace({series, attempt}, x); }
  // Writes what has changed.
  void flush();

 private:
  using Place = std::pair<qint64, int>;  // series, attempt
  struct Level {
    qint64 block = 0, firstSequence = 0, lastSequence = 0;
    CurveBlock content;
    bool isChanged = false;
  };
  struct Tail {
    std::vector<Level> levels;
    double high = CurveBlock::none;
  };
  Tail& tailOf(Place place);
  void write(Place place, int level, Level& block);
  void write(Place place, Tail& tail);
  void replace(Place place, double x);
  bool replaceBelow(Place place, int level, qint64 firstBlock, qint64 lastBlock, double x);
  CurveBlock fromPoints(Place place, qint64 firstSequence, qint64 lastSequence);
  CurveBlock fromBlocks(Place place, int level, qint64 parent);

  Statements& m_statements;
  std::map<Place, Tail> m_tails;
};

}  // namespace trainyard
