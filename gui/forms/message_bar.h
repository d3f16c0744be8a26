// SPDX-License-Identifier: GPL-3.0-or-later
// What went wrong on a page, what is new, what is asked there: a strip that lies over the lower
// edge of that page. Nothing moves when it comes and goes, it never goes under the pointer, and it
// takes no click that was aimed before it was there to be seen.
#pragma once

#include <QElapsedTimer>
#include <QFrame>
#include <QList>
#include <functional>

#include "gui/forms/palette_colors.h"

class QHBoxLayout;
class QLabel;
class QTimer;
class QToolButton;

namespace trainyard {

class MessageBar : public QFrame {
  Q_OBJECT
 public:
  static constexpr int graceMilliseconds = 600;  // what a person needs to see it
  static constexpr int newsMilliseconds = 5000;  // what a person needs to read it

  struct Choice {
    QString words;
    std::function<void()> then;
  };

  // Lies over `page`, which owns it.
  explicit MessageBar(QWidget* page);

  void showError(const QString& sentence);  // stays until it is closed or replaced
  // Goes with the first click or key elsewhere after newsMilliseconds.
  void showInfo(const QString& sentence, const QList<Choice>& choices = {});
  // Stays until one is chosen or it is closed.
  void ask(const QString& question, const QList<Choice>& choices);
  // Goes; if the pointer is on it, when that has left.
  void dismiss();
  QString text() const;  // empty when it is not there

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void changeEvent(QEvent* event) override;
  void leaveEvent(QEvent* event) override;

 private:
  void showSentence(const QString& sentence, Tone tone, const QList<Choice>& choices);
  void showChoices(const QList<Choice>& choices);
  void place();
  void startGrace();
  void endGrace();
  void retranslate();

  QWidget* m_page;
  QLabel* m_text;
  QHBoxLayout* m_choices;
  QToolButton* m_close;
  QTimer* m_grace;
  QElapsedTimer m_age;
  bool m_isNews = false, m_leaves = false;
};

}  // namespace trainyard
