// SPDX-License-Identifier: GPL-3.0-or-later
// The content of one sample: its text, table, image or histogram, or why there is none.
#pragma once

#include <QLabel>
#include <QPlainTextEdit>
#include <QStackedWidget>

#include "gui/runs/samples/histogram_picture.h"
#include "gui/runs/samples/shown_sample.h"

class QTableView;

namespace trainyard {

class ImageView;
class SampleTableModel;

class SampleContent : public QStackedWidget {
  Q_OBJECT
 public:
  SampleContent();

  // Of a histogram its picture is shown by showHistogram().
  void showSample(const ShownSample& sample);
  void showHistogram(const HistogramPicture& picture) { m_histogram->show(picture); }

 signals:
  void stepChosen(double step);

 private:
  QLabel* m_words;
  QPlainTextEdit* m_text = new QPlainTextEdit;
  SampleTableModel* m_rows;
  QTableView* m_table;
  ImageView* m_image;
  HistogramView* m_histogram = new HistogramView;
};

}  // namespace trainyard
