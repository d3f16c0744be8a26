// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/look/ink.h"

#include <QApplication>
#include <QEvent>
#include <QWidget>

namespace trainyard::look {
namespace {

class InkFollower : public QObject {
 public:
  explicit InkFollower(QWidget* widget) : QObject(widget), m_widget(widget) {
    widget->installEventFilter(this);
  }

  void use(const Ink& ink) {
    m_ink = ink;
    show();
  }

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override {
    if (event->type() == QEvent::PaletteChange && !m_showing) show();
    return QObject::eventFilter(watched, event);
  }

 private:
  void show() {
    const QColor colour = m_ink(tokens(m_widget->palette()));
    if (m_widget->palette().color(QPalette::WindowText) == colour) return;
    m_showing = true;
    QPalette own;  // only this role is the widget's own
    own.setColor(QPalette::WindowText, colour);
    m_widget->setPalette(own);
    m_showing = false;
  }

  QWidget* m_widget;
  Ink m_ink;
  bool m_showing = false;
};

InkFollower* followerOf(QWidget* widget) {
  for (QObject* child : widget->children())
    if (auto* follower = dynamic_cast<InkFollower*>(child)) return follower;
  return new InkFollower(widget);
}

}  // namespace

void setInk(QWidget* widget, const Ink& ink) { followerOf(widget)->use(ink); }

void setInk(QWidget* widget, Tone tone) {
  setInk(widget, [tone](const Tokens& now) { return now.tone(tone).word; });
}

}  // namespace trainyard::look
