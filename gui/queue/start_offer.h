// SPDX-License-Identifier: GPL-3.0-or-later
// A waiting run that would ask for less, or elsewhere: when the scheduler would start it then, and
// what it would cost. It is asked with the changed document (sbatch --test-only); nothing is
// submitted before the person says so.
#pragma once

#include <QObject>
#include <QTimer>
#include <stop_token>

#include <QCoroTask>

#include "gui/queue/queue_row.h"
#include "remote/service/client/client.h"

namespace trainyard {

// Time limits are chosen in quarters of an hour.
inline constexpr qint64 quarterHour = 900;

struct QueueRequest {
  qint64 seconds = 0;  // the time limit
  int gpus = 0;        // on each node
  QString partition;

  bool operator==(const QueueRequest&) const = default;
};

// What a person may choose: of the partitions that are known, whatever their names.
struct QueueLimits {
  QStringList partitions;
  QMap<QString, qint64> seconds;  // the longest of each; absent: without limit
  int gpus = 0;                   // the most on a node
};

// What the job requests now; nothing where the scheduler did not say its time limit.
std::optional<QueueRequest> requestOf(const QueuedJob& job);
QueueLimits limitsOf(const ClusterState& state, const QueuedJob& job);
// The same within the limits: at least a quarter of an hour, in quarters; at least one GPU if the
// job has any.
QueueRequest within(QueueRequest request, const QueueLimits& limits);
// The settings that differ: "resources.time_limit=02:30:00".
QStringList overridesOf(const QueueRequest& before, const QueueRequest& now);

class StartOffer : public QObject {
  Q_OBJECT
 public:
  enum class State { none, asking, answered, refused };
  struct Answer {
    std::optional<double> start;     // Unix seconds; nothing: the scheduler does not say
    std::optional<double> gpuHours;  // for the whole limit
    QString refusal;                 // why it would not be accepted
  };

  // The client must outlive it.
  explicit StartOffer(ServiceClient* client) : m_client(client) {
    m_pause.setSingleShot(true);
    connect(&m_pause, &QTimer::timeout, this, &StartOffer::ask);
  }
  ~StartOffer() override { m_stop.request_stop(); }

  // The chosen row. A request that was changed stays while it is the same job.
  void setRow(const QueueRow& row, const ClusterState& state);
  // Whether it is a waiting run of this computer, with its experiment and a known time limit.
  bool isPossible() const { return m_before.has_value(); }
  bool isChanged() const { return m_before && m_now != *m_before; }
  const QueueRequest& before() const { return *m_before; }
  const QueueRequest& now() const { return m_now; }
  const QueueLimits& limits() const { return m_limits; }
  const QueueRow& row() const { return m_row; }
  State state() const { return m_state; }
  const Answer& answer() const { return m_answer; }
  // Asks for it soon; the last change within half a second is what counts.
  void change(const QueueRequest& request);
  void putBack();
  // Submits the run with the changes, and cancels the waiting one once the new one exists.
  void submit();
  bool isSubmitting() const { return m_isSubmitting; }

 signals:
  void changed();
  void submitted(const QString& run);
  void failed(const QString& sentence);

 private:
  void ask();
  SubmitRequest request() const;
  QCoro::Task<void> askScheduler(std::stop_token stop);
  QCoro::Task<void> submitChanged(std::stop_token stop);

  ServiceClient* m_client;
  QTimer m_pause;
  QueueRow m_row;
  QueueLimits m_limits;
  std::optional<QueueRequest> m_before;
  QueueRequest m_now;
  State m_state = State::none;
  Answer m_answer;
  bool m_isSubmitting = false;
  std::stop_source m_stop;
};

}  // namespace trainyard
