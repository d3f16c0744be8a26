// SPDX-License-Identifier: GPL-3.0-or-later
// All metrics of a run as small multiples below one toolbar: smoothing, logarithmic axis, filter,
// export. Plots share their range of steps and the step under the pointer. A plot is created when
// its metric first arrives.
#pragma once

#include <QWidget>
#include <functional>

#include "gui/charts/curves_model.h"
#include "gui/charts/plot_panels.h"
#include "gui/charts/plot_scale.h"

class QAction;
class QGridLayout;
class QLabel;
class QLineEdit;
class QScrollArea;
class QSlider;
class QToolButton;

namespace trainyard {

class PlotView;

class PlotGrid : public QWidget {
  Q_OBJECT
 public:
  explicit PlotGrid(CurvesModel* curves, QWidget* parent = nullptr);

  // The text shown while there are no metrics.
  void setEmptyText(const QString& text);
  void setExportName(const QString& name) { m_exportName = name; }
  const std::vector<PlotView*>& plots() const { return m_plots; }
  // All plots as one image, at the size of the page.
  QPixmap picture();

 signals:
  void failed(const QString& sentence);
  void done(const QString& sentence);

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  void buildBar();
  void retranslate();
  void arrange();
  void place();
  void applyStyle();
  void exportPicture();
  void exportTable();
  // Asks for a file and writes the result of `make` to it; creating and writing the content does
  // not block the window.
  void exportTo(const QString& title, const QString& ending, const QString& kind,
                std::function<std::function<QByteArray()>()> take);
  PlotView* makePlot(const PlotPanel& panel);

  CurvesModel* m_curves;
  QSlider* m_smoothing;
  QLabel* m_smoothingName;
  QLabel* m_smoothingValue;
  QToolButton* m_logarithmic;
  QToolButton* m_reset;
  QToolButton* m_save;
  QAction* m_savePicture;
  QAction* m_saveTable;
  QLabel* m_hint;
  QLineEdit* m_filter;
  QScrollArea* m_scroll;
  QWidget* m_page;
  QGridLayout* m_layout;
  QLabel* m_empty;
  std::vector<PlotView*> m_plots;
  std::vector<QWidget*> m_headings;
  std::vector<PlotPanel> m_panels;
  QString m_exportName;
  int m_columns = 0;
};

}  // namespace trainyard
