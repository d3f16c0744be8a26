// SPDX-License-Identifier: GPL-3.0-or-later
// The two buttons beside the tabs of documents: a plus, whose menu begins or opens one, and what is
// done with the file of the one that is shown.
#pragma once

#include <QObject>

#include "gui/forms/presets.h"

class QAction;
class QMenu;
class QToolButton;

namespace trainyard {

class DocumentMenus : public QObject {
  Q_OBJECT
 public:
  explicit DocumentMenus(QObject* parent = nullptr);

  // Belong to the layout that they are added to.
  QToolButton* beginning() { return m_beginning; }
  QToolButton* file() { return m_file; }
  void retranslate();

 signals:
  void newWanted();
  void presetWanted(const trainyard::Preset& preset);
  void openWanted();
  void recentWanted(const QString& path);
  void closedWanted();  // what was closed without being saved
  void importWanted();
  void saveWanted();
  void saveAsWanted();
  void closeWanted();

 private:
  void buildBeginning();
  void buildFile();
  void fillRecent();

  QToolButton *m_beginning, *m_file;
  QMenu* m_presets = nullptr;
  QMenu* m_recent = nullptr;
  QAction *m_empty = nullptr, *m_open = nullptr, *m_closed = nullptr, *m_import = nullptr;
  QAction *m_save = nullptr, *m_saveAs = nullptr, *m_close = nullptr;
};

}  // namespace trainyard
