// SPDX-License-Identifier: GPL-3.0-or-later
// The experiment's data before training: one example as text with what is learned of it, counts and
// lengths next to it.
#pragma once

#include <QCheckBox>
#include <QComboBox>
#include <QTextBrowser>
#include <QWidget>

#include "gui/experiments/checks/data_inspection.h"

class QLabel;
class QPushButton;
class QStackedWidget;
class QToolButton;

namespace trainyard {

class LengthChart;

class DataPage : public QWidget {
  Q_OBJECT
 public:
  explicit DataPage(ServiceClient* client);

  DataInspection* inspection() { return &m_inspection; }
  QTextBrowser* text() { return m_text; }
  // Whether data can be shown: the document has a folder and no errors.
  void setAvailable(bool isAvailable);
  // To be called when the user opens the page: loads the first records unless they are loaded.
  void enter();

 signals:
  // The user wants to go back to the experiment.
  void left();

 private:
  QWidget* buildRow();
  QWidget* buildSide();
  void buildKeys();
  void connectButtons();
  void retranslate();
  void showAll();
  void showButtons();
  void showExample();
  void showCounts();
  void showStatus();

  DataInspection m_inspection;
  bool m_isAvailable = false;
  qint64 m_seed = 0;
  QComboBox* m_split = new QComboBox;
  QToolButton *m_previous, *m_next, *m_random, *m_inOrder;
  QLabel *m_place, *m_status, *m_legend, *m_counts, *m_lengths;
  QCheckBox* m_ids = new QCheckBox;
  QPushButton *m_look, *m_all, *m_stop;
  QTextBrowser* m_text = new QTextBrowser;
  LengthChart* m_chart;
  QWidget* m_side;
};

}  // namespace trainyard
