// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/look/skeleton.h"

#include <QPainter>
#include <array>

#include "gui/look/paint.h"
#include "gui/look/type.h"

namespace trainyard::look {
namespace {

constexpr double skeletonRow = 26, blockSize = 12, lineThickness = 9, blockGap = 8;
// Shares of the room, so that the lines do not look like a table's edge.
constexpr std::array<double, 4> lineShares{0.74, 0.91, 0.57, 0.8};

}  // namespace

Skeleton::Skeleton(int rows) : m_rows(rows) {
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

QSize Skeleton::sizeHint() const { return {px(150), m_rows * px(skeletonRow)}; }

void Skeleton::paintEvent(QPaintEvent*) {
  const Tokens& t = tokens(palette());
  QPainter painter(this);
  const double left = px(blockSize) + px(blockGap), most = width() - left;
  for (int row = 0; row < m_rows; ++row) {
    const double middle = (row + 0.5) * px(skeletonRow);
    paintBox(painter,
             {0, middle - px(blockSize) / 2.0, double(px(blockSize)), double(px(blockSize))}, px(3),
             t.press);
    const double share = lineShares[static_cast<std::size_t>(row) % lineShares.size()];
    paintBox(painter,
             {left, middle - px(lineThickness) / 2.0, most * share, double(px(lineThickness))},
             px(4), t.press);
  }
}

}  // namespace trainyard::look
