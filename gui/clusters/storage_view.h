// SPDX-License-Identifier: GPL-3.0-or-later
// What this program keeps on the chosen cluster by kind, and the folders of the chosen kind; what
// nobody needs can be removed. It is measured when somebody asks for it: that takes a while there.
#pragma once

#include <QMap>
#include <QPushButton>
#include <QWidget>
#include <stop_token>

#include "gui/clusters/storage_kinds_model.h"
#include "gui/clusters/storage_model.h"
#include "gui/forms/plain_label.h"
#include "remote/service/client/client.h"

class QTableView;

namespace trainyard {

class StorageView : public QWidget {
  Q_OBJECT
 public:
  // The client must outlive it.
  explicit StorageView(ServiceClient* client);
  ~StorageView() override;

  void show(const QString& cluster);

 signals:
  void failed(const QString& sentence);
  void done(const QString& sentence);

 private:
  QCoro::Task<void> runMeasure(QString cluster, std::stop_token stop);
  QCoro::Task<void> runClean(CleanArguments arguments, std::stop_token stop);
  void measure();
  void askClean();
  void showUsage();
  void showFolders();
  void showState();
  QList<KeptFolder> chosen() const;
  void retranslate();

  ServiceClient* m_client;
  StorageKindsModel m_kinds;
  StorageModel m_model;
  QString m_cluster;
  QMap<QString, TargetUsage> m_known;  // by cluster
  QString m_busy;                      // the cluster that is being measured or cleaned
  QPushButton* m_measure = new QPushButton;
  QPushButton* m_remove = new QPushButton;
  QLabel* m_title = plainLabel(look::Role::card);
  QLabel* m_text = plainLabel(look::Role::help);
  QTableView *m_kindTable, *m_table;
  std::stop_source m_stop;
};

}  // namespace trainyard
