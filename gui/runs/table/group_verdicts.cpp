// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/table/group_verdicts.h"

#include <algorithm>

#include "gui/runs/records/table_reader.h"

namespace trainyard {
namespace {

constexpr qsizetype mostJudged = 100;

}  // namespace

GroupVerdicts::GroupVerdicts(TableReader* reader) : m_reader(reader) {
  connect(reader, &TableReader::leaderRead, this,
          [this](const QString& group, const std::optional<Leader>& leader) {
            Verdict& verdict = m_verdicts[group];
            verdict.isAsked = false;
            verdict.leader = leader;
            emit leaderRead();
          });
}

bool GroupVerdicts::canJudge(qsizetype numRuns) { return numRuns > 1 && numRuns <= mostJudged; }

std::optional<Leader> GroupVerdicts::leader(const QString& group, const QStringList& runs,
                                            const QString& metric) {
  if (!canJudge(runs.size())) return std::nullopt;
  Verdict& verdict = m_verdicts[group];
  const bool isOther = verdict.runs != runs || verdict.metric != metric;
  // One question at a time: what has changed meanwhile is asked for with the next look.
  if ((isOther || verdict.isStale) && !verdict.isAsked) {
    if (isOther) verdict.leader.reset();
    verdict.runs = runs;
    verdict.metric = metric;
    verdict.isStale = false;
    verdict.isAsked = true;
    m_reader->requestLeader(group, runs, metric);
  }
  return isOther ? std::nullopt : verdict.leader;
}

void GroupVerdicts::noteChanged(const QStringList& runs) {
  for (Verdict& verdict : m_verdicts)
    if (std::ranges::any_of(runs, [&](const QString& run) { return verdict.runs.contains(run); }))
      verdict.isStale = true;
}

}  // namespace trainyard
