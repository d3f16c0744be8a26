// SPDX-License-Identifier: GPL-3.0-or-later
// The bar above the experiment: its file, undo and redo, the selected view, where it runs, and the
// buttons to preview and submit it.
#pragma once

#include <QWidget>

#include "gui/experiments/experiment_document.h"
#include "gui/forms/presets.h"

class QComboBox;
class QLabel;
class QMenu;
class QPushButton;
class QToolButton;

namespace trainyard {

class TargetChooser;
class TargetList;

class DocumentBar : public QWidget {
  Q_OBJECT
 public:
  // Both must outlive it.
  DocumentBar(ExperimentDocument* document, TargetList* targets, QWidget* parent = nullptr);

  TargetChooser* target() { return m_target; }
  QPushButton* reviewButton() { return m_review; }
  enum class Shown { both, form, text, data };
  void chooseShown(Shown shown);

  void showBusy(bool busy);
  // How many runs a submission creates: several for a study.
  void showNumRuns(int count);

 signals:
  void newWanted();
  void presetWanted(const trainyard::Preset& preset);
  void openWanted();
  void importWanted();
  void recentWanted(const QString& path);
  void closedWanted();  // what was closed without being saved
  void saveWanted();
  void saveAsWanted();
  void reviewWanted();
  void shownChanged(Shown shown);

 protected:
  void changeEvent(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  void buildMenus();
  void connectButtons();
  void fillRecent();
  void retranslate();
  // Where there is no room for their words, buttons show their icons.
  void fit();

  ExperimentDocument* m_document;
  QToolButton *m_new, *m_open, *m_save, *m_undo, *m_redo;
  QAction* m_empty = nullptr;
  QAction* m_import = nullptr;
  QAction* m_closed = nullptr;
  QAction* m_saveAs = nullptr;
  QMenu* m_recent;
  QComboBox* m_shown;
  QLabel* m_runOn;
  TargetChooser* m_target;
  QPushButton* m_review;
  bool m_busy = false;
  int m_numRuns = 1;
};

}  // namespace trainyard
