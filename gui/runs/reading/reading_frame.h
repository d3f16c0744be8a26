// SPDX-License-Identifier: GPL-3.0-or-later
// Around the curves or the output of a run: a strip that says what is read from its output, and a
// panel at its right to change that.
#pragma once

#include <QWidget>

class QLabel;
class QPushButton;

namespace trainyard {

class ElidedLabel;
class ReadingPanel;
class RunActions;
class RunModel;

class ReadingFrame : public QWidget {
  Q_OBJECT
 public:
  // Owns `content`; the others must outlive it.
  ReadingFrame(QWidget* content, RunModel* run, RunActions* actions);

 signals:
  void done(const QString& sentence);

 private:
  void showStrip();
  void setPanelShown(bool isShown);

  RunModel* m_run;
  QWidget* m_strip;
  ElidedLabel* m_text;
  QPushButton *m_change, *m_close;
  ReadingPanel* m_panel;
  QString m_closedOf;  // the run of which the strip was closed
};

}  // namespace trainyard
