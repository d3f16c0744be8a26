// SPDX-License-Identifier: GPL-3.0-or-later
// What is free on clusters and who is waiting there, for a page while it is visible: requested
// immediately and then every 30 s, and not while it is hidden. Never logs in by itself.
#pragma once

#include <QMap>
#include <QObject>
#include <QSet>
#include <QTimer>
#include <optional>
#include <stop_token>

#include "remote/service/client/client.h"

namespace trainyard {

struct ClusterQueue {
  std::optional<ClusterState> state;
  std::optional<QueueAnswer> queue;
  QString problem;  // why there is no newer answer
};

class QueueReader : public QObject {
  Q_OBJECT
 public:
  static constexpr std::chrono::seconds interval{30};

  // The client must outlive it.
  explicit QueueReader(ServiceClient* client);
  ~QueueReader() override;

  // Forgets those that are not among them.
  void setTargets(const QStringList& targets);
  void setWatched(bool isWatched);
  // Requests all of them now; the service answers from its cache if that is younger than 30 s.
  void refresh();
  void refresh(const QString& target);
  void connectTo(const QString& target);
  // Cancels a job that does not belong to a run of this program.
  void cancel(const QString& target, const QString& job);
  // Makes such a job a run.
  void adopt(const QString& target, const QString& job);
  // Asks where such a job writes to.
  void findOutput(const QString& target, const QString& job);

  const ClusterQueue& of(const QString& target) const;
  bool isBusy() const { return !m_pending.isEmpty(); }
  double asked() const { return m_asked; }  // when the last answer came, Unix seconds; 0: never
  double secondsToNext() const { return m_timer.remainingTime() / 1000.0; }

 signals:
  void changed();
  void failed(const QString& sentence);
  void done(const QString& sentence);
  void adopted(const QString& run);
  void outputFound(const QString& target, const QString& path);

 private:
  QCoro::Task<void> read(QString target, std::stop_token stop);
  template <typename Answer, typename Done>
  void change(const QString& target, QCoro::Task<Result<Answer>> call, Done done);

  ServiceClient* m_client;
  QMap<QString, ClusterQueue> m_queues;
  QSet<QString> m_pending;
  QTimer m_timer;
  std::stop_source m_stop;
  double m_asked = 0;
  bool m_isWatched = false;
};

}  // namespace trainyard
