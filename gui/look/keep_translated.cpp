// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/look/keep_translated.h"

#include <QEvent>
#include <QWidget>
#include <utility>

namespace trainyard::look {
namespace {

class LanguageFollower : public QObject {
 public:
  LanguageFollower(QWidget* widget, std::function<void()> setTexts)
      : QObject(widget), m_setTexts(std::move(setTexts)) {
    widget->installEventFilter(this);
    m_setTexts();
  }

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override {
    if (event->type() == QEvent::LanguageChange) m_setTexts();
    return QObject::eventFilter(watched, event);
  }

 private:
  std::function<void()> m_setTexts;
};

}  // namespace

void keepTranslated(QWidget* widget, std::function<void()> setTexts) {
  new LanguageFollower(widget, std::move(setTexts));
}

}  // namespace trainyard::look
