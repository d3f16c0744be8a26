// SPDX-License-Identifier: GPL-3.0-or-later
// How the chosen checkpoint is copied to this computer: its model alone, or as it is.
#pragma once

#include "gui/look/card.h"
#include "gui/runs/checkpoints/checkpoint_content.h"

class QLabel;
class QLineEdit;
class QPushButton;
class QRadioButton;

namespace trainyard {

class CheckpointExport : public look::Card {
  Q_OBJECT
 public:
  CheckpointExport();

  // `name`: of the folder that is offered. `problem`: why it cannot be copied now; empty: it can.
  void show(const QString& name, const std::optional<CheckpointContent>& content,
            const QString& problem);
  void takeFocus();

 signals:
  // `files`: of the checkpoint; empty: all of it.
  void exportRequested(const QStringList& files, const QString& destination);

 private:
  void retranslate();
  void showState();
  void start();
  void chooseFolder();

  QRadioButton *m_model, *m_whole;
  QLabel *m_modelHelp, *m_wholeHelp;
  QLineEdit* m_destination;
  QPushButton *m_choose, *m_export;
  std::optional<CheckpointContent> m_content;
  QString m_name, m_problem;
};

}  // namespace trainyard
