// SPDX-License-Identifier: GPL-3.0-or-later
// Errors, news and questions on a page: a strip over its lower right corner. Nothing moves when it
// appears and disappears, it never appears under the pointer, and it ignores clicks that were aimed
// before it was visible.
#pragma once

#include <QElapsedTimer>
#include <QFrame>
#include <QHBoxLayout>
#include <QList>
#include <QToolButton>
#include <functional>

#include "gui/look/tokens.h"

class QBoxLayout;
class QLabel;
class QTimer;

namespace trainyard {

class MessageBar : public QFrame {
  Q_OBJECT
 public:
  static constexpr int graceMilliseconds = 600;  // time to notice it
  static constexpr int newsMilliseconds = 5000;  // time to read it

  struct Choice {
    QString words;
    std::function<void()> then;
  };

  // Overlays `page`, which owns it.
  explicit MessageBar(QWidget* page);

  void showError(const QString& sentence);  // stays until it is closed or replaced
  // Disappears with the first click or key press elsewhere after newsMilliseconds.
  void showInfo(const QString& sentence, const QList<Choice>& choices = {});
  // Stays until a choice is made or it is closed.
  void ask(const QString& question, const QList<Choice>& choices);
  // Hides it; if the pointer is on it, once the pointer has left.
  void dismiss();
  QString text() const;  // empty if it is not shown
  // Whether it is shown and waits for a choice.
  bool isAsking() const { return isVisible() && !m_isNews && m_choices->count() > 0; }

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void leaveEvent(QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;

 private:
  void showText(const QString& sentence, look::Tone tone, const QList<Choice>& choices);
  void showChoices(const QList<Choice>& choices);
  void place();
  void startGrace();
  void endGrace();
  void retranslate();

  QWidget* m_page;
  look::Tone m_tone = look::Tone::quiet;
  QLabel* m_text;
  QBoxLayout* m_layout;
  QHBoxLayout* m_choices = new QHBoxLayout;
  QToolButton* m_close = new QToolButton;
  QTimer* m_grace;
  QElapsedTimer m_age;
  bool m_isNews = false, m_leaves = false;
};

}  // namespace trainyard
