// SPDX-License-Identifier: GPL-3.0-or-later
// Very many lines in one picture: for each pixel, how many cross it and with which values. A line
// can be taken away again, so that another choice among ten thousand of them does not mean to draw
// them all.
#pragma once

#include <QImage>
#include <QSize>
#include <cstdint>
#include <span>
#include <vector>

namespace trainyard {

class LineDensity {
 public:
  // Without lines, in pixels of the device.
  void reset(QSize size);
  QSize size() const { return m_size; }

  struct Line {
    int firstColumn = 0;
    std::span<const float> heights{};  // from the top, one a column; NaN where it has none
    double share = 0;                  // which of the colours it has, from 0 to 1
    double width = 1.4;
  };
  void add(const Line& line) { draw(line, 1); }
  // One that was added.
  void takeAway(const Line& line) { draw(line, -1); }

  // `colours`: by the mean share of the lines at a pixel. `strength`: how opaque one line is;
  // however many there are, a pixel is at most as opaque as `most`.
  QImage picture(std::span<const QRgb> colours, double strength, double most = 1) const;

 private:
  void draw(const Line& line, int sign);

  QSize m_size;
  // Above 32 bits the lines in sixteenths, since a line covers a pixel in part; below them these
  // times their shares.
  std::vector<std::uint64_t> m_pixels;
};

}  // namespace trainyard
