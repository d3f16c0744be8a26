// SPDX-License-Identifier: GPL-3.0-or-later
// Asks for several values of a field that are tried one by one in a study: boxes to check where the
// values are known, else a text with one value a line. Escape or a click elsewhere leaves the field
// as it was.
#pragma once

#include <QFrame>
#include <QStringList>

class QCheckBox;
class QPlainTextEdit;

namespace trainyard {

class ValuesPopup : public QFrame {
  Q_OBJECT
 public:
  // `choices`: all values that there are; empty: any text. It deletes itself when it is closed.
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
  QPlainTextEdit* m_text = nullptr;
};

}  // namespace trainyard
