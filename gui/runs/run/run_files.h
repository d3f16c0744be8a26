// SPDX-License-Identifier: GPL-3.0-or-later
// The folder of the run that is shown, on its target: as the page Files has it, and with its keys.
#pragma once

#include <QWidget>

class QVBoxLayout;

namespace trainyard {

class FilesPage;
class RunModel;
class ServiceClient;
class TargetList;

class RunFiles : public QWidget {
  Q_OBJECT
 public:
  // All must outlive it.
  RunFiles(RunModel* run, ServiceClient* client, TargetList* targets);

  // Null before it was shown.
  FilesPage* files() const { return m_files; }

 signals:
  void failed(const QString& sentence);
  void done(const QString& sentence);

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  // Nothing is asked of a target before somebody looks here, and none is logged in to.
  void showRun();

  RunModel* m_run;
  ServiceClient* m_client;
  TargetList* m_targets;
  QVBoxLayout* m_column;
  FilesPage* m_files = nullptr;
  QString m_shown;  // the run
};

}  // namespace trainyard
