// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/curve_legend.h"

#include <QFontMetricsF>
#include <QMouseEvent>
#include <QPainter>
#include <QSet>

#include "gui/charts/curve_mark.h"
#include "gui/look/paint.h"
#include "gui/look/tokens.h"

namespace trainyard {
namespace {

using look::px;
using look::Role;

constexpr double legendHeight = 30, legendMargin = 16, swatchSize = 10, entryGap = 16;

double helpWidth(const QString& words) {
  return QFontMetricsF(look::font(Role::help)).horizontalAdvance(words);
}

}  // namespace

CurveLegend::CurveLegend(CurveSet* set, QWidget* parent) : QWidget(parent), m_set(set) {
  setMouseTracking(true);
  setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
  connect(set, &CurveSet::runsChanged, this, [this] { update(); });
  connect(set, &CurveSet::emphasisChanged, this, [this] { update(); });
  connect(set, &CurveSet::meansChanged, this, [this] { update(); });
}

void CurveLegend::setNote(const QString& note) {
  m_note = note;
  update();
}

QSize CurveLegend::sizeHint() const { return {px(200), px(legendHeight)}; }

std::vector<CurveLegend::Entry> CurveLegend::all() const {
  std::vector<Entry> out;
  QSet<QString> inMean;
  for (const MeanGroup& group : m_set->meanGroups()) {
    out.push_back({group.label, group.colour, {}});
    for (const QString& run : group.runs) inMean.insert(run);
  }
  for (const ShownRun& run : m_set->runs())
    if (!inMean.contains(run.run)) out.push_back({run.label, std::max(0, run.colour), run.run});
  return out;
}

std::vector<CurveLegend::Entry> CurveLegend::entries(const QRectF& room, int& more) const {
  std::vector<Entry> out;
  const double end =
      room.right() - px(legendMargin) - (m_note.isEmpty() ? 0 : helpWidth(m_note) + px(entryGap));
  double x = room.left() + px(legendMargin);
  const double moreWidth = helpWidth(tr("%1 more").arg(99));
  const std::vector<Entry> wanted = all();
  more = 0;
  for (const Entry& entry : wanted) {
    const double width = px(swatchSize + 6) + helpWidth(entry.label);
    const bool isLast = &entry == &wanted.back();
    if (x + width + (isLast ? 0 : px(entryGap) + moreWidth) > end) {
      more = static_cast<int>(wanted.size() - out.size());
      break;
    }
    out.push_back(entry);
    out.back().room = QRectF(x, room.top(), width, room.height());
    x += width + px(entryGap);
  }
  return out;
}

void CurveLegend::draw(QPainter& painter, const QRectF& room, const QPalette& palette) const {
  const look::Tokens& now = look::tokens(palette);
  int more = 0;
  double x = room.left() + px(legendMargin);
  for (const Entry& entry : entries(room, more)) {
    const bool isFaint =
        !entry.run.isEmpty() && !m_set->emphasis().isEmpty() && m_set->emphasis() != entry.run;
    const double swatch = px(swatchSize);
    paintCurveSwatch(
        painter, QRectF(entry.room.left(), entry.room.center().y() - swatch / 2, swatch, swatch),
        entry.colour, palette);
    look::paintWords(painter, entry.room.adjusted(px(swatchSize + 6), 0, 2, 0), entry.label,
                     Role::help, isFaint ? now.text3 : now.text2);
    x = entry.room.right() + px(entryGap);
  }
  if (more > 0)
    look::paintWords(painter, QRectF(x, room.top(), px(120), room.height()),
                     tr("%1 more").arg(more), Role::help, now.text3);
  look::paintWords(painter, room.adjusted(0, 0, -px(legendMargin), 0), m_note, Role::help,
                   now.text3, Qt::AlignRight);
}

void CurveLegend::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  draw(painter, rect(), palette());
}

void CurveLegend::mouseMoveEvent(QMouseEvent* event) {
  int more = 0;
  for (const Entry& entry : entries(rect(), more))
    if (entry.room.contains(event->position())) return m_set->setEmphasis(entry.run);
  m_set->setEmphasis({});
}

void CurveLegend::leaveEvent(QEvent* event) {
  m_set->setEmphasis({});
  QWidget::leaveEvent(event);
}

}  // namespace trainyard
