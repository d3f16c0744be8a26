// SPDX-License-Identifier: GPL-3.0-or-later
// What is free on a cluster and who is waiting there, for a page while it is visible: requested
// immediately and then every 30 s, and not while it is hidden. Never logs in by itself.
#pragma once

#include <QObject>
#include <QTimer>
#include <optional>
#include <stop_token>

#include "remote/service/client/client.h"

namespace trainyard {

class QueueReader : public QObject {
  Q_OBJECT
 public:
  static constexpr std::chrono::seconds interval{30};

  // The client must outlive it.
  explicit QueueReader(ServiceClient* client);
  ~QueueReader() override;

  void setTarget(const QString& target);  // empty: none
  const QString& target() const { return m_target; }
  void setWatched(bool isWatched);
  // Requests it now; the service answers from its cache if that is younger than 30 s.
  void refresh();
  void connectTo();
  // Cancels a job that does not belong to a run of this program.
  void cancel(const QString& job);
  // Makes such a job a run.
  void adopt(const QString& job);
  // Asks where such a job writes to.
  void findOutput(const QString& job);

  const std::optional<ClusterState>& state() const { return m_state; }
  const std::optional<QueueAnswer>& queue() const { return m_queue; }
  const QString& problem() const { return m_problem; }  // why there is no newer answer
  bool isBusy() const { return m_isBusy; }

 signals:
  void changed();
  void failed(const QString& sentence);
  void done(const QString& sentence);
  void adopted(const QString& run);
  void outputFound(const QString& target, const QString& path);

 private:
  QCoro::Task<void> read(QString target, std::stop_token stop);
  template <typename Answer, typename Done>
  void change(QCoro::Task<Result<Answer>> call, Done done);

  ServiceClient* m_client;
  QString m_target, m_problem;
  std::optional<ClusterState> m_state;
  std::optional<QueueAnswer> m_queue;
  QTimer m_timer;
  std::stop_source m_stop, m_actionsStop;
  bool m_isWatched = false, m_isBusy = false;
};

}  // namespace trainyard
