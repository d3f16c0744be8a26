// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/records/run_model.h"

#include <algorithm>
#include <map>

#include "gui/runs/records/run_text.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

constexpr double paceSeconds = 60;

}  // namespace

RunModel::RunModel(CurveSource* curves, QObject* parent)
    : QObject(parent), m_curves(curves), m_system(&m_samples, nullptr, CurveSet::Unit::seconds) {}

void RunModel::choose(const RunRecord& record) {
  m_record = record;
  m_isGone = false;
  m_transfer.reset();
  m_detail = {};
  m_samples.clear();
  m_messages.setMessages({});
  m_pace.clear();
  m_systemOrigin = m_systemLast = 0;
  m_curves.setRuns(shownRuns());
  m_system.setRuns(shownRuns());
  emit chosen();
  emit recordChanged();
}

QList<ShownRun> RunModel::shownRuns() const {
  if (isEmpty()) return {};
  return {ShownRun{m_record.run, RunText::name(m_record), -1, isOpen(m_record.state)}};
}

void RunModel::readCurvesAgain() {
  m_curves.setRuns({});
  m_curves.setRuns(shownRuns());
}

void RunModel::showDetail(const RunDetail& detail) {
  if (detail.record.run != m_record.run) return;  // the answer to an older request
  addSystem(detail.systems);
  m_messages.setMessages(detail.messages);
  m_detail = detail;
  m_detail.messages.clear();
  m_detail.systems.clear();
  std::ranges::reverse(m_detail.checkpoints);
  for (const MetricPoint& point : detail.latest)
    if (point.step) notePace(point);
  showRecord(detail.record);
  emit detailChanged();
}

void RunModel::showRecord(const RunRecord& record) {
  if (record.run != m_record.run) return;
  if (m_record.state == RunState::preparing && record.state != RunState::preparing)
    m_transfer.reset();
  m_record = record;
  m_isGone = false;
  emit recordChanged();
}

void RunModel::markGone(const QString& run) {
  if (run != m_record.run || isEmpty() || m_isGone) return;
  m_isGone = true;
  m_transfer.reset();
  emit recordChanged();
}

void RunModel::addMessage(const QString& run, const MessageRecord& message) {
  if (run == m_record.run) m_messages.append(message);
}

void RunModel::showTransfer(const ProgressReport& report) {
  if (report.run != m_record.run) return;
  // What is fetched comes at any time; a report of sending may come late.
  const bool isFetched = value_named<FetchWhat>(report.what.toStdString()).has_value();
  if (!isFetched && m_record.state != RunState::preparing) return;
  m_transfer = report;
  emit recordChanged();
}

void RunModel::endTransfer(const QString& run) {
  if (run != m_record.run || !m_transfer) return;
  m_transfer.reset();
  emit recordChanged();
}

void RunModel::addSystem(const QList<SystemRecord>& samples) {
  if (samples.isEmpty()) return;
  if (m_systemOrigin == 0) m_systemOrigin = samples.first().time;
  std::map<QString, std::vector<CurvePoint>> byName;
  for (const SystemRecord& sample : samples) {
    if (sample.time <= m_systemLast) continue;
    const double x = sample.time - m_systemOrigin;
    const auto add = [&](const QString& name, double value) {
      byName[sample.node + u'/' + name].push_back({x, value});
    };
    add(tr("processor (%)"), sample.cpuRatio * 100);
    add(tr("memory (GiB)"), sample.memoryGib);
    for (const DeviceRecord& device : sample.devices) {
      add(tr("GPU %1 load (%)").arg(device.index), device.utilizationRatio * 100);
      add(tr("GPU %1 memory (GiB)").arg(device.index), device.memoryUsedGib);
      add(tr("GPU %1 power (W)").arg(device.index), device.powerWatts);
    }
  }
  m_systemLast = std::max(m_systemLast, samples.last().time);
  for (const auto& [name, points] : byName) m_samples.append({m_record.run, name}, points);
  if (!byName.empty()) m_system.refresh({m_record.run});
}

void RunModel::notePace(const MetricPoint& point) {
  if (!m_pace.empty() && point.attempt > m_pace.back().attempt)
    m_pace.clear();  // the pause between attempts does not count
  if (!m_pace.empty() &&
      (point.attempt < m_pace.back().attempt || *point.step <= m_pace.back().step))
    return;
  m_pace.push_back({point.time, *point.step, point.attempt});
  while (m_pace.size() > 2 && m_pace.front().time < point.time - paceSeconds) m_pace.pop_front();
}

std::optional<double> RunModel::secondsPerStep() const {
  if (m_pace.size() < 2 || m_pace.back().step <= m_pace.front().step) return std::nullopt;
  return (m_pace.back().time - m_pace.front().time) /
         static_cast<double>(m_pace.back().step - m_pace.front().step);
}

std::optional<qint64> RunModel::lastSaved() const {
  if (checkpoints().isEmpty()) return std::nullopt;
  return checkpoints().front().step;  // the newest first
}

std::optional<double> RunModel::timeLeft(double now) const {
  if (m_record.state != RunState::running || !m_record.step || !m_record.totalSteps)
    return std::nullopt;
  double perStep = 0;
  double since = 0;
  if (const auto pace = secondsPerStep()) {
    perStep = *pace;
    since = std::max(0.0, now - m_pace.back().time);
  } else if (m_record.started > 0 && *m_record.step > 0 && m_record.attempt <= 1) {
    perStep = (now - m_record.started) / static_cast<double>(*m_record.step);
  }
  if (perStep <= 0) return std::nullopt;
  return std::max(0.0,
                  perStep * static_cast<double>(*m_record.totalSteps - *m_record.step) - since);
}

}  // namespace trainyard
