// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/experiments/changes_popup.h"

#include <QAbstractButton>
#include <QApplication>
#include <QKeyEvent>
#include <QPainter>
#include <QScreen>
#include <QStyleOption>
#include <QToolButton>
#include <algorithm>
#include <cmath>

#include "gui/forms/plain_tip.h"
#include "gui/look/icon.h"
#include "gui/look/layouts.h"
#include "gui/look/paint.h"
#include "gui/look/style.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

using look::px;
using look::Role;

constexpr double changesWidth = 520, changeRowHeight = 32, changePadding = 12, changeGap = 10,
                 changeLabelWidth = 168, changeTool = 26, changeArrow = 13;
constexpr int mostChangeRows = 12;  // seen at once

class ChangeRow : public QAbstractButton {
 public:
  explicit ChangeRow(const SettingChange& change) : m_change(change), m_reset(new QToolButton) {
    setFixedHeight(px(changeRowHeight));
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_Hover);
    setAccessibleName(
        ChangesPopup::tr("%1: %2 instead of %3").arg(change.label, change.after, change.before));
    setToolTip(plainTip(change.path + u'\n' + accessibleName()));
    m_reset->setParent(this);
    look::setKind(m_reset, look::quietKind);
    m_reset->setIcon(look::icon(u"restore"_s));
    m_reset->setToolButtonStyle(Qt::ToolButtonIconOnly);
    m_reset->setAutoRaise(true);
    m_reset->setFixedSize(px(changeTool), px(changeTool));
    m_reset->setAccessibleName(ChangesPopup::tr("Back to %1").arg(change.before));
    m_reset->setToolTip(plainTip(m_reset->accessibleName()));
  }
  QToolButton* resetButton() const { return m_reset; }

 protected:
  void resizeEvent(QResizeEvent* event) override {
    QAbstractButton::resizeEvent(event);
    m_reset->move(width() - px(changePadding / 2) - m_reset->width(),
                  (height() - m_reset->height()) / 2);
  }
  void keyPressEvent(QKeyEvent* event) override {
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) return click();
    QAbstractButton::keyPressEvent(event);
  }
  void paintEvent(QPaintEvent*) override {
    const look::Tokens& t = look::tokens(palette());
    QPainter painter(this);
    QStyleOption option;
    option.initFrom(this);
    if (underMouse() || isDown()) painter.fillRect(rect(), isDown() ? t.press : t.hover);
    const QRectF room = QRectF(rect()).adjusted(px(changePadding), 0, -px(changePadding), 0);
    QRectF label = room;
    label.setWidth(px(changeLabelWidth));
    look::paintWords(painter, label, m_change.label, Role::name, t.text);
    const double gap = px(changeGap), arrow = px(changeArrow);
    const double left = label.right() + gap, right = m_reset->x() - gap;
    const double half = std::max(0.0, (right - left - arrow - 2 * gap) / 2);
    paintBefore(painter, QRectF(left, 0, half, height()), t);
    look::paintIcon(painter, QRectF(left + half + gap, 0, arrow, height()), arrow, u"arrow-right"_s,
                    t.text3);
    look::paintWords(painter, QRectF(right - half, 0, half, height()), m_change.after, Role::body,
                     t.text);
    if (option.state.testFlag(QStyle::State_HasFocus) &&
        option.state.testFlag(QStyle::State_KeyboardFocusChange))
      look::paintFocus(painter, rect(), px(4), t.focus);
  }

 private:
  // Struck through by a line of its own: fonts differ in where they put theirs.
  void paintBefore(QPainter& painter, const QRectF& room, const look::Tokens& t) const {
    const double width = look::paintWords(painter, room, m_change.before, Role::body, t.text3);
    painter.fillRect(QRectF(room.left(), std::floor(room.center().y()) + 1, width, 1), t.text3);
  }

  SettingChange m_change;
  QToolButton* m_reset;
};

}  // namespace

ChangesPopup::ChangesPopup(QWidget* parent) : QFrame(parent, Qt::Popup) {
  auto* column = look::columnIn(this, 0, {1, 1, 1, px(4)});
  m_words->setContentsMargins(px(changePadding), px(10), px(changePadding), px(8));
  column->addWidget(m_words);
  auto* rows = new QWidget;
  m_rows->setContentsMargins(0, 0, 0, 0);
  m_rows->setSpacing(0);
  m_rows->setAlignment(Qt::AlignTop);
  rows->setLayout(m_rows);
  m_scroll->setWidget(rows);
  m_scroll->setWidgetResizable(true);
  m_scroll->setFrameShape(QFrame::NoFrame);
  m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  m_scroll->setFocusPolicy(Qt::NoFocus);
  rows->setAutoFillBackground(false);
  m_scroll->viewport()->setAutoFillBackground(false);
  column->addWidget(m_scroll, 1);
}

int ChangesPopup::focusedRow() const {
  for (int i = 0; i < m_rows->count(); ++i)
    if (m_rows->itemAt(i)->widget()->isAncestorOf(QApplication::focusWidget()) ||
        m_rows->itemAt(i)->widget()->hasFocus())
      return i;
  return -1;
}

void ChangesPopup::fill(const QList<SettingChange>& changes) {
  // The button that asked for it is still on its way back.
  look::clear(m_rows);
  for (const SettingChange& change : changes) {
    auto* row = new ChangeRow(change);
    connect(row, &QAbstractButton::clicked, this, [this, path = change.path] {
      close();
      emit chosen(path);
    });
    connect(row->resetButton(), &QToolButton::clicked, this,
            [this, path = change.path] { emit resetWanted(path); });
    m_rows->addWidget(row);
  }
}

void ChangesPopup::showChanges(const PresetChanges& changes) {
  m_words->setText(changes.words());
  if (changes.changes() == m_shown && m_rows->count() > 0) return;
  m_shown = changes.changes();
  const int row = focusedRow();
  fill(m_shown);
  if (m_shown.isEmpty()) return void(close());
  if (isVisible() && row >= 0) {
    const int next = std::min(row, static_cast<int>(m_shown.size()) - 1);
    m_rows->itemAt(next)->widget()->setFocus(Qt::OtherFocusReason);
  }
}

void ChangesPopup::openBelow(const QWidget* button) {
  const int rows = std::clamp(static_cast<int>(m_shown.size()), 1, mostChangeRows);
  resize(px(changesWidth), m_words->sizeHint().height() + rows * px(changeRowHeight) + px(4) + 2);
  const QRect screen = button->screen()->availableGeometry();
  QPoint at = button->mapToGlobal(QPoint(0, button->height() + px(4)));
  at.setX(std::max(screen.left(), std::min(at.x(), screen.right() - width())));
  move(at);
  show();
  m_rows->itemAt(0)->widget()->setFocus(Qt::PopupFocusReason);
}

void ChangesPopup::keyPressEvent(QKeyEvent* event) {
  const int step = event->key() == Qt::Key_Down ? 1 : event->key() == Qt::Key_Up ? -1 : 0;
  const int row = focusedRow() + step;
  if (step == 0 || row < 0 || row >= m_shown.size()) return QFrame::keyPressEvent(event);
  QWidget* next = m_rows->itemAt(row)->widget();
  next->setFocus(Qt::OtherFocusReason);
  m_scroll->ensureWidgetVisible(next, 0, 0);
}

void ChangesPopup::paintEvent(QPaintEvent*) {
  const look::Tokens& t = look::tokens(palette());
  QPainter painter(this);
  painter.fillRect(rect(), t.raised);
  look::paintBox(painter, rect(), 0, {}, t.line);
}

}  // namespace trainyard
