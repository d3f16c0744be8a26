// SPDX-License-Identifier: GPL-3.0-or-later
// What a submission would write and run, and what it would send to a cluster, requested from the
// service for the document as it is shown.
#pragma once

#include <QObject>
#include <stop_token>

#include "remote/service/client/client.h"

namespace trainyard {

class Preview : public QObject {
  Q_OBJECT
 public:
  explicit Preview(ServiceClient* client);
  ~Preview() override;

  // A new request replaces a pending one.
  void request(const SubmitRequest& what);

 signals:
  void ready(const QString& script, const QString& commandLine);
  void failed(const QString& sentence);
  // Emitted before `failed` if the document cannot be submitted.
  void refused(const std::vector<trainyard::Diagnostic>& findings);
  // Emitted after `ready`, for clusters only: what would be transferred, or why that is unknown.
  void syncReady(const trainyard::SyncPreviewAnswer& answer);
  void syncFailed(const QString& sentence);

 private:
  QCoro::Task<void> run(SubmitRequest what, std::stop_token stop);
  void refuse(const Error& error);

  ServiceClient* m_client;
  std::stop_source m_stop;
};

}  // namespace trainyard
