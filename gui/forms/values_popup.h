// SPDX-License-Identifier: GPL-3.0-or-later
// Asks which of the values that there are shall be tried one by one in a study. Escape or a click
// elsewhere leaves the field as it was.
#pragma once

#include <QFrame>
#include <QStringList>

class QCheckBox;

namespace trainyard {

class ValuesPopup : public QFrame {
  Q_OBJECT
 public:
  // `choices`: all of them; `values`: those that are checked. It deletes itself when it is closed.
  ValuesPopup(const QStringList& choices, const QStringList& values, QWidget* parent);

  void showBelow(const QWidget* input);

 signals:
  void chosen(const QStringList& values);

 protected:
  void keyPressEvent(QKeyEvent* event) override;

 private:
  QStringList values() const;
  void finish();

  QList<QCheckBox*> m_boxes;
};

}  // namespace trainyard
