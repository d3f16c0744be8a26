// SPDX-License-Identifier: GPL-3.0-or-later
// Fields to type in and to choose from, frames, and groups as cards.
#include <QAbstractItemView>
#include <QPlainTextEdit>
#include <QTextEdit>
#include <cmath>

#include "gui/look/icon.h"
#include "gui/look/style.h"
#include "gui/look/style_parts.h"

using namespace Qt::StringLiterals;

namespace trainyard::look {
namespace {

constexpr double groupPadding = 16, groupTop = 12, groupGap = 8;

int titleHeight(const QStyleOptionGroupBox& option) {
  return option.text.isEmpty() ? 0 : lineHeight(Role::card) + px(groupGap);
}

}  // namespace

void paintField(QPainter& painter, const QStyleOption& option, const QWidget* widget,
                bool isReadOnly) {
  const Tokens& t = tokens(option.palette);
  const QString tone = widget ? widget->property(toneProperty).toString() : QString();
  const bool isQuiet = !isEnabled(option) || isReadOnly || tone == u"quiet";
  const bool hasFocus = isEnabled(option) && option.state.testFlag(QStyle::State_HasFocus);
  QColor border = isQuiet ? t.hairline : t.line;
  double width = 1;
  if (tone == u"failed") {
    border = t.tone(Tone::failed).word;
    width = 2;
  } else if (hasFocus) {
    border = t.focus;
    width = 2;
  } else if (tone == u"waiting") {
    border = t.tone(Tone::waiting).word;
  }
  const QColor ground = isQuiet ? t.subtle : option.palette.color(QPalette::Base);
  paintBox(painter, option.rect, px(controlRadius), ground, border, width);
}

void paintComboBox(QPainter& painter, const QStyleOptionComboBox& option, const QWidget* widget) {
  const Tokens& t = tokens(option.palette);
  if (option.frame) {
    QStyleOptionComboBox field = option;
    // A choice shows the focus as a button does; one with a text, as a field.
    if (!option.editable && !showsFocus(option)) field.state &= ~QStyle::State_HasFocus;
    if (!option.editable && isHovered(option)) field.palette.setColor(QPalette::Base, t.hover);
    paintField(painter, field, widget);
  } else {
    painter.fillRect(option.rect, option.palette.color(QPalette::Base));
  }
  if (!option.subControls.testFlag(QStyle::SC_ComboBoxArrow)) return;
  const QRect arrow = QStyle::visualRect(option.direction, option.rect,
                                         comboBoxPart(option, QStyle::SC_ComboBoxArrow));
  paintIcon(painter, arrow, px(15), u"chevron-down"_s, isEnabled(option) ? t.text3 : t.textOff);
}

QRect comboBoxPart(const QStyleOptionComboBox& option, QStyle::SubControl part) {
  const QRect& whole = option.rect;
  const int arrow = px(arrowWidth);
  if (part == QStyle::SC_ComboBoxArrow)
    return {whole.right() + 1 - arrow, whole.top(), arrow, whole.height()};
  if (part == QStyle::SC_ComboBoxEditField)
    return whole.adjusted(px(fieldPadding) - (option.editable ? 2 : 1), 1, -arrow, -1);
  return whole;
}

void paintSpinBox(QPainter& painter, const QStyleOptionSpinBox& option, const QStyle& style,
                  const QWidget* widget) {
  const Tokens& t = tokens(option.palette);
  if (option.frame) paintField(painter, option, widget);
  if (option.buttonSymbols == QAbstractSpinBox::NoButtons) return;
  for (const bool isUp : {true, false}) {
    const QStyle::SubControl part = isUp ? QStyle::SC_SpinBoxUp : QStyle::SC_SpinBoxDown;
    const QRect place = style.subControlRect(QStyle::CC_SpinBox, &option, part, widget);
    const bool isPossible =
        isEnabled(option) && option.stepEnabled.testFlag(isUp ? QAbstractSpinBox::StepUpEnabled
                                                              : QAbstractSpinBox::StepDownEnabled);
    const bool isActive = isPossible && option.activeSubControls.testFlag(part);
    if (isActive)
      paintBox(painter, QRectF(place).adjusted(2, 1, -2, -1), px(3),
               isPressed(option) ? t.press : t.hover);
    paintIcon(painter, place, px(12), isUp ? u"chevron-up"_s : u"chevron-down"_s,
              isPossible ? t.text3 : t.textOff);
  }
}

QRect spinBoxPart(const QStyleOptionSpinBox& option, QStyle::SubControl part) {
  const QRect& whole = option.rect;
  const int steps = option.buttonSymbols == QAbstractSpinBox::NoButtons ? 0 : px(stepperWidth);
  const int half = (whole.height() - 4) / 2;
  const int left = whole.right() + 1 - steps - 2;
  switch (part) {
    case QStyle::SC_SpinBoxUp:
      return steps ? QRect(left, whole.top() + 2, steps, half) : QRect();
    case QStyle::SC_SpinBoxDown:
      return steps ? QRect(left, whole.top() + 2 + half, steps, half) : QRect();
    case QStyle::SC_SpinBoxEditField:
      return whole.adjusted(px(fieldPadding) - 2, 2, -(steps + 4), -2);
    default:
      return whole;
  }
}

void paintFrame(QPainter& painter, const QStyleOptionFrame& option, const QWidget* widget) {
  const Tokens& t = tokens(option.palette);
  const QRectF box = option.rect;
  switch (option.frameShape) {
    case QFrame::NoFrame:
      return;
    case QFrame::HLine:
      return painter.fillRect(QRectF(box.left(), std::floor(box.center().y()), box.width(), 1),
                              t.hairline);
    case QFrame::VLine:
      return painter.fillRect(QRectF(std::floor(box.center().x()), box.top(), 1, box.height()),
                              t.hairline);
    default:
      break;
  }
  const auto* plain = qobject_cast<const QPlainTextEdit*>(widget);
  const auto* rich = qobject_cast<const QTextEdit*>(widget);
  if (plain || rich)
    return paintField(painter, option, widget, plain ? plain->isReadOnly() : rich->isReadOnly());
  if (widget && widget->inherits("QComboBoxPrivateContainer"))
    return paintPopup(painter, option, px(panelRadius), widget);
  const bool isView = qobject_cast<const QAbstractItemView*>(widget);
  paintBox(painter, box, px(isView ? 2 : controlRadius), {}, t.hairline);
}

void paintGroupBox(QPainter& painter, const QStyleOptionGroupBox& option, const QStyle& style,
                   const QWidget* widget) {
  const Tokens& t = tokens(option.palette);
  if (!option.features.testFlag(QStyleOptionFrame::Flat))
    paintBox(painter, option.rect, px(panelRadius), t.surface, t.hairline);
  QRect title =
      style.subControlRect(QStyle::CC_GroupBox, &option, QStyle::SC_GroupBoxLabel, widget);
  if (option.subControls.testFlag(QStyle::SC_GroupBoxCheckBox)) {
    QStyleOptionButton box;
    box.QStyleOption::operator=(option);
    box.rect = QRect(title.left(), title.top(), px(16), title.height());
    style.drawPrimitive(QStyle::PE_IndicatorCheckBox, &box, &painter, widget);
    title.setLeft(box.rect.right() + px(8));
  }
  painter.save();
  painter.setFont(font(Role::card));
  painter.setPen(isEnabled(option) ? t.text : t.textOff);
  painter.drawText(title, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextHideMnemonic, option.text);
  painter.restore();
  if (showsFocus(option))
    paintFocus(painter, title.adjusted(-3, 0, 3, 0), px(smallRadius), t.focus);
}

QRect groupBoxPart(const QStyleOptionGroupBox& option, QStyle::SubControl part) {
  const QRect& whole = option.rect;
  const bool isFlat = option.features.testFlag(QStyleOptionFrame::Flat);
  const int side = isFlat ? 0 : px(groupPadding), top = isFlat ? 0 : px(groupTop);
  if (part == QStyle::SC_GroupBoxLabel)
    return {whole.left() + side, whole.top() + top, whole.width() - 2 * side,
            lineHeight(Role::card)};
  if (part == QStyle::SC_GroupBoxContents)
    return whole.adjusted(side, top + titleHeight(option), -side, -top);
  return whole;
}

}  // namespace trainyard::look
