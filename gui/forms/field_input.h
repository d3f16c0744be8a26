// SPDX-License-Identifier: GPL-3.0-or-later
// The control of a field, by its kind: what it shows, and what the user enters into it.
#pragma once

#include <QObject>
#include <QStringList>

#include "engine/contract/experiment/field_info.h"

class QPlainTextEdit;

namespace trainyard {

class ValueLine;

class FieldInput : public QObject {
  Q_OBJECT
 public:
  FieldInput(const FieldInfo& info, QObject* parent);

  QWidget* widget() const { return m_widget; }
  // The control as a line; null if it is none.
  ValueLine* line() const;
  // The text and the values of it; a different spelling of the same value is kept as it was typed.
  void show(const QString& text, const QStringList& values);
  void retranslate();
  // A line is as wide as its values need.
  void fitWidth();

 signals:
  void entered(const QString& text);
  void severalEntered(const QStringList& values);
  void severalWanted();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  QWidget* makeWidget();
  QWidget* makeBox();
  QWidget* makeChoice();
  QWidget* makeLine();
  QWidget* makeLines();
  void showInLine(ValueLine* line, const QString& text, const QStringList& values);
  void fitLines(QPlainTextEdit* lines);

  const FieldInfo& m_info;
  QWidget* m_widget = nullptr;
  bool m_isShowing = false;
};

}  // namespace trainyard
