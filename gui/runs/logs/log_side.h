// SPDX-License-Identifier: GPL-3.0-or-later
// Left of an output: the attempt, whose output is shown, and how.
#pragma once

#include <QComboBox>
#include <QWidget>

#include "gui/forms/plain_label.h"
#include "gui/look/switch.h"
#include "remote/service/protocol/protocol.h"

class QTreeWidget;
class QTreeWidgetItem;

namespace trainyard {

class LogSide : public QWidget {
  Q_OBJECT
 public:
  LogSide();

  // Their contents are those of the bar of a narrow window.
  QComboBox* attempts() const { return m_attempts; }
  look::Switch* wrap() const { return m_wrap; }
  look::Switch* colours() const { return m_colours; }
  look::Switch* collapse() const { return m_collapse; }

  void showFiles(const QList<LogFile>& files);
  void choose(const QString& file);
  QString chosen() const { return m_chosen; }

 signals:
  void chosenByPerson(const QString& file);

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QTreeWidget* tree();
  void addSwitch(look::Switch* shown, QLabel* words);
  void retranslate();
  void fill();
  QTreeWidgetItem* groupOf(const LogFile& file);
  QTreeWidgetItem* itemOf(const QString& file) const;
  void fit(QTreeWidget* tree);

  QComboBox* m_attempts = new QComboBox;
  QLabel* m_processesHead = plainLabel(look::Role::emphasis);
  QTreeWidget* m_processes;
  QLabel* m_streamsHead = plainLabel(look::Role::emphasis);
  QTreeWidget* m_streams;
  QLabel* m_showHead = plainLabel(look::Role::emphasis);
  look::Switch* m_wrap = new look::Switch;
  look::Switch* m_colours = new look::Switch;
  look::Switch* m_collapse = new look::Switch;
  QLabel* m_wrapWords = plainLabel(look::Role::body);
  QLabel* m_coloursWords = plainLabel(look::Role::body);
  QLabel* m_collapseWords = plainLabel(look::Role::body);
  QList<LogFile> m_files;
  QString m_chosen;
};

}  // namespace trainyard
