// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/queue/start_offer.h"

#include <QPointer>
#include <QUuid>
#include <algorithm>
#include <utility>

#include "gui/forms/contract_text.h"
#include "remote/service/protocol/methods.h"

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace trainyard {
namespace {

constexpr auto pauseOfQuestions = 500ms;

QString clockOf(qint64 seconds) {
  const auto two = [](qint64 number) { return u"%1"_s.arg(number, 2, 10, QChar(u'0')); };
  return two(seconds / 3600) + u':' + two(seconds / 60 % 60) + u':' + two(seconds % 60);
}

QString sentenceOf(const Error& error) {
  return ContractText::message(error.code, error.arguments, error.message);
}

// The first error of what was found, as a sentence; empty if it can be submitted.
QString firstError(const std::vector<Diagnostic>& found) {
  for (const Diagnostic& one : found)
    if (one.severity == Severity::error) return ContractText::finding(one);
  return {};
}

}  // namespace

std::optional<QueueRequest> requestOf(const QueuedJob& job) {
  if (!job.limitSeconds || job.partitions.isEmpty()) return std::nullopt;
  const int nodes = std::max(1, job.nodeCount);
  return QueueRequest{*job.limitSeconds, (job.gpus + nodes - 1) / nodes, job.partitions.first()};
}

QueueLimits limitsOf(const ClusterState& state, const QueuedJob& job) {
  QueueLimits limits;
  const int nodes = std::max(1, job.nodeCount);
  for (const PartitionState& partition : state.partitions) {
    const PartitionFacts& facts = partition.limits;
    const bool isUp = facts.state.isEmpty() || facts.state == "UP"_L1;
    if (!isUp || (facts.maxNodes && *facts.maxNodes < nodes)) continue;
    limits.partitions << facts.name;
    if (facts.maxSeconds) limits.seconds.insert(facts.name, *facts.maxSeconds);
    for (const GpuKind& kind : facts.gpus) limits.gpus = std::max(limits.gpus, kind.perNode);
  }
  // What the job waits for is possible, whatever is known of its partition.
  for (const QString& name : job.partitions)
    if (!limits.partitions.contains(name)) limits.partitions << name;
  limits.gpus = std::max(limits.gpus, (job.gpus + nodes - 1) / nodes);
  return limits;
}

QueueRequest within(QueueRequest request, const QueueLimits& limits) {
  if (!limits.partitions.contains(request.partition))
    request.partition = limits.partitions.value(0, request.partition);
  const qint64 longest = limits.seconds.value(request.partition, request.seconds);
  const qint64 quarters = (request.seconds + quarterHour / 2) / quarterHour;
  request.seconds = std::min(std::max<qint64>(quarters, 1) * quarterHour, longest);
  if (limits.gpus > 0) request.gpus = std::clamp(request.gpus, 1, limits.gpus);
  return request;
}

QStringList overridesOf(const QueueRequest& before, const QueueRequest& now) {
  QStringList overrides;
  if (now.seconds != before.seconds)
    overrides << u"resources.time_limit=\"%1\""_s.arg(clockOf(now.seconds));
  if (now.gpus != before.gpus) overrides << u"resources.gpus_per_node=%1"_s.arg(now.gpus);
  if (now.partition != before.partition)
    overrides << u"resources.partition=\"%1\""_s.arg(
        QString(now.partition).replace(u'\\', u"\\\\"_s).replace(u'"', u"\\\""_s));
  return overrides;
}

void StartOffer::setRow(const QueueRow& row, const ClusterState& state) {
  const bool isSame = row.key() == m_row.key();
  m_row = row;
  m_limits = limitsOf(state, row.job());
  // A run of a study has values of its own, which its file does not have.
  const bool isPossible = row.entry.isMine && row.job().phase == QueuedJob::Phase::waiting &&
                          row.run && !row.run->source.isEmpty() && row.run->study.isEmpty() &&
                          row.job().tasks == 1;
  const auto before = isPossible ? requestOf(row.job()) : std::nullopt;
  if (isSame && before == m_before) return;
  m_stop.request_stop();
  m_pause.stop();
  m_before = before;
  m_now = before.value_or(QueueRequest());
  m_state = State::none;
  m_answer = {};
  m_isSubmitting = false;
  emit changed();
}

void StartOffer::change(const QueueRequest& request) {
  const QueueRequest asked = within(request, m_limits);
  if (!m_before || m_isSubmitting || asked == m_now) return;
  if (asked == *m_before) return putBack();
  m_now = asked;
  m_state = State::asking;
  m_stop.request_stop();
  m_pause.start(pauseOfQuestions);
  emit changed();
}

void StartOffer::putBack() {
  if (!m_before || m_isSubmitting) return;
  m_stop.request_stop();
  m_pause.stop();
  m_now = *m_before;
  m_state = State::none;
  m_answer = {};
  emit changed();
}

SubmitRequest StartOffer::request() const {
  SubmitRequest request;
  request.path = m_row.run->source;
  request.overrides = overridesOf(*m_before, m_now);
  request.target = m_row.target;
  return request;
}

void StartOffer::ask() {
  m_stop = std::stop_source();
  askScheduler(m_stop.get_token());
}

QCoro::Task<void> StartOffer::askScheduler(std::stop_token stop) {
  const QPointer<StartOffer> self(this);
  auto answer = co_await m_client->call(methods::check, stop, request());
  if (!self || stop.stop_requested()) co_return;
  m_answer = {};
  if (answer) {
    m_answer.start = answer->expectedStart;
    m_answer.gpuHours = answer->gpuHours;
    m_answer.refusal = firstError(answer->diagnostics);
  } else {
    m_answer.refusal = sentenceOf(answer.error());
  }
  m_state = m_answer.refusal.isEmpty() ? State::answered : State::refused;
  emit changed();
}

void StartOffer::submit() {
  if (!isChanged() || m_isSubmitting || m_state == State::refused) return;
  m_stop.request_stop();
  m_pause.stop();
  m_stop = std::stop_source();
  m_isSubmitting = true;
  emit changed();
  submitChanged(m_stop.get_token());
}

// The waiting one is cancelled last: if that fails, both wait, and nothing is lost.
QCoro::Task<void> StartOffer::submitChanged(std::stop_token stop) {
  const QPointer<StartOffer> self(this);
  SubmitRequest changedRun = request();
  changedRun.run = QUuid::createUuid().toString(QUuid::WithoutBraces);
  const QString before = m_row.entry.run;
  const auto done = co_await m_client->call(methods::submit, stop, changedRun);
  if (!self || stop.stop_requested()) co_return;
  m_isSubmitting = false;
  if (!done) {
    emit failed(sentenceOf(done.error()));
    if (self) emit changed();
    co_return;
  }
  const auto cancelled = co_await m_client->call(methods::cancel, stop, before);
  if (!self) co_return;
  if (!cancelled && !stop.stop_requested()) emit failed(sentenceOf(cancelled.error()));
  if (self) emit submitted(done->run);
}

}  // namespace trainyard
