// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/app/call_outs.h"

#include <QKeyEvent>
#include <QMainWindow>
#include <QSettings>

#include "gui/app/call_out_mark.h"
#include "gui/home/four_things.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

const QString endedKey = u"callOuts/ended"_s;

}  // namespace

CallOuts::CallOuts(QMainWindow* window, FourThings* strip, const QList<QWidget*>& places)
    : QObject(window), m_strip(strip) {
  for (int i = 0; i < places.size(); ++i)
    m_marks << new CallOutMark(i + 1, places[i], window->centralWidget());
  strip->hide();
  strip->installEventFilter(this);
  window->installEventFilter(this);
  connect(strip, &FourThings::skipped, this, &CallOuts::end);
  connect(strip, &FourThings::litChanged, this, [this](int lit) {
    for (int i = 0; i < m_marks.size(); ++i) m_marks[i]->setLit(i == lit);
  });
}

bool CallOuts::isFirstStart() {
  const QSettings settings;
  return !settings.contains(endedKey) && !settings.contains(u"window"_s) &&
         !settings.contains(u"place"_s);
}

void CallOuts::begin() { m_strip->show(); }

void CallOuts::end() {
  QSettings().setValue(endedKey, true);
  m_strip->hide();
}

bool CallOuts::eventFilter(QObject* watched, QEvent* event) {
  // The numbers are there while the strip can be seen: not on other pages.
  if (watched == m_strip && (event->type() == QEvent::Show || event->type() == QEvent::Hide))
    for (CallOutMark* mark : m_marks) mark->setWanted(event->type() == QEvent::Show);
  // Esc that nothing else has taken.
  if (watched != m_strip && event->type() == QEvent::KeyPress && m_strip->isVisible() &&
      static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
    end();
    return true;
  }
  return QObject::eventFilter(watched, event);
}

}  // namespace trainyard
