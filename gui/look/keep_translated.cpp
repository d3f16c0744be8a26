// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/look/keep_translated.h"

#include <QWidget>
#include <utility>

namespace trainyard::look {
namespace {

class EventFollower : public QObject {
 public:
  EventFollower(QWidget* widget, QEvent::Type type, std::function<void()> act)
      : QObject(widget), m_type(type), m_act(std::move(act)) {
    widget->installEventFilter(this);
  }

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override {
    if (event->type() == m_type) m_act();
    return QObject::eventFilter(watched, event);
  }

 private:
  QEvent::Type m_type;
  std::function<void()> m_act;
};

}  // namespace

void onEvent(QWidget* widget, QEvent::Type type, std::function<void()> act) {
  new EventFollower(widget, type, std::move(act));
}

void keepTranslated(QWidget* widget, std::function<void()> setTexts) {
  setTexts();
  onEvent(widget, QEvent::LanguageChange, std::move(setTexts));
}

}  // namespace trainyard::look
