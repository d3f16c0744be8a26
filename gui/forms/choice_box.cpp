// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/forms/choice_box.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QStyleOptionComboBox>
#include <QStylePainter>
#include <algorithm>

#include "gui/look/type.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

using look::px;

constexpr int shortestChoice = 8;  // in characters
constexpr int mostChoiceRows = 8;
constexpr double choicePadding = 5;

}  // namespace

ChoiceBox::ChoiceBox(const QStringList& choices) {
  setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  setMinimumContentsLength(shortestChoice);
  addItems(choices);
  setMouseTracking(true);
}

void ChoiceBox::setValues(const QStringList& values) {
  const QString shown = values.join(u", "_s);
  setPlaceholderText(shown);  // shown if it is none of the choices
  setCurrentIndex(findText(shown));
  if (m_values == values) return;
  m_values = values;
  m_chosen = -1;
  fitRows();
}

void ChoiceBox::showPopup() {
  if (showsChips()) return void(emit severalWanted());
  QComboBox::showPopup();
}

ChipRow ChoiceBox::chips() const {
  QList<Chip> chips;
  for (int i = 0; i < m_values.size(); ++i)
    chips.append({m_values[i], hasFocus() && i == m_chosen});
  QStyleOptionComboBox option;
  initStyleOption(&option);
  const QRect words =
      style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, this);
  return ChipRow(chips,
                 QRectF(px(choicePadding), 1, words.right() - px(choicePadding), height() - 2),
                 mostChoiceRows, m_chosen);
}

QSize ChoiceBox::sizeHint() const { return QComboBox::sizeHint() + QSize(0, m_otherRows); }

QSize ChoiceBox::minimumSizeHint() const {
  return QComboBox::minimumSizeHint() + QSize(0, m_otherRows);
}

void ChoiceBox::fitRows() {
  const int needed = showsChips() ? chips().heightOfOtherRows() : 0;
  update();
  if (needed == m_otherRows) return;
  m_otherRows = needed;
  updateGeometry();
}

void ChoiceBox::resizeEvent(QResizeEvent* event) {
  QComboBox::resizeEvent(event);
  fitRows();
}

void ChoiceBox::remove(int value) {
  QStringList left = m_values;
  left.removeAt(value);
  emit valuesLeft(left);
}

void ChoiceBox::paintEvent(QPaintEvent* event) {
  if (!showsChips()) return QComboBox::paintEvent(event);
  QStylePainter painter(this);
  QStyleOptionComboBox option;
  initStyleOption(&option);
  painter.drawComplexControl(QStyle::CC_ComboBox, option);
  chips().paint(painter, look::tokens(palette()), m_hovered, isEnabled());
}

void ChoiceBox::keyPressEvent(QKeyEvent* event) {
  if (!showsChips() || event->modifiers() != Qt::NoModifier) return QComboBox::keyPressEvent(event);
  const int last = static_cast<int>(m_values.size()) - 1;
  switch (event->key()) {
    case Qt::Key_Left:
      m_chosen = m_chosen < 0 ? last : std::max(0, m_chosen - 1);
      return fitRows();
    case Qt::Key_Right:
      m_chosen = m_chosen == last ? -1 : m_chosen + 1;
      return fitRows();
    case Qt::Key_Backspace:
      return remove(m_chosen < 0 ? last : m_chosen);
    case Qt::Key_Delete:
      if (m_chosen >= 0) remove(m_chosen);
      return;
    default:
      QComboBox::keyPressEvent(event);
  }
}

void ChoiceBox::mousePressEvent(QMouseEvent* event) {
  const ChipRow row = chips();
  const int chip = showsChips() ? row.at(event->position()) : -1;
  if (chip < 0 || event->button() != Qt::LeftButton) return QComboBox::mousePressEvent(event);
  if (row.crossOf(chip).contains(event->position())) return remove(chip);
  m_chosen = chip;
  fitRows();
}

void ChoiceBox::mouseMoveEvent(QMouseEvent* event) {
  m_hovered = showsChips() ? chips().at(event->position()) : -1;
  update();
  QComboBox::mouseMoveEvent(event);
}

void ChoiceBox::leaveEvent(QEvent* event) {
  m_hovered = -1;
  QComboBox::leaveEvent(event);
}

}  // namespace trainyard
