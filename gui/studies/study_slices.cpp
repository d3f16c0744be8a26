// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/studies/study_slices.h"

#include <QGridLayout>

#include "gui/look/type.h"
#include "gui/studies/slice_plot.h"

namespace trainyard {
namespace {

using look::px;

constexpr double sliceHeight = 230;
constexpr int slicesInRow = 3;

}  // namespace

StudySlices::StudySlices(StudyModel* study) : m_study(study) {
  auto* page = new QWidget;
  m_grid = new QGridLayout(page);
  m_grid->setContentsMargins(px(20), px(14), px(20), px(16));
  m_grid->setSpacing(px(14));
  for (int i = 0; i < slicesInRow; ++i) m_grid->setColumnStretch(i, 1);
  setFrameShape(QFrame::NoFrame);
  setWidgetResizable(true);
  setFocusPolicy(Qt::NoFocus);
  setWidget(page);
  connect(study, &StudyModel::changed, this, &StudySlices::follow);
  connect(study, &StudyModel::importanceChanged, this, &StudySlices::follow);
  follow();
}

// Plots that are there are used again.
void StudySlices::follow() {
  const auto parameters = m_study->parameters();
  while (m_plots.size() < parameters.size()) {
    auto* plot = new SlicePlot(m_study);
    plot->setFixedHeight(px(sliceHeight));
    plot->setProperty("pane", true);
    const auto at = static_cast<int>(m_plots.size());
    m_grid->addWidget(plot, at / slicesInRow, at % slicesInRow);
    m_plots.push_back(plot);
  }
  m_grid->setRowStretch((static_cast<int>(m_plots.size()) + slicesInRow - 1) / slicesInRow, 1);
  for (std::size_t i = 0; i < m_plots.size(); ++i) {
    m_plots[i]->setVisible(i < parameters.size());
    if (i < parameters.size()) m_plots[i]->setParameter(parameters[i]->path);
  }
}

}  // namespace trainyard
