// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/queue/wait_plot.h"

#include <QPainter>
#include <algorithm>
#include <array>
#include <cmath>

#include "gui/forms/quantity_text.h"
#include "gui/look/accessible.h"
#include "gui/look/keep_translated.h"
#include "gui/look/paint.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

using look::px;
using look::Role;

constexpr double waitRow = 28, waitNames = 74, waitFoot = 18, waitRadius = 3;
constexpr qsizetype mostWaitRows = 5;

// A round number of seconds between ticks, of which three or four fit.
double waitTick(double most) {
  constexpr std::array steps{60.0,    300.0,   600.0,   1800.0,   3600.0,  7200.0,
                             21600.0, 43200.0, 86400.0, 172800.0, 604800.0};
  for (const double step : steps)
    if (most / step <= 3) return step;
  return std::ceil(most / 3 / 86400) * 86400;
}

}  // namespace

WaitPlot::WaitPlot() {
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  look::setAccessibleRole(this, QAccessible::Chart, [this] { return describe(); });
  look::keepTranslated(this, [this] { setAccessibleName(tr("How long mine waited")); });
}

void WaitPlot::show(const QMap<QString, QList<double>>& waits) {
  m_waits = waits;
  while (m_waits.size() > mostWaitRows) m_waits.erase(std::prev(m_waits.end()));
  for (QList<double>& each : m_waits) std::ranges::sort(each);
  setAccessibleDescription(describe());
  updateGeometry();
  update();
}

QString WaitPlot::describe() const {
  QStringList texts;
  for (auto each = m_waits.begin(); each != m_waits.end(); ++each)
    texts << tr("%1: half within %2, at most %3")
                 .arg(each.key(), QuantityText::duration((*each)[each->size() / 2]),
                      QuantityText::duration(each->last()));
  return texts.join(u"; "_s);
}

QSize WaitPlot::sizeHint() const {
  return {px(200), px(waitFoot) + static_cast<int>(m_waits.size()) * px(waitRow)};
}

void WaitPlot::paintEvent(QPaintEvent*) {
  if (m_waits.isEmpty()) return;
  look::SmoothPainter painter(this);
  const look::Tokens& now = look::tokens(palette());
  double most = 60;
  for (const QList<double>& each : m_waits) most = std::max(most, each.last());
  const double tick = waitTick(most), end = std::ceil(most / tick) * tick;
  const double left = px(waitNames), right = width() - px(14), bottom = height() - px(waitFoot);
  const auto xOf = [&](double wait) { return left + wait / end * (right - left); };
  for (double at = 0; at <= end + 1; at += tick) {
    painter.fillRect(QRectF(std::round(xOf(at)), 0, 1, bottom), now.grid);
    look::paintWords(painter, QRectF(xOf(at) - px(30), bottom, px(60), px(waitFoot)),
                     at > 0 ? QuantityText::duration(at) : u"0"_s, Role::caption, now.text3,
                     Qt::AlignHCenter);
  }
  int row = 0;
  for (auto each = m_waits.begin(); each != m_waits.end(); ++each, ++row) {
    const double middle = row * px(waitRow) + px(waitRow) / 2.0;
    look::paintWords(painter, QRectF(0, middle - px(9), left - px(8), px(18)), each.key(),
                     Role::caption, now.text3);
    painter.setPen(Qt::NoPen);
    painter.setBrush(look::withAlpha(now.curves[static_cast<std::size_t>(row)], 0.75));
    // Above and below the middle in turn, so that equal ones are two dots.
    for (int i = 0; i < each->size(); ++i)
      painter.drawEllipse(QPointF(xOf((*each)[i]), middle + px(4) * (i % 3 - 1)), px(waitRadius),
                          px(waitRadius));
  }
}

}  // namespace trainyard
