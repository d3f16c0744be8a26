// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/forms/value_line.h"

#include <QClipboard>
#include <QContextMenuEvent>
#include <QGuiApplication>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QRegularExpression>
#include <QStyle>
#include <QStyleOptionFrame>

#include "gui/look/icon.h"
#include "gui/look/paint.h"
#include "gui/look/type.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

using look::px;
using look::Role;

constexpr double stepsWidth = 42, dropWidth = 28, leftIcon = 23, unitGap = 8, endPadding = 10,
                 signSize = 13, signRadius = 4;
constexpr int longestList = 1 << 24;  // in characters; what a line holds is less

bool isPlainKey(const QKeyEvent& event) {
  return (event.modifiers() & ~Qt::KeypadModifier) == Qt::NoModifier;
}

}  // namespace

ValueLine::ValueLine(Takes takes, QWidget* parent) : QLineEdit(parent), m_chips(this, takes) {
  setMouseTracking(true);
  if (takes == Takes::list) setMaxLength(longestList);
  const auto fit = [this] { m_chips.fitRows(); };
  connect(this, &QLineEdit::textChanged, this, fit);
  connect(this, &QLineEdit::selectionChanged, this, fit);
  connect(this, &QLineEdit::cursorPositionChanged, this, fit);
}

void ValueLine::setUnit(const QString& unit) {
  m_unit = unit;
  fitMargins();
}

void ValueLine::setIcon(const QString& icon) {
  m_icon = icon;
  fitMargins();
}

void ValueLine::setNext(const Next& next, Buttons buttons) {
  m_next = next;
  m_hasSteps = buttons == Buttons::both;
  fitMargins();
}

void ValueLine::setDrop(bool has) {
  m_hasDrop = has;
  fitMargins();
}

void ValueLine::fitMargins() {
  int right = m_hasSteps ? px(stepsWidth) - px(4) : m_hasDrop ? px(dropWidth) - px(8) : 0;
  if (!m_unit.isEmpty())
    right += px(unitGap) + QFontMetrics(look::font(look::Role::help)).horizontalAdvance(m_unit);
  setTextMargins(m_icon.isEmpty() ? 0 : px(leftIcon), 0, right, 0);
  update();
}

QRectF ValueLine::buttonAt(Button button) const {
  if (showsChips()) return {};
  const QRectF inside = QRectF(rect()).adjusted(1, 1, -1, -1);
  const double half = px(stepsWidth) / 2.0;
  switch (button) {
    case Button::less:
      return m_hasSteps ? QRectF(inside.right() - 2 * half, inside.top(), half, inside.height())
                        : QRectF();
    case Button::more:
      return m_hasSteps ? QRectF(inside.right() - half, inside.top(), half, inside.height())
                        : QRectF();
    case Button::drop:
      return m_hasDrop ? QRectF(inside.right() - px(dropWidth), inside.top(), px(dropWidth),
                                inside.height())
                       : QRectF();
    case Button::none:
      break;
  }
  return {};
}

ValueLine::Button ValueLine::buttonUnder(QPointF point) const {
  if (!isEnabled()) return Button::none;
  for (const Button button : {Button::less, Button::more, Button::drop})
    if (buttonAt(button).contains(point)) return button;
  return Button::none;
}

void ValueLine::press(Button button) {
  if (button == Button::drop)
    emit dropWanted();
  else
    step(button == Button::more ? 1 : -1);
}

void ValueLine::step(int direction) {
  if (!m_next || showsChips()) return;
  const QString next = m_next(text(), direction);
  if (next.isEmpty()) return;
  selectAll();
  insert(next);
}

// Numbers may be divided by anything; items stand in lines or between commas.
void ValueLine::pasteValues() {
  const QString pasted = QGuiApplication::clipboard()->text();
  QStringList all;
  if (m_chips.takes() == Takes::numbers) all = numbersIn(pasted);
  if (m_chips.takes() == Takes::list)
    for (const QString& item :
         pasted.split(QRegularExpression(m_chips.isDividedByCommas() ? u"[\\n,]"_s : u"\\n"_s)))
      if (!item.trimmed().isEmpty()) all << item.trimmed();
  if (all.size() > 1)
    insert(all.join(separator().written));
  else
    paste();
}

void ValueLine::keyPressEvent(QKeyEvent* event) {
  if (event->matches(QKeySequence::Paste)) return pasteValues();
  const bool isUp = event->key() == Qt::Key_Up, isDown = event->key() == Qt::Key_Down;
  if ((isUp || isDown) && isPlainKey(*event) && m_next && !showsChips()) return step(isUp ? 1 : -1);
  if (showsChips() && m_chips.takesKey(*event)) return;
  QLineEdit::keyPressEvent(event);
}

bool ValueLine::event(QEvent* event) {
  // Otherwise the focus would go on.
  if (event->type() == QEvent::KeyPress)
    if (const auto* key = static_cast<QKeyEvent*>(event);
        key->key() == Qt::Key_Tab && isPlainKey(*key) && showsChips() && m_chips.finishPart()) {
      event->accept();
      return true;
    }
  if (event->type() == QEvent::ToolTip && showsChips() &&
      m_chips.showHelp(*static_cast<QHelpEvent*>(event)))
    return true;
  return QLineEdit::event(event);
}

void ValueLine::mousePressEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton) {
    if (const Button button = buttonUnder(event->position()); button != Button::none)
      return press(button);
    if (showsChips()) return m_chips.press(event->position());
  }
  QLineEdit::mousePressEvent(event);
}

void ValueLine::mouseMoveEvent(QMouseEvent* event) {
  m_hoveredButton = buttonUnder(event->position());
  m_hoveredChip = showsChips() && isEnabled() ? m_chips.at(event->position()) : -1;
  setCursor(m_hoveredButton == Button::none && m_hoveredChip < 0 ? Qt::IBeamCursor
                                                                 : Qt::ArrowCursor);
  update();
  if (!showsChips()) QLineEdit::mouseMoveEvent(event);
}

void ValueLine::mouseDoubleClickEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton && buttonUnder(event->position()) != Button::none)
    return press(buttonUnder(event->position()));
  if (!showsChips()) return QLineEdit::mouseDoubleClickEvent(event);
  if (const int part = m_chips.at(event->position()); part >= 0) m_chips.editPart(part);
}

void ValueLine::leaveEvent(QEvent* event) {
  m_hoveredButton = Button::none;
  m_hoveredChip = -1;
  update();
  QLineEdit::leaveEvent(event);
}

// One that scrolls the form must not change the values below it.
void ValueLine::wheelEvent(QWheelEvent* event) {
  if (!hasFocus() || !m_next || event->angleDelta().y() == 0) return event->ignore();
  step(event->angleDelta().y() > 0 ? 1 : -1);
  event->accept();
}

void ValueLine::focusInEvent(QFocusEvent* event) {
  QLineEdit::focusInEvent(event);
  const Qt::FocusReason why = event->reason();
  if (showsChips() && !text().isEmpty() &&
      (why == Qt::TabFocusReason || why == Qt::BacktabFocusReason || why == Qt::MouseFocusReason))
    m_chips.openNext();
  m_chips.fitRows();
}

void ValueLine::focusOutEvent(QFocusEvent* event) {
  if (event->reason() != Qt::PopupFocusReason && event->reason() != Qt::ActiveWindowFocusReason)
    m_chips.closeNext();
  QLineEdit::focusOutEvent(event);
  m_chips.fitRows();
}

void ValueLine::changeEvent(QEvent* event) {
  QLineEdit::changeEvent(event);
  if (event->type() == QEvent::FontChange) fitMargins();
}

void ValueLine::resizeEvent(QResizeEvent* event) {
  QLineEdit::resizeEvent(event);
  m_chips.fitRows();
}

// The usual menu has its own undo, which would bypass the document, and pastes one value.
void ValueLine::contextMenuEvent(QContextMenuEvent* event) {
  QMenu* menu = createStandardContextMenu();
  for (QAction* undoAndRedo : menu->actions().mid(0, 3)) menu->removeAction(undoAndRedo);
  if (auto* pastes = menu->findChild<QAction*>(u"edit-paste"_s)) {
    pastes->disconnect();
    connect(pastes, &QAction::triggered, this, &ValueLine::pasteValues);
  }
  menu->addActions(actions());
  menu->setAttribute(Qt::WA_DeleteOnClose);
  menu->popup(event->globalPos());
}

QSize ValueLine::sizeHint() const { return QLineEdit::sizeHint() + QSize(0, m_chips.otherRows()); }

QSize ValueLine::minimumSizeHint() const {
  return QLineEdit::minimumSizeHint() + QSize(0, m_chips.otherRows());
}

QString ValueLine::typedValue() const {
  if (!showsChips()) return cursorPosition() == text().size() ? text() : QString();
  const int edited = m_chips.editedPart();
  if (edited < 0 || hasSelectedText()) return {};
  const ValuePart part = m_chips.parts()[edited];
  return cursorPosition() == part.end ? part.text : QString();
}

void ValueLine::replaceTyped(const QString& value) {
  if (!showsChips()) {
    selectAll();
  } else if (const int edited = m_chips.editedPart(); edited >= 0) {
    const ValuePart part = m_chips.parts()[edited];
    setSelection(part.start, part.end - part.start);
  }
  insert(value);
}

void ValueLine::begin() {
  if (m_chips.takes() != Takes::one) m_chips.openNext();
}

void ValueLine::paintEvent(QPaintEvent* event) {
  if (!showsChips()) QLineEdit::paintEvent(event);
  QPainter painter(this);
  if (!showsChips()) return paintEnd(painter);
  QStyleOptionFrame option;
  initStyleOption(&option);
  style()->drawPrimitive(QStyle::PE_PanelLineEdit, &option, &painter, this);
  m_chips.paint(painter, m_hoveredChip);
}

void ValueLine::paintEnd(QPainter& painter) const {
  const look::Tokens& now = look::tokens(palette());
  const QColor ink = isEnabled() ? now.text3 : now.textOff;
  const QRectF inside = QRectF(rect()).adjusted(1, 1, -1, -1);
  double right = inside.right() - px(endPadding) + 1;
  if (m_hasSteps || m_hasDrop) {
    const QRectF first = buttonAt(m_hasSteps ? Button::less : Button::drop);
    right = first.left() - (m_hasSteps ? px(endPadding) - px(2) : 0);
    if (m_hasSteps)
      painter.fillRect(QRectF(first.left() - 1, inside.top(), 1, inside.height()), now.hairline);
  }
  for (const Button button : {Button::less, Button::more, Button::drop}) {
    const QRectF place = buttonAt(button);
    if (place.isEmpty()) continue;
    if (button != Button::drop && button == m_hoveredButton)
      look::paintBox(painter, place.adjusted(2, 3, -2, -3), px(signRadius), now.hover);
    look::paintIcon(painter, place, px(button == Button::drop ? 15 : signSize),
                    button == Button::less   ? u"minus"_s
                    : button == Button::more ? u"plus"_s
                                             : u"chevron-down"_s,
                    ink, button == Button::drop ? look::iconStroke : look::stateStroke);
  }
  if (!m_unit.isEmpty())
    look::paintWords(painter,
                     QRectF(inside.left(), inside.top(), right - inside.left(), inside.height()),
                     m_unit, Role::help, ink, Qt::AlignRight);
  if (!m_icon.isEmpty())
    look::paintIcon(
        painter, QRectF(inside.left() + px(endPadding) - 1, inside.top(), px(15), inside.height()),
        px(15), m_icon, ink);
}

}  // namespace trainyard
