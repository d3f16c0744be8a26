// SPDX-License-Identifier: GPL-3.0-or-later
// Bars of progress. One without a known end has stripes, which are no share of anything; they move
// while the bar is seen, unless the user wants nothing to blink.
#include <QApplication>
#include <QDateTime>
#include <QEvent>
#include <QProgressBar>
#include <QStyleOptionProgressBar>
#include <QTimer>

#include "gui/look/style_parts.h"

namespace trainyard::look {
namespace {

constexpr int pictureMilliseconds = 80, periodMilliseconds = 1600;

bool isStill() { return QApplication::cursorFlashTime() <= 0; }

// Paints the bar again a moment after each picture of it; one that is not seen is not painted.
class BusyWatch : public QObject {
 public:
  explicit BusyWatch(QProgressBar* bar) : QObject(bar), m_bar(bar) {
    m_next.setSingleShot(true);
    m_next.setInterval(pictureMilliseconds);
    connect(&m_next, &QTimer::timeout, bar, qOverload<>(&QWidget::update));
    bar->installEventFilter(this);
  }

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override {
    if (event->type() == QEvent::Paint && m_bar->maximum() <= m_bar->minimum() && !isStill())
      m_next.start();
    return QObject::eventFilter(watched, event);
  }

 private:
  QProgressBar* m_bar;
  QTimer m_next;
};

}  // namespace

void keepMoving(QProgressBar* bar) {
  constexpr char isWatched[] = "isKeptMoving";
  if (bar->property(isWatched).toBool()) return;
  bar->setProperty(isWatched, true);
  new BusyWatch(bar);
}

void paintProgress(QPainter& painter, const QStyleOptionProgressBar& option) {
  const Tokens& t = tokens(option.palette);
  const double thick = px(grooveHeight);
  const QRectF bar(option.rect.left(), option.rect.center().y() + 0.5 - thick / 2,
                   option.rect.width(), thick);
  const qint64 range = qint64(option.maximum) - option.minimum;
  if (range > 0) {
    const double share = double(qint64(option.progress) - option.minimum) / double(range);
    return paintBar(painter, bar, share, t.accent, t.press);
  }
  const qint64 place = isStill() ? 0 : QDateTime::currentMSecsSinceEpoch() % periodMilliseconds;
  paintBusyBar(painter, bar, double(place) / periodMilliseconds, t.accent, t.press);
}

}  // namespace trainyard::look
