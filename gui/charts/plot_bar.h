// SPDX-License-Identifier: GPL-3.0-or-later
// The bar above a page of plots: search of plots, the horizontal axis, smoothing, the vertical
// axis, export.
#pragma once

#include <QJsonObject>
#include <QWidget>

#include "gui/charts/plot_scale.h"
#include "gui/charts/step_axis.h"

class QAction;
class QComboBox;
class QLabel;
class QLineEdit;
class QSlider;
class QToolButton;

namespace trainyard {

class PlotBar : public QWidget {
  Q_OBJECT
 public:
  // `hasAxes`: whether the horizontal axis can be chosen.
  explicit PlotBar(bool hasAxes, QWidget* parent = nullptr);

  PlotStyle style() const;
  // Whether the search finds a metric: by a part of its name, or a regular expression, whatever the
  // case. Without a search it finds all.
  bool finds(const QString& metric) const;
  bool isSearching() const;
  // What is chosen in it, for a view that is kept; and as one was.
  QJsonObject state() const;
  void setState(const QJsonObject& state);
  // Whether there are several runs, which can be shown as their mean.
  void setSeveral(bool isSeveral);

 signals:
  void styleChanged();
  void searchChanged();
  void alongChosen(trainyard::Along along);
  void meansChosen(bool areShown);
  void resetRequested();
  void panelRequested();
  void pictureRequested();
  void tableRequested();

 private:
  void buildMenu();
  void retranslate();
  void showWeight();
  // Hides what there is no room for; it is in the menu, too.
  void fit();

  QLineEdit* m_search;
  QComboBox* m_along;
  QLabel* m_smoothingName;
  QSlider* m_smoothing;
  QLabel* m_weight;
  QToolButton* m_logarithmic;
  QToolButton* m_outliers;
  QToolButton* m_means;
  QToolButton* m_reset;
  QToolButton* m_panel;
  QToolButton* m_export;
  QAction* m_logarithmicEntry;
  QAction* m_outliersEntry;
  QAction* m_meansEntry;
  QAction* m_picture;
  QAction* m_table;
};

}  // namespace trainyard
