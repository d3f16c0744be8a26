// SPDX-License-Identifier: GPL-3.0-or-later
// The user's actions on clusters, through the service: connect, disconnect, check, add, remove.
// Every answer is a signal; nothing here blocks, and an answer that arrives after this object is
// gone is dropped.
#pragma once

#include <QObject>
#include <QSet>
#include <stop_token>

#include "remote/service/client/client.h"

namespace trainyard {

class ClusterActions : public QObject {
  Q_OBJECT
 public:
  // The client must outlive it.
  explicit ClusterActions(ServiceClient* client, QObject* parent = nullptr);
  ~ClusterActions() override;

  // Whether an answer for this cluster is pending.
  bool isBusy(const QString& cluster) const { return m_busy.contains(cluster); }

  void connectTo(const QString& cluster);
  void disconnectFrom(const QString& cluster);  // allowed while another answer is pending
  void check(const QString& cluster, CheckTarget what);
  void add(const TargetSettings& settings);
  void edit(const TargetSettings& settings);
  void remove(const QString& cluster);
  // Removes what the keychain has for the cluster.
  void forgetPasswords(const QString& cluster);
  void listSites();
  // Requests candidate folders for the base; replaces a pending request.
  void listBases(const QString& host, const QString& sshConfig);

 signals:
  void failed(const QString& sentence);
  void done(const QString& sentence);
  void busyChanged(const QString& cluster);
  void checked(const QString& cluster, const trainyard::TargetCheckAnswer& answer);
  void added(const QString& cluster);
  void addFailed(const QString& sentence);
  void edited(const QString& cluster);
  void editFailed(const QString& sentence);
  void sitesListed(const QList<trainyard::KnownSite>& sites);
  void basesListed(const QList<trainyard::BaseFolder>& bases);
  void basesFailed(const QString& sentence);

 private:
  QCoro::Task<void> runRemove(QString cluster);
  QCoro::Task<void> runListBases(QString host, QString sshConfig, std::stop_token stop);
  bool begin(const QString& cluster);
  void end(const QString& cluster);
  void endWith(const QString& cluster, const QString& failure);

  ServiceClient* m_client;
  QSet<QString> m_busy;
  std::stop_source m_stop, m_basesStop;
};

}  // namespace trainyard
