// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/call_out_mark.h"

#include <QEvent>
#include <QPainter>

#include "gui/look/paint.h"

namespace trainyard {
namespace {

constexpr int discSize = 18, frameWidth = 2;

}  // namespace

CallOutMark::CallOutMark(int number, QWidget* place, QWidget* window)
    : QWidget(window), m_number(number), m_place(place) {
  setAttribute(Qt::WA_TransparentForMouseEvents);
  setFocusPolicy(Qt::NoFocus);
  hide();
  // A place moves when something that it lies in does.
  for (QWidget* each = place; each && each != window; each = each->parentWidget())
    each->installEventFilter(this);
}

void CallOutMark::setWanted(bool isWanted) {
  m_isWanted = isWanted;
  follow();
}

void CallOutMark::setLit(bool isLit) {
  m_isLit = isLit;
  update();
}

void CallOutMark::follow() {
  const bool isShown = m_isWanted && m_place->isVisible();
  setVisible(isShown);
  if (!isShown) return;
  const int around = look::px(discSize) / 2;
  const QRect place(m_place->mapTo(parentWidget(), QPoint()), m_place->size());
  setGeometry(place.adjusted(-around, -around, around, around));
  raise();
}

bool CallOutMark::eventFilter(QObject* watched, QEvent* event) {
  switch (event->type()) {
    case QEvent::Move:
    case QEvent::Resize:
    case QEvent::Show:
    case QEvent::Hide:
    case QEvent::LayoutRequest:
      // Once the place is where it will be.
      QMetaObject::invokeMethod(this, &CallOutMark::follow, Qt::QueuedConnection);
      break;
    default:
      break;
  }
  return QWidget::eventFilter(watched, event);
}

void CallOutMark::paintEvent(QPaintEvent*) {
  look::SmoothPainter painter(this);
  const look::Tokens& tokens = look::tokens(palette());
  const double disc = look::px(discSize);
  const QRectF place = QRectF(rect()).adjusted(disc / 2, disc / 2, -disc / 2, -disc / 2);
  if (m_isLit) look::paintFocus(painter, place, look::px(6), tokens.focus, frameWidth);
  // Inside of the mark where the place ends at the edge of the window.
  const QRectF corner(place.right() - disc / 2, place.top() - disc / 2, disc, disc);
  look::paintBox(painter, corner, disc / 2, tokens.accent);
  look::paintWords(painter, corner, QString::number(m_number), look::Role::captionName,
                   tokens.onAccent, Qt::AlignHCenter);
}

}  // namespace trainyard
