// SPDX-License-Identifier: GPL-3.0-or-later
// The files of a target: a folder, and what the chosen file contains.
#pragma once

#include <QComboBox>
#include <QProgressBar>
#include <QPushButton>
#include <QToolButton>

#include "gui/files/files_model.h"
#include "gui/files/files_reader.h"
#include "gui/files/path_bar.h"
#include "gui/forms/page.h"
#include "gui/forms/plain_label.h"
#include "gui/targets/target_list.h"

class QSplitter;
class QStackedWidget;
class QTableView;
class QTimer;

namespace trainyard {

class PreviewPane;

class FilesPage : public Page {
  Q_OBJECT
 public:
  // Both must outlive it.
  FilesPage(ServiceClient* client, TargetList* targets);

  QString title() const override { return tr("Files"); }
  QList<QAbstractButton*> commandButtons() const override { return {m_up, m_refresh, m_fetch}; }
  // The folder that is shown: "TARGET:PATH"; empty: none.
  QString address() const override;
  // A place that was shown before: does not log in.
  void goTo(const QString& address) override;
  // A folder or file that somebody asks for.
  void open(const QString& target, const QString& path);
  // As a part of another page, which says what it is: no title, no other target. Does not log in.
  void showOnly(const QString& target, const QString& path);
  PreviewPane* preview() { return m_preview; }

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  QWidget* buildHead();
  QWidget* buildBar();
  QWidget* buildList();
  void connectParts();
  void bindKeys();
  void fillTargets();
  void chooseTarget();
  void showOpened(const QString& chosen);
  void showState();
  void openRow();
  void openParent();
  void openAgain();
  void enlarge(bool isEnlarged);
  // Whether the target of the folder can be asked now.
  bool isReachable() const;
  QString note() const;
  void previewChosen(qint64 offset);
  void previewChosen();
  void askFetch();
  void retranslate();
  const TargetFile* chosen() const;
  QString pathOf(const TargetFile& file) const;
  QString targetName() const;

  TargetList* m_targets;
  FilesReader m_reader;
  FilesModel m_files;
  QComboBox* m_target = new QComboBox;
  QToolButton* m_up = new QToolButton;
  PathBar* m_path = new PathBar;
  QToolButton* m_refresh = new QToolButton;
  QPushButton* m_fetch = new QPushButton;
  QProgressBar* m_progress = new QProgressBar;
  QLabel* m_title = plainLabel(look::Role::page);
  QLabel* m_note = plainLabel(look::Role::help);
  QLabel* m_words = emptyLabel();
  QTableView* m_table;
  QStackedWidget* m_lists;
  QSplitter* m_splitter = nullptr;
  QTimer* m_patience;   // before a folder that is being read is shown as such
  double m_listed = 0;  // when the folder was read, in Unix seconds
  PreviewPane* m_preview;
};

}  // namespace trainyard
