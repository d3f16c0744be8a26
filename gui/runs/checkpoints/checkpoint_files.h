// SPDX-License-Identifier: GPL-3.0-or-later
// The folders of a run's checkpoints on its target: listed, looked into, copied to this computer
// and removed through the service. Every answer is a signal; one that arrives after another run was
// chosen says whose it is.
#pragma once

#include <QObject>
#include <stop_token>

#include "gui/runs/checkpoints/checkpoint_content.h"
#include "gui/runs/checkpoints/checkpoint_rows.h"
#include "remote/service/client/client.h"

namespace trainyard {

class CheckpointFiles : public QObject {
  Q_OBJECT
 public:
  // The client must outlive it.
  explicit CheckpointFiles(ServiceClient* client, QObject* parent = nullptr);
  ~CheckpointFiles() override;

  bool isConnected() const { return m_client->isConnected(); }
  bool isCopying() const { return m_isCopying; }
  bool isRemoving() const { return m_isRemoving; }

  // A target that is not connected would be logged in to: the caller asks only where that is meant.
  void list(const RunRecord& run);
  // `path`: of the checkpoint, below the run's folder.
  void read(const RunRecord& run, const QString& path);
  void remove(const RunRecord& run, const QStringList& names);
  // A folder of the run as it is, or some of its files alone, into a folder that does not exist
  // yet.
  struct Copy {
    QString path;         // below the run's folder
    QStringList files;    // below it; empty: all
    QString destination;  // absolute, on this computer
  };
  void copy(const RunRecord& run, const QList<Copy>& copies);

 signals:
  void listed(const QString& run, const trainyard::CheckpointListing& listing);
  void notListed(const QString& run, const QString& sentence);
  void contentRead(const QString& run, const QString& path,
                   const trainyard::CheckpointContent& content);
  void notRead(const QString& run, const QString& path, const QString& sentence);
  void changed();  // isCopying(), isRemoving()
  void removed(const QString& run, const QStringList& names);
  void copied(const QStringList& destinations);
  void failed(const QString& sentence);

 private:
  QCoro::Task<void> runList(RunRecord run, std::stop_token stop);
  QCoro::Task<void> runRead(RunRecord run, QString path, std::stop_token stop);
  QCoro::Task<void> runRemove(QString run, QStringList names, std::stop_token stop);
  QCoro::Task<void> runCopy(RunRecord run, QList<Copy> copies, std::stop_token stop);
  QCoro::Task<Result<QString>> fetchOne(RunRecord run, Copy copy, std::stop_token stop);
  // The files of a folder and of those in it, with their paths below it.
  QCoro::Task<Result<QList<CheckpointFile>>> filesIn(RunRecord run, QString path,
                                                     std::stop_token stop);

  ServiceClient* m_client;
  bool m_isCopying = false, m_isRemoving = false;
  std::stop_source m_stop, m_readStop;
};

}  // namespace trainyard
