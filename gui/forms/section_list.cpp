// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/forms/section_list.h"

#include <QPainter>
#include <QStyledItemDelegate>

#include "gui/look/icon.h"
#include "gui/look/paint.h"
#include "gui/look/type.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

using look::px;
using look::Role;

constexpr double sectionHeight = 27, sectionPadding = 10, sectionRadius = 6, sectionMark = 14;

class SectionDelegate : public QStyledItemDelegate {
 public:
  explicit SectionDelegate(SectionList* list) : QStyledItemDelegate(list), m_list(list) {}

  QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override {
    return {px(60), px(sectionHeight)};
  }

  void paint(QPainter* painter, const QStyleOptionViewItem& option,
             const QModelIndex& index) const override {
    const look::Tokens& now = look::tokens(option.palette);
    const bool isChosen = option.state.testFlag(QStyle::State_Selected);
    const bool isHovered = option.state.testFlag(QStyle::State_MouseOver);
    painter->save();
    if (isChosen || isHovered)
      look::paintBox(*painter, option.rect, px(sectionRadius), isChosen ? now.selected : now.hover);
    const bool isByKey = m_list->window()->testAttribute(Qt::WA_KeyboardFocusChange);
    if (isByKey && m_list->hasFocus() && m_list->currentRow() == index.row())
      look::paintFocus(*painter, option.rect, px(sectionRadius), now.focus);
    QRectF room = QRectF(option.rect).adjusted(px(sectionPadding), 0, -px(sectionPadding), 0);
    room.setRight(room.right() - paintState(*painter, room, m_list->stateOf(index.row()), now));
    look::paintWords(*painter, room, index.data().toString(),
                     isChosen ? Role::emphasis : Role::body, isChosen ? now.text : now.text2);
    painter->restore();
  }

 private:
  // Returns the width that it takes.
  static double paintState(QPainter& painter, const QRectF& room, const SectionList::State& state,
                           const look::Tokens& now) {
    if (state.worst) {
      const double size = px(sectionMark);
      const QRectF mark(room.right() - size, room.top(), size, room.height());
      look::paintIcon(painter, mark, size,
                      *state.worst == Severity::error ? u"alert-octagon"_s : u"alert-triangle"_s,
                      now.tone(look::toneOf(*state.worst)).word, look::stateStroke);
      return size + px(4);
    }
    if (state.numChanged == 0) return 0;
    return look::paintWords(painter, room, QString::number(state.numChanged), Role::caption,
                            now.text3, Qt::AlignRight) +
           px(4);
  }

  SectionList* m_list;
};

}  // namespace

SectionList::SectionList() {
  setFrameShape(QFrame::NoFrame);
  setFocusPolicy(Qt::TabFocus);
  setItemDelegate(new SectionDelegate(this));
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
  viewport()->setAutoFillBackground(false);
}

void SectionList::addSection() {
  addItem(QString());
  m_states.append(State());
}

void SectionList::setTitle(int row, const QString& title) {
  item(row)->setText(title);
  describe(row);
}

void SectionList::setState(int row, const State& state) {
  if (m_states[row] == state) return;
  m_states[row] = state;
  describe(row);
  update(indexFromItem(item(row)));
}

void SectionList::describe(int row) {
  const State& state = m_states[row];
  QString words = item(row)->text();
  if (state.numChanged > 0) words += u", "_s + tr("%1 changed").arg(state.numChanged);
  if (state.worst)
    words += u", "_s + (*state.worst == Severity::error ? tr("has an error") : tr("has a warning"));
  item(row)->setData(Qt::AccessibleTextRole, words);
}

}  // namespace trainyard
