// SPDX-License-Identifier: GPL-3.0-or-later
// On top of an output: what there is to know about it, and a link to what was
// written before.
#pragma once

#include <QAbstractButton>

class QLabel;

namespace trainyard {

class LinkButton : public QAbstractButton {
  Q_OBJECT
 public:
  LinkButton();

  QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
  bool event(QEvent* event) override;
};

class LogHead : public QWidget {
  Q_OBJECT
 public:
  LogHead();

  // Takes no room while there is nothing to say.
  void showNote(const QString& note, bool isProblem, bool hasEarlier);
  // Whether words are looked for, and not in all of the file.
  void showSearchable(bool isSearchable);

 signals:
  void earlierRequested();
  void searchRequested();

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void retranslate();

  QLabel* m_note;
  LinkButton* m_search;
  LinkButton* m_earlier;
};

}  // namespace trainyard
