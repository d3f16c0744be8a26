// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/compare/more_seeds.h"

#include <QLocale>
#include <algorithm>

#include "gui/forms/number_text.h"
#include "gui/runs/records/run_text.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

const QString seedPath = u"seed"_s;

// Those that none of the runs has had.
QStringList freshSeeds(const Comparison& comparison, int count) {
  qint64 last = 0;
  for (const ComparedRun& run : comparison.runs())
    last = std::max(last, run.settings.value(seedPath).toLongLong());
  QStringList seeds;
  for (int i = 1; i <= count; ++i) seeds << QString::number(last + i);
  return seeds;
}

// The runs of each setting that is not told from the leader, its own first.
QList<QList<int>> settingsOf(const LeaderVerdict& verdict) {
  if (verdict.verdict != Verdict::undecided || !verdict.moreSeeds) return {};
  return QList<QList<int>>{verdict.leaders} + verdict.tied;
}

// The field `seed` is the engine's: a program of one's own has its seed in its arguments, if any.
bool canBeRepeated(const ComparedRun& run) {
  const QString& workload = run.record.workload;
  if (!workload.isEmpty() && workload != "engine"_L1) return false;
  return !RunText::experiment(run.record).isEmpty() && run.settings.contains(seedPath);
}

// "path=value", as it stands in a document.
QString overrideOf(const ComparedRun& run, const QString& path) {
  const QVariant value = run.settings.value(path);
  return path + u'=' +
         (value.typeId() == QMetaType::Double
              ? shortExponent(
                    QString::number(value.toDouble(), 'g', QLocale::FloatingPointShortest))
              : value.toString());
}

}  // namespace

QList<ExperimentCopy> moreSeeds(const Comparison& comparison, const LeaderVerdict& verdict) {
  QStringList paths = comparison.varying(), values;
  paths.removeIf(isSeed);
  QList<ExperimentCopy> copies;
  for (const QList<int>& runs : settingsOf(verdict)) {
    const ComparedRun& run = comparison.runs()[runs.front()];
    if (!canBeRepeated(run)) return {};
    copies << ExperimentCopy{.path = RunText::experiment(run.record), .run = run.record.run};
    if (paths.size() == 1) values << Comparison::settingText(run, paths.front());
  }
  if (copies.isEmpty()) return {};
  const QString seeds = freshSeeds(comparison, *verdict.moreSeeds).join(u", "_s);
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

QList<SeedRun> seedRuns(const Comparison& comparison, const LeaderVerdict& verdict) {
  QStringList paths = comparison.varying();
  paths.removeIf(isSeed);
  QList<SeedRun> repeated;
  for (const QList<int>& runs : settingsOf(verdict)) {
    const ComparedRun& run = comparison.runs()[runs.front()];
    if (!canBeRepeated(run) || run.record.source.isEmpty()) return {};
    QStringList overrides;
    for (const QString& path : paths)
      if (run.settings.contains(path)) overrides << overrideOf(run, path);
    for (const QString& seed : freshSeeds(comparison, *verdict.moreSeeds)) {
      SeedRun once;
      // Its paths are relative to the file that it was made from.
      once.request.path = run.record.source;
      once.request.target = run.record.target;
      once.request.studyValues = overrides + QStringList{seedPath + u'=' + seed};
      once.request.overrides = once.request.studyValues;
      const QString document = RunText::experiment(run.record);
      if (document != run.record.source) once.document = document;
      repeated << once;
    }
  }
  return repeated;
}

}  // namespace trainyard
