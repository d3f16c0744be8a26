// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/records/run_records.h"

#include <algorithm>

namespace trainyard {
namespace {

bool isNewerRun(const RunRecord& a, const RunRecord& b) {
  return a.created != b.created ? a.created > b.created : a.run < b.run;
}

}  // namespace

void RunRecords::setRuns(const QList<RunRecord>& runs) {
  QStringList names = m_runs.keys();
  m_runs.clear();
  for (const RunRecord& run : runs) {
    m_runs.insert(run.run, run);
    names << run.run;
  }
  names.removeDuplicates();
  emit changed(names, true);
}

void RunRecords::update(const QList<RunRecord>& runs) {
  QStringList names;
  bool isNew = false;
  for (const RunRecord& run : runs) {
    if (run.state != RunState::preparing) m_transfers.remove(run.run);
    isNew = isNew || !m_runs.contains(run.run);
    m_runs.insert(run.run, run);
    names << run.run;
  }
  if (!names.isEmpty()) emit changed(names, isNew);
}

void RunRecords::remove(const QStringList& runs) {
  QStringList gone;
  for (const QString& run : runs) {
    if (m_runs.remove(run)) gone << run;
    m_transfers.remove(run);
  }
  if (!gone.isEmpty()) emit changed(gone, true);
}

void RunRecords::showTransfer(const ProgressReport& report) {
  const RunRecord* run = find(report.run);
  if (!run || run->state != RunState::preparing) return;
  m_transfers[report.run] = report;
  emit changed({report.run}, false);
}

const RunRecord* RunRecords::find(const QString& run) const {
  const auto found = m_runs.find(run);
  return found == m_runs.end() ? nullptr : &*found;
}

const ProgressReport* RunRecords::transferOf(const QString& run) const {
  const auto found = m_transfers.find(run);
  return found == m_transfers.end() || found->bytesTotal <= 0 ? nullptr : &*found;
}

const RunRecord* RunRecords::pinned(const QString& except) const {
  const RunRecord* newest = nullptr;
  for (const RunRecord& run : m_runs)
    if (run.isPinned && run.run != except && !m_runs.contains(run.parent) &&
        (!newest || isNewerRun(run, *newest)))
      newest = &run;
  return newest;
}

QList<RunRecord> RunRecords::all() const {
  QList<RunRecord> runs;
  for (const RunRecord& run : m_runs)
    if (!m_runs.contains(run.parent)) runs << run;
  std::ranges::sort(runs, isNewerRun);
  return runs;
}

}  // namespace trainyard
