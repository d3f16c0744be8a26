// All metrics of a run as small multiples under one bar: smoothing, logarithmic axis, filter,
// export. Pictures share the steps they show and the pointer's step. A picture is made when its
// metric has arrived.
#pragma once

#include <QWidget>

#include "gui/charts/curves_model.h"
#include "gui/charts/plot_panels.h"
#include "gui/charts/plot_scale.h"

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

  // What to say while there is no metric.
  void setEmptyText(const QString& text);
  void setExportName(const QString& name) { m_exportName = name; }
  const std::vector<PlotView*>& plots() const { return m_plots; }
  // All pictures as one, at the size of the page.
  QPixmap picture();

 signals:
  void failed(const QString& sentence);

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void buildBar();
  void arrange();
  void place();
  void applyStyle();
  void exportPicture();
  void exportTable();
  PlotView* makePlot(const PlotPanel& panel);

  CurvesModel* m_curves;
  QSlider* m_smoothing;
  QLabel* m_smoothingValue;
  QToolButton* m_logarithmic;
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
