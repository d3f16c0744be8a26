// Asks for a new cluster: its name, how ssh calls it, and the folder there that runs are made in.
#pragma once

#include <QDialog>

#include "gui/clusters/cluster_actions.h"

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace trainyard {

class AddClusterDialog : public QDialog {
  Q_OBJECT
 public:
  AddClusterDialog(ClusterActions* actions, QWidget* parent);

  TargetSettings settings() const;

 private:
  QWidget* buildFields();
  void followHost(const QString& host);
  void askBases();
  void showBases(const QList<BaseFolder>& bases);
  void showBase();
  void showProblem(const QString& sentence);
  void showWhatIsMissing();
  void chooseFile();
  void takeFile(const QString& file);

  ClusterActions* m_actions;
  QComboBox* m_host;
  QLineEdit* m_name;
  QLineEdit* m_sshConfig;
  QComboBox* m_base;
  QLineEdit* m_engine;
  QCheckBox* m_share;
  QPushButton* m_ask;
  QPushButton* m_add;
  QLabel* m_space;
  QLabel* m_problem;
  bool m_nameIsTyped = false;
};

// The host aliases of an ssh configuration, patterns left out; none when the file cannot be read.
QStringList hostAliases(const QString& sshConfig);

}  // namespace trainyard
