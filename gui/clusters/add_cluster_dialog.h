// SPDX-License-Identifier: GPL-3.0-or-later
// Asks for a new cluster: its name, its ssh host, its base folder for runs, and its site profile;
// or changes an existing one, except for its name.
#pragma once

#include <QComboBox>
#include <QDialog>
#include <QLineEdit>

#include "gui/clusters/cluster_actions.h"

class QCheckBox;
class QDialogButtonBox;
class QLabel;
class QPushButton;

namespace trainyard {

class SiteField;

class AddClusterDialog : public QDialog {
  Q_OBJECT
 public:
  AddClusterDialog(ClusterActions* actions, QWidget* parent);
  // Edits an existing cluster.
  AddClusterDialog(ClusterActions* actions, const TargetSettings& cluster, QWidget* parent);

  TargetSettings settings() const;

 private:
  void buildButtons(const QString& accept);
  QWidget* buildFields();
  void connectFields();
  void followHost(const QString& host);
  void askBases();
  void showBases(const QList<BaseFolder>& bases);
  void showBase();
  void showProblem(const QString& sentence);
  void showWhatIsMissing();
  void chooseFile();
  void takeFile(const QString& file);

  ClusterActions* m_actions;
  QComboBox* m_host = new QComboBox;
  QLineEdit* m_name = new QLineEdit;
  QLineEdit* m_sshConfig = new QLineEdit;
  QComboBox* m_base = new QComboBox;
  QLineEdit* m_engine = new QLineEdit;
  QCheckBox* m_share;
  QPushButton* m_ask;
  QPushButton* m_add;
  QDialogButtonBox* m_buttons;
  SiteField* m_site;
  QLabel* m_space;
  QLabel* m_problem;
  bool m_nameIsTyped = false, m_isChange = false;
};

}  // namespace trainyard
