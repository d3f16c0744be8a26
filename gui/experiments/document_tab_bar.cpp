// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/experiments/document_tab_bar.h"

#include <QAbstractButton>
#include <QMouseEvent>
#include <QPainter>

#include "gui/forms/plain_tip.h"
#include "gui/look/icon.h"
#include "gui/look/keep_translated.h"
#include "gui/look/paint.h"
#include "gui/look/style.h"
#include "gui/look/type.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

using look::px;

constexpr double documentTabHeight = 40, widestTab = 260, crossRoom = 20, dotSize = 8,
                 documentMark = 15, documentTabRoom = 74;

class TabCross : public QAbstractButton {
 public:
  TabCross() {
    setFixedSize(px(crossRoom), px(crossRoom));
    setFocusPolicy(Qt::NoFocus);
    setAttribute(Qt::WA_Hover);
  }
  void setModified(bool isModified) {
    m_isModified = isModified;
    update();
  }

 protected:
  void paintEvent(QPaintEvent*) override {
    look::SmoothPainter painter(this);
    const look::Tokens& tokens = look::tokens(palette());
    if (underMouse())
      look::paintBox(painter, rect(), px(4), isDown() ? tokens.press : tokens.hover);
    if (!m_isModified || underMouse())
      return look::paintIcon(painter, rect(), px(14), u"x"_s, tokens.text2);
    painter.setPen(Qt::NoPen);
    painter.setBrush(tokens.text2);
    painter.drawEllipse(QRectF(rect()).center(), px(dotSize) / 2.0, px(dotSize) / 2.0);
  }

 private:
  bool m_isModified = false;
};

}  // namespace

DocumentTabBar::DocumentTabBar() {
  look::setKind(this, look::documentsKind);
  setIconSize({px(documentMark), px(documentMark)});
  setExpanding(false);
  setMovable(true);
  setDrawBase(false);
  setElideMode(Qt::ElideMiddle);
  setUsesScrollButtons(true);
  setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
  look::keepTranslated(this, [this] { retranslate(); });
}

int DocumentTabBar::addDocument() {
  const int index =
      addTab(look::icon(u"file-text"_s, [](const look::Tokens& t) { return t.text3; }), QString());
  auto* cross = new TabCross;
  setTabButton(index, QTabBar::RightSide, cross);
  connect(cross, &QAbstractButton::clicked, this, [this, cross] {
    for (int i = 0; i < count(); ++i)
      if (tabButton(i, QTabBar::RightSide) == cross) return emit closeWanted(i);
  });
  return index;
}

void DocumentTabBar::setTitle(int index, const QString& title) {
  const QString words = QString(title).replace(u'&', u"&&"_s);
  if (tabText(index) != words) setTabText(index, words);
}

void DocumentTabBar::showDocument(int index, const QString& tip, bool isModified) {
  const QString title = QString(tabText(index)).replace(u"&&"_s, u"&"_s);
  setTabToolTip(index, plainTip(tip));
  setAccessibleTabName(index, isModified ? tr("%1, not saved").arg(title) : title);
  auto* cross = static_cast<TabCross*>(tabButton(index, QTabBar::RightSide));
  cross->setModified(isModified);
  cross->setAccessibleName(tr("Close %1").arg(title));
  cross->setToolTip(plainTip(tr("Close (Ctrl+W)")));
}

QSize DocumentTabBar::tabSizeHint(int index) const {
  // As wide as when it is chosen: nothing moves then.
  const QString words = QString(tabText(index)).replace(u"&&"_s, u"&"_s);
  const int width =
      QFontMetrics(look::font(look::Role::emphasis)).horizontalAdvance(words) + px(documentTabRoom);
  return {std::min(width, px(widestTab)), px(documentTabHeight)};
}

void DocumentTabBar::mousePressEvent(QMouseEvent* event) {
  if (event->button() == Qt::MiddleButton) m_pressed = tabAt(event->position().toPoint());
  QTabBar::mousePressEvent(event);
}

void DocumentTabBar::mouseReleaseEvent(QMouseEvent* event) {
  QTabBar::mouseReleaseEvent(event);
  if (event->button() != Qt::MiddleButton) return;
  const int released = tabAt(event->position().toPoint());
  if (released >= 0 && released == m_pressed) emit closeWanted(released);
  m_pressed = -1;
}

void DocumentTabBar::retranslate() { setAccessibleName(tr("Open experiments")); }

}  // namespace trainyard
