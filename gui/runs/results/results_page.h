// SPDX-License-Identifier: GPL-3.0-or-later
// The results of a split as they are read: plots in one or two columns, and below them tables.
#pragma once

#include <QGridLayout>
#include <QScrollArea>

#include "gui/runs/results/result_pictures.h"

class QLabel;

namespace trainyard {

class ResultsPage : public QScrollArea {
  Q_OBJECT
 public:
  ResultsPage();

  // `label` empty: of all labels.
  void showResults(const ResultCurves& results, const QString& label);
  const ResultPictures::List& pictures() const { return m_pictures; }

 protected:
  void resizeEvent(QResizeEvent* event) override;

 private:
  void place();

  QGridLayout* m_plots = new QGridLayout;
  QBoxLayout* m_tables;
  QLabel *m_metrics, *m_classes;
  QList<PictureView*> m_views;
  ResultPictures::List m_pictures;
  int m_columns = 0;
};

}  // namespace trainyard
