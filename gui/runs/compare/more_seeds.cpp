// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/compare/more_seeds.h"

#include <algorithm>

#include "gui/runs/records/run_text.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

const QString seedPath = u"seed"_s;

// Those that none of the runs has had.
QString freshSeeds(const Comparison& comparison, int count) {
  qint64 last = 0;
  for (const ComparedRun& run : comparison.runs())
    last = std::max(last, run.settings.value(seedPath).toLongLong());
  QStringList seeds;
  for (int i = 1; i <= count; ++i) seeds << QString::number(last + i);
  return seeds.join(u", "_s);
}

}  // namespace

QList<ExperimentCopy> moreSeeds(const Comparison& comparison, const LeaderVerdict& verdict) {
  if (verdict.verdict != Verdict::undecided || !verdict.moreSeeds) return {};
  QList<QList<int>> settings{verdict.leaders};
  settings += verdict.tied;
  QStringList paths = comparison.varying(), values;
  paths.removeIf(isSeed);
  QList<ExperimentCopy> copies;
  for (const QList<int>& runs : settings) {
    const ComparedRun& run = comparison.runs()[runs.front()];
    const QString file = RunText::experiment(run.record);
    if (file.isEmpty() || !run.settings.contains(seedPath)) return {};
    copies << ExperimentCopy{.path = file, .run = run.record.run};
    if (paths.size() == 1) values << Comparison::settingText(run, paths.front());
  }
  const QString seeds = freshSeeds(comparison, *verdict.moreSeeds);
  const bool isOne = paths.size() == 1 && std::ranges::none_of(values, [](const QString& value) {
                       return value.isEmpty() || value.contains(u',');
                     });
  if (isOne) {
    copies.resize(1);
    copies.front().entries = {{paths.front(), values.join(u", "_s)}};
  }
  for (ExperimentCopy& copy : copies) copy.entries << std::pair(seedPath, seeds);
  return copies;
}

}  // namespace trainyard
