// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/queue/queue_reader.h"

#include <QPointer>

#include "gui/targets/service_answer.h"

namespace trainyard {

QueueReader::QueueReader(ServiceClient* client) : m_client(client) {
  m_timer.setInterval(interval);
  connect(&m_timer, &QTimer::timeout, this, &QueueReader::refresh);
}

QueueReader::~QueueReader() {
  m_stop.request_stop();
  m_actionsStop.request_stop();
}

void QueueReader::setTarget(const QString& target) {
  if (m_target == target) return;
  m_target = target;
  m_state.reset();
  m_queue.reset();
  m_problem.clear();
  m_stop.request_stop();
  m_stop = std::stop_source();
  m_isBusy = false;
  emit changed();
  refresh();
}

void QueueReader::setWatched(bool isWatched) {
  if (m_isWatched == isWatched) return;
  m_isWatched = isWatched;
  if (!isWatched) return m_timer.stop();
  m_timer.start();
  refresh();
}

void QueueReader::refresh() {
  if (!m_isWatched || m_isBusy || m_target.isEmpty() || !m_client->isConnected()) return;
  m_isBusy = true;
  emit changed();
  read(m_target, m_stop.get_token());
}

// The second answer is from the same query.
QCoro::Task<void> QueueReader::read(QString target, std::stop_token stop) {
  const QPointer<QueueReader> self(this);
  auto state = co_await m_client->call(methods::clusterState, stop, target, ProbeWhen::connected);
  if (!self || stop.stop_requested()) co_return;
  if (state) {
    auto queue = co_await m_client->call(methods::queueList, stop, target, ProbeWhen::connected);
    if (!self || stop.stop_requested()) co_return;
    if (queue)
      self->m_queue = std::move(*queue);
    else
      state = queue.error();
  }
  self->m_isBusy = false;
  self->m_problem =
      state || state.error().code == "cluster.not_seen" ? QString() : errorText(state.error());
  if (state) self->m_state = std::move(*state);
  emit self->changed();
}

void QueueReader::connectTo() {
  if (m_target.isEmpty()) return;
  onAnswer(this, m_client->call(methods::targetsConnect, m_actionsStop.get_token(), m_target),
           [this] { refresh(); });
}

// What the queue is afterwards is of interest in any case.
template <typename Answer, typename Done>
void QueueReader::change(QCoro::Task<Result<Answer>> call, Done done) {
  onAnswer(
      this, std::move(call),
      [this, done](const Answer& answer) {
        done(answer);
        refresh();
      },
      [this](const QString& sentence) {
        emit failed(sentence);
        refresh();
      });
}

void QueueReader::cancel(const QString& job) {
  change(m_client->call(methods::queueCancel, m_actionsStop.get_token(), m_target, job),
         [this, job](const auto&) { emit done(tr("Job %1 is being cancelled.").arg(job)); });
}

void QueueReader::adopt(const QString& job) {
  change(m_client->call(methods::queueAdopt, m_actionsStop.get_token(), m_target, job),
         [this](const auto& answer) { emit adopted(answer.run); });
}

void QueueReader::findOutput(const QString& job) {
  onAnswer(this, m_client->call(methods::queueShow, m_actionsStop.get_token(), m_target, job),
           [this, target = m_target, job](const auto& answer) {
             if (answer.files.output.isEmpty())
               emit failed(tr("Slurm does not say where job %1 writes to.").arg(job));
             else
               emit outputFound(target, answer.files.output);
           });
}

}  // namespace trainyard
