// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/forms/boolean_box.h"

#include <QMouseEvent>
#include <QPainter>
#include <algorithm>

#include "gui/look/type.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

using look::px;

constexpr double besideBox = 24, boxRowHeight = 32;

}  // namespace

BooleanBox::BooleanBox() { setMouseTracking(true); }

void BooleanBox::setValues(const QStringList& values) {
  const QString shown = values.size() == 1 ? values.front() : QString();
  const bool isValue = shown == u"true"_s || shown == u"false"_s;
  setCheckState(!isValue ? Qt::PartiallyChecked : shown == u"true"_s ? Qt::Checked : Qt::Unchecked);
  setTristate(false);  // a click toggles between on and off
  if (m_values == values) return;
  m_values = values;
  updateGeometry();
  update();
}

ChipRow BooleanBox::chips() const {
  QList<Chip> chips;
  if (showsChips())
    for (const QString& value : m_values) chips.append({value});
  return ChipRow(chips, QRectF(px(besideBox), 0, std::max(px(200), width()), height()));
}

QSize BooleanBox::sizeHint() const {
  const QSize own = QCheckBox::sizeHint();
  const int chipsWidth = showsChips() ? px(besideBox) + static_cast<int>(chips().width()) + 1 : 0;
  return {std::max(own.width(), chipsWidth), px(boxRowHeight)};
}

void BooleanBox::paintEvent(QPaintEvent* event) {
  QCheckBox::paintEvent(event);
  if (!showsChips()) return;
  QPainter painter(this);
  chips().paint(painter, look::tokens(palette()), m_hovered, isEnabled());
}

// All of it, so that it is as easy to hit as what is seen of it.
bool BooleanBox::hitButton(const QPoint& point) const {
  return showsChips() ? point.x() < px(besideBox) : rect().contains(point);
}

void BooleanBox::mousePressEvent(QMouseEvent* event) {
  const ChipRow row = chips();
  const int chip = row.at(event->position());
  if (chip < 0 || event->button() != Qt::LeftButton) return QCheckBox::mousePressEvent(event);
  if (!row.crossOf(chip).contains(event->position())) return;
  QStringList left = m_values;
  left.removeAt(chip);
  emit valuesLeft(left);
}

void BooleanBox::mouseMoveEvent(QMouseEvent* event) {
  m_hovered = chips().at(event->position());
  update();
  QCheckBox::mouseMoveEvent(event);
}

void BooleanBox::leaveEvent(QEvent* event) {
  m_hovered = -1;
  update();
  QCheckBox::leaveEvent(event);
}

}  // namespace trainyard
