// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/queue/queue_reader.h"

#include <QPointer>

#include "engine/system/unix_time.h"
#include "gui/targets/service_answer.h"

namespace trainyard {

QueueReader::QueueReader(ServiceClient* client) : m_client(client) {
  m_timer.setInterval(interval);
  connect(&m_timer, &QTimer::timeout, this, qOverload<>(&QueueReader::refresh));
}

QueueReader::~QueueReader() { m_stop.request_stop(); }

void QueueReader::setTargets(const QStringList& targets) {
  bool isChanged = false;
  for (const QString& known : m_queues.keys())
    if (!targets.contains(known)) isChanged = m_queues.remove(known) > 0;
  for (const QString& target : targets)
    if (!m_queues.contains(target)) {
      m_queues.insert(target, {});
      isChanged = true;
      refresh(target);
    }
  if (isChanged) emit changed();
}

const ClusterQueue& QueueReader::of(const QString& target) const {
  static const ClusterQueue none;
  const auto found = m_queues.constFind(target);
  return found == m_queues.constEnd() ? none : *found;
}

void QueueReader::setWatched(bool isWatched) {
  if (m_isWatched == isWatched) return;
  m_isWatched = isWatched;
  if (!isWatched) return m_timer.stop();
  m_timer.start();
  refresh();
}

void QueueReader::refresh() {
  if (m_isWatched) m_timer.start();
  for (const QString& target : m_queues.keys()) refresh(target);
}

void QueueReader::refresh(const QString& target) {
  if (!m_isWatched || m_pending.contains(target) || !m_client->isConnected()) return;
  m_pending.insert(target);
  emit changed();
  read(target, m_stop.get_token());
}

// The second answer is from the same query.
QCoro::Task<void> QueueReader::read(QString target, std::stop_token stop) {
  const QPointer<QueueReader> self(this);
  auto state = co_await m_client->call(methods::clusterState, stop, target, ProbeWhen::connected);
  if (!self || stop.stop_requested()) co_return;
  std::optional<QueueAnswer> jobs;
  if (state) {
    auto queue = co_await m_client->call(methods::queueList, stop, target, ProbeWhen::connected);
    if (!self || stop.stop_requested()) co_return;
    if (queue)
      jobs = std::move(*queue);
    else
      state = queue.error();
  }
  self->m_pending.remove(target);
  const auto found = self->m_queues.find(target);
  if (found == self->m_queues.end()) co_return;  // removed meanwhile
  // A target without a queue, and one of which nothing is known yet, are no problems.
  const bool isProblem =
      !state && state.error().code != "cluster.not_seen" && state.error().code != "cluster.none";
  found->problem = isProblem ? errorText(state.error()) : QString();
  if (jobs) found->queue = std::move(jobs);
  if (state) found->state = std::move(*state);
  if (state) self->m_asked = unix_time();
  emit self->changed();
}

void QueueReader::connectTo(const QString& target) {
  onAnswer(this, m_client->call(methods::targetsConnect, m_stop.get_token(), target),
           [this, target] { refresh(target); });
}

// What the queue is afterwards is of interest in any case.
template <typename Answer, typename Done>
void QueueReader::change(const QString& target, QCoro::Task<Result<Answer>> call, Done done) {
  onAnswer(
      this, std::move(call),
      [this, target, done](const Answer& answer) {
        done(answer);
        refresh(target);
      },
      [this, target](const QString& sentence) {
        emit failed(sentence);
        refresh(target);
      });
}

void QueueReader::cancel(const QString& target, const QString& job) {
  change(target, m_client->call(methods::queueCancel, m_stop.get_token(), target, job),
         [this, job](const auto&) { emit done(tr("Job %1 is being cancelled.").arg(job)); });
}

void QueueReader::adopt(const QString& target, const QString& job) {
  change(target, m_client->call(methods::queueAdopt, m_stop.get_token(), target, job),
         [this](const auto& answer) { emit adopted(answer.run); });
}

void QueueReader::findOutput(const QString& target, const QString& job) {
  onAnswer(this, m_client->call(methods::queueShow, m_stop.get_token(), target, job),
           [this, target, job](const auto& answer) {
             if (answer.files.output.isEmpty())
               emit failed(tr("The scheduler does not say where job %1 writes to.").arg(job));
             else
               emit outputFound(target, answer.files.output);
           });
}

}  // namespace trainyard
