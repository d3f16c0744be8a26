// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/code/line_difference.h"

#include <algorithm>
#include <vector>

namespace trainyard {
namespace {

using DifferenceKind = DifferenceLine::Kind;

constexpr qsizetype mostEdits = 2000;

QStringList linesOf(const QString& text) {
  if (text.isEmpty()) return {};
  QStringList lines = text.split(u'\n');
  if (lines.last().isEmpty()) lines.removeLast();
  for (QString& line : lines)
    if (line.endsWith(u'\r')) line.chop(1);
  return lines;
}

// Which lines of the middle parts, where the texts differ, have no counterpart in the other.
struct Edits {
  std::vector<bool> removed, added;
};

// Myers's greedy search: the furthest place in `before` on each diagonal, for each number of edits.
class ShortestEdits {
 public:
  ShortestEdits(const QStringList& before, const QStringList& after)
      : m_before(before), m_after(after) {}

  Edits find() {
    Edits edits{std::vector(static_cast<std::size_t>(m_before.size()), true),
                std::vector(static_cast<std::size_t>(m_after.size()), true)};
    const qsizetype limit = std::min(mostEdits, m_before.size() + m_after.size());
    for (qsizetype count = 0; count <= limit; ++count)
      if (extend(count)) {
        walkBack(count, edits);
        break;
      }
    return edits;
  }

 private:
  using Furthest = std::vector<qsizetype>;  // of diagonals -count, -count + 2, ..., count

  static qsizetype at(const Furthest& furthest, qsizetype count, qsizetype diagonal) {
    if (diagonal < -count || diagonal > count) return -1;
    return furthest[static_cast<std::size_t>((diagonal + count) / 2)];
  }
  bool comesFromAbove(qsizetype count, qsizetype diagonal) const {
    const Furthest& last = m_furthest[static_cast<std::size_t>(count - 1)];
    return at(last, count - 1, diagonal - 1) < at(last, count - 1, diagonal + 1);
  }
  qsizetype startOf(qsizetype count, qsizetype diagonal) const {
    if (count == 0) return 0;
    const Furthest& last = m_furthest[static_cast<std::size_t>(count - 1)];
    return comesFromAbove(count, diagonal) ? at(last, count - 1, diagonal + 1)
                                           : at(last, count - 1, diagonal - 1) + 1;
  }

  // Whether both ends are reached with so many edits.
  bool extend(qsizetype count) {
    Furthest furthest(static_cast<std::size_t>(count + 1));
    bool isDone = false;
    for (qsizetype diagonal = -count; diagonal <= count; diagonal += 2) {
      qsizetype x = startOf(count, diagonal);
      while (x < m_before.size() && x - diagonal < m_after.size() && x - diagonal >= 0 &&
             m_before[x] == m_after[x - diagonal])
        ++x;
      furthest[static_cast<std::size_t>((diagonal + count) / 2)] = x;
      isDone = isDone || (diagonal == m_before.size() - m_after.size() && x >= m_before.size());
    }
    m_furthest.push_back(std::move(furthest));
    return isDone;
  }

  // What lies on the diagonals of the way back is the same in both.
  void walkBack(qsizetype count, Edits& edits) const {
    qsizetype x = m_before.size(), y = m_after.size();
    for (; count >= 0; --count) {
      const qsizetype diagonal = x - y, start = startOf(count, diagonal);
      for (; x > start; --x, --y) {
        edits.removed[static_cast<std::size_t>(x - 1)] = false;
        edits.added[static_cast<std::size_t>(y - 1)] = false;
      }
      if (count == 0) break;
      if (comesFromAbove(count, diagonal))
        --y;
      else
        --x;
    }
  }

  const QStringList& m_before;
  const QStringList& m_after;
  std::vector<Furthest> m_furthest;
};

// The part between what two lines begin and end with alike.
void markChange(DifferenceLine& removed, DifferenceLine& added) {
  const qsizetype most = std::min(removed.text.size(), added.text.size());
  qsizetype head = 0, tail = 0;
  while (head < most && removed.text[head] == added.text[head]) ++head;
  while (tail < most - head &&
         removed.text[removed.text.size() - 1 - tail] == added.text[added.text.size() - 1 - tail])
    ++tail;
  if (head + tail == 0) return;  // nothing in common: the whole line is another
  for (DifferenceLine* line : {&removed, &added}) {
    line->from = head;
    line->length = line->text.size() - head - tail;
  }
}

// Removed lines before added ones in each block, each beside the one that took its place.
void markBlocks(QList<DifferenceLine>& lines) {
  for (qsizetype at = 0; at < lines.size();) {
    qsizetype removed = at;
    while (removed < lines.size() && lines[removed].kind == DifferenceKind::removed) ++removed;
    qsizetype added = removed;
    while (added < lines.size() && lines[added].kind == DifferenceKind::added) ++added;
    if (removed - at == added - removed)
      for (qsizetype i = 0; i < removed - at; ++i) markChange(lines[at + i], lines[removed + i]);
    at = std::max(added, at + 1);
  }
}

QList<DifferenceLine> allLines(const QStringList& before, const QStringList& after) {
  qsizetype head = 0, tail = 0;
  const qsizetype most = std::min(before.size(), after.size());
  while (head < most && before[head] == after[head]) ++head;
  while (tail < most - head && before[before.size() - 1 - tail] == after[after.size() - 1 - tail])
    ++tail;
  const QStringList left = before.sliced(head, before.size() - head - tail),
                    right = after.sliced(head, after.size() - head - tail);
  const Edits edits = ShortestEdits(left, right).find();
  QList<DifferenceLine> lines;
  qsizetype x = 0, y = 0;
  const auto same = [&] {
    lines << DifferenceLine{DifferenceKind::same, static_cast<int>(++x), static_cast<int>(++y),
                            before[x - 1]};
  };
  while (x < before.size() || y < after.size()) {
    const qsizetype i = x - head, j = y - head;
    if (i >= 0 && i < left.size() && edits.removed[static_cast<std::size_t>(i)])
      lines << DifferenceLine{DifferenceKind::removed, static_cast<int>(++x), 0, before[x - 1]};
    else if (j >= 0 && j < right.size() && edits.added[static_cast<std::size_t>(j)])
      lines << DifferenceLine{DifferenceKind::added, 0, static_cast<int>(++y), after[y - 1]};
    else
      same();
  }
  return lines;
}

}  // namespace

QList<DifferenceLine> lineDifference(const QString& before, const QString& after, int context) {
  QList<DifferenceLine> lines = allLines(linesOf(before), linesOf(after));
  if (std::ranges::all_of(lines,
                          [](const auto& line) { return line.kind == DifferenceKind::same; }))
    return {};
  markBlocks(lines);
  std::vector<bool> isShown(static_cast<std::size_t>(lines.size()));
  for (qsizetype at = 0; at < lines.size(); ++at)
    if (lines[at].kind != DifferenceKind::same)
      for (qsizetype near = std::max<qsizetype>(0, at - context);
           near < std::min<qsizetype>(lines.size(), at + context + 1); ++near)
        isShown[static_cast<std::size_t>(near)] = true;
  QList<DifferenceLine> shown;
  for (qsizetype at = 0; at < lines.size(); ++at)
    if (isShown[static_cast<std::size_t>(at)])
      shown << lines[at];
    else if (!shown.isEmpty() && shown.last().kind == DifferenceKind::skipped)
      ++shown.last().skipped;
    else
      shown << DifferenceLine{.kind = DifferenceKind::skipped, .skipped = 1};
  return shown;
}

}  // namespace trainyard
