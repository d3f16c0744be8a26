// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/samples/histogram_view.h"

#include <QMouseEvent>

namespace trainyard {

void HistogramView::show(const HistogramPicture& picture) {
  m_shown = std::make_shared<const HistogramPicture>(picture);
  setPicture(m_shown);
}

void HistogramView::mousePressEvent(QMouseEvent* event) {
  if (!m_shown || event->button() != Qt::LeftButton) return event->ignore();
  if (const auto step = m_shown->stepAt(event->position(), rect())) emit stepChosen(*step);
}

}  // namespace trainyard
