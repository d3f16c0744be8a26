// SPDX-License-Identifier: GPL-3.0-or-later
// A histogram and its history; a click in the history goes to its step.
#pragma once

#include "gui/charts/picture.h"
#include "gui/runs/samples/histogram_picture.h"

namespace trainyard {

class HistogramView : public PictureView {
  Q_OBJECT
 public:
  void show(const HistogramPicture& picture);

 signals:
  void stepChosen(double step);

 protected:
  void mousePressEvent(QMouseEvent* event) override;

 private:
  std::shared_ptr<const HistogramPicture> m_shown;
};

}  // namespace trainyard
