// SPDX-License-Identifier: GPL-3.0-or-later
// One line below the document about the selected cluster: cost, expected start, state of its check;
// and the button to log in.
#pragma once

#include <QWidget>

class QLabel;
class QToolButton;

namespace trainyard {

class TargetCheck;

class TargetLine : public QWidget {
  Q_OBJECT
 public:
  // The check must outlive it.
  explicit TargetLine(TargetCheck* check, QWidget* parent = nullptr);

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void refresh();

  TargetCheck* m_check;
  QLabel* m_text;
  QToolButton* m_connect;
};

}  // namespace trainyard
