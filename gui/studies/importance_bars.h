// SPDX-License-Identifier: GPL-3.0-or-later
// How much each parameter decides, as bars. A click or an arrow key chooses one.
#pragma once

#include <QWidget>

#include "gui/studies/study_model.h"

namespace trainyard {

class ImportanceBars : public QWidget {
  Q_OBJECT
 public:
  // `study` must outlive it.
  explicit ImportanceBars(StudyModel* study);

  // The path of a parameter; empty if there is none.
  QString chosen() const;
  QSize sizeHint() const override;

 signals:
  void parameterChosen(const QString& path);

 protected:
  void paintEvent(QPaintEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;

 private:
  void follow();
  void choose(int row);
  int numShown() const;

  StudyModel* m_study;
  QString m_shown;  // the study
  int m_chosen = 0;
};

}  // namespace trainyard
