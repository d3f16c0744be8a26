// SPDX-License-Identifier: GPL-3.0-or-later
// The axes of parallel coordinates with the places of all lines on them, and which lines are within
// the ranges that are brushed. Without a window: tables and other plots follow the same ranges.
#pragma once

#include <QString>
#include <QStringList>
#include <optional>
#include <utility>
#include <vector>

namespace trainyard {

class ParallelAxes {
 public:
  using Range = std::pair<double, double>;  // low and high, as shares of an axis' height
  struct Axis {
    QString title;
    bool isLogarithmic = false;
    QStringList names;  // of values that are no numbers, from below
    double low = 0, high = 1;
    std::vector<float> shares;  // of the height, one a line; NaN where it has no value
    std::optional<Range> brush;

    double valueAt(double share) const;
    double shareOf(double value) const;
    // The value at a share, as it is read.
    QString words(double share) const;
  };

  // Without axes.
  void begin(std::size_t numLines);
  // `values`: one a line, NaN for none. With names they are indices of these.
  void add(const QString& title, const std::vector<double>& values, bool isLogarithmic,
           const QStringList& names = {});
  // Brushes the same values as another did on the axes of the same names.
  void brushLike(const ParallelAxes& other);

  const std::vector<Axis>& axes() const { return m_axes; }
  std::size_t numLines() const { return m_within.size(); }

  void setBrush(std::size_t axis, std::optional<Range> range);
  void clearBrushes();
  bool isBrushed() const;
  bool isWithin(std::size_t line) const { return m_within[line] != 0; }
  std::size_t numWithin() const { return m_numWithin; }

 private:
  void choose();

  std::vector<Axis> m_axes;
  std::vector<char> m_within;
  std::size_t m_numWithin = 0;
};

}  // namespace trainyard
