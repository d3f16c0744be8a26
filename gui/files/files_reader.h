// SPDX-License-Identifier: GPL-3.0-or-later
// A folder of a target, a piece of one of its files, and what is fetched from it, through the
// service. An answer that arrives after something else was asked for is dropped.
#pragma once

#include <QMap>
#include <QObject>
#include <QStringList>
#include <stop_token>

#include "remote/service/client/client.h"

namespace trainyard {

class FilesReader : public QObject {
  Q_OBJECT
 public:
  // The client must outlive it.
  explicit FilesReader(ServiceClient* client);
  ~FilesReader() override;

  const QString& target() const { return m_target; }
  const TargetListing& listing() const { return m_listing; }
  QStringList seen() const { return m_seen.value(m_target); }  // folders of this target
  bool isReading() const { return m_isReading; }
  bool isFetching() const { return m_isFetching; }

  // Of a file, its folder, in which it is chosen. A target that is not connected is logged in to.
  void open(const QString& target, const QString& path);
  void look(const QString& path, qint64 offset);
  void leave();  // nothing is looked at any more
  // Into a folder of this computer.
  void fetch(const QString& path, const QString& folder);
  void cancelFetch();

 signals:
  void changed();                      // isReading(), isFetching()
  void opened(const QString& chosen);  // a file of the listing, or empty
  void looked(const QString& path, const trainyard::FilePiece& piece);
  void lookFailed(const QString& sentence);
  void progressed(const trainyard::ProgressReport& report);
  void failed(const QString& sentence);
  void done(const QString& sentence);

 private:
  QCoro::Task<void> runOpen(QString target, QString path, QString chosen, std::stop_token stop);
  QCoro::Task<void> runLook(QString path, qint64 offset, std::stop_token stop);
  QCoro::Task<void> runFetch(QString target, QString path, QString folder, std::stop_token stop);

  ServiceClient* m_client;
  QString m_target;
  TargetListing m_listing;
  QMap<QString, QStringList> m_seen;
  bool m_isReading = false, m_isFetching = false;
  std::stop_source m_openStop, m_lookStop, m_fetchStop;
};

}  // namespace trainyard
