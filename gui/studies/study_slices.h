// SPDX-License-Identifier: GPL-3.0-or-later
// The objective over each parameter of a study, the most important first.
#pragma once

#include <QScrollArea>
#include <vector>

#include "gui/studies/study_model.h"

class QGridLayout;

namespace trainyard {

class SlicePlot;

class StudySlices : public QScrollArea {
  Q_OBJECT
 public:
  // `study` must outlive it.
  explicit StudySlices(StudyModel* study);

 private:
  void follow();

  StudyModel* m_study;
  QGridLayout* m_grid;
  std::vector<SlicePlot*> m_plots;
};

}  // namespace trainyard
