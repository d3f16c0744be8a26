// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/line_density.h"

#include <algorithm>
#include <cmath>

namespace trainyard {
namespace {

constexpr int wholeLine = 16, wholeShare = 255;
constexpr std::size_t mostCounted = 256 * wholeLine;  // more look the same

}  // namespace

void LineDensity::reset(QSize size) {
  m_size = size.expandedTo({0, 0});
  m_pixels.assign(static_cast<std::size_t>(m_size.width()) * m_size.height(), 0);
}

void LineDensity::draw(const Line& line, int sign) {
  const auto share =
      static_cast<std::uint64_t>(std::lround(std::clamp(line.share, 0.0, 1.0) * wholeShare));
  const std::uint64_t one = (std::uint64_t{1} << 32) + share;
  const auto half = static_cast<float>(line.width / 2);
  const auto below = static_cast<float>(m_size.height());
  const auto num =
      std::min(static_cast<int>(line.heights.size()), m_size.width() - line.firstColumn);
  const float* heights = line.heights.data();
  for (int i = std::max(0, -line.firstColumn); i < num; ++i) {
    const float y = heights[i];
    if (std::isnan(y)) continue;
    // Half the way to its neighbours, so that a steep line has no gaps.
    const float before = i > 0 && !std::isnan(heights[i - 1]) ? (y + heights[i - 1]) / 2 : y;
    const float after = i + 1 < num && !std::isnan(heights[i + 1]) ? (y + heights[i + 1]) / 2 : y;
    const float top = std::max(std::min({y, before, after}) - half, 0.F);
    const float bottom = std::min(std::max({y, before, after}) + half, below);
    if (!(bottom > top)) continue;
    const int first = static_cast<int>(top), last = static_cast<int>(std::ceil(bottom)) - 1;
    std::uint64_t* pixel = m_pixels.data() + line.firstColumn + i +
                           static_cast<std::ptrdiff_t>(first) * m_size.width();
    for (int row = first; row <= last; ++row, pixel += m_size.width()) {
      const float covered =
          std::min(bottom, static_cast<float>(row + 1)) - std::max(top, static_cast<float>(row));
      const std::uint64_t change = one * static_cast<std::uint64_t>(covered * wholeLine + 0.5F);
      *pixel += sign > 0 ? change : ~change + 1;
    }
  }
}

QImage LineDensity::picture(std::span<const QRgb> colours, double strength, double most) const {
  QImage picture(m_size, QImage::Format_ARGB32_Premultiplied);
  if (picture.isNull()) return picture;
  picture.fill(0);
  std::vector<int> opacities(mostCounted + 1);
  const double kept = std::pow(1 - std::clamp(strength, 0.0, 0.999), 1.0 / wholeLine);
  double through = 1;
  for (int& opacity : opacities) {
    opacity = static_cast<int>(std::lround(std::min(1 - through, most) * 255));
    through *= kept;
  }
  const std::size_t last = colours.size() - 1;
  for (int y = 0; y < m_size.height(); ++y) {
    auto* out = reinterpret_cast<QRgb*>(picture.scanLine(y));
    const std::uint64_t* in = m_pixels.data() + static_cast<std::size_t>(y) * m_size.width();
    for (int x = 0; x < m_size.width(); ++x) {
      if (in[x] == 0) continue;
      const auto lines = in[x] >> 32, shares = in[x] & 0xFFFFFFFF;
      if (lines == 0) continue;
      const QRgb colour = colours[std::min<std::size_t>(
          last, (shares * last + lines * wholeShare / 2) / (lines * wholeShare))];
      const int opacity = opacities[std::min<std::size_t>(lines, mostCounted)];
      out[x] = qPremultiply(qRgba(qRed(colour), qGreen(colour), qBlue(colour), opacity));
    }
  }
  return picture;
}

}  // namespace trainyard
