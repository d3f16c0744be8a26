// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/records/leader_verdict.h"

#include <algorithm>

#include "gui/charts/axis_ticks.h"
#include "gui/forms/quantity_text.h"
#include "gui/runs/records/run_text.h"
#include "remote/store/run_table.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

// The runs of each setting, in the order of the first of each. A run whose settings are not known
// is a setting of its own.
QList<QList<int>> settingsOf(const Comparison& comparison) {
  QList<QList<int>> settings;
  QStringList keys;
  for (int i = 0; i < comparison.runs().size(); ++i) {
    const ComparedRun& run = comparison.runs()[i];
    QStringList values;
    for (const QString& path : comparison.varying())
      if (!isSeed(path)) values << Comparison::settingText(run, path);
    const QString key = run.settings.isEmpty() ? run.record.run : values.join(QChar(0));
    const qsizetype at = keys.indexOf(key);
    if (at >= 0) {
      settings[at] << i;
    } else {
      keys << key;
      settings << QList{i};
    }
  }
  return settings;
}

double secondsOf(const Comparison& comparison, const QList<int>& runs) {
  double seconds = 0;
  int counted = 0;
  for (const int run : runs) {
    const RunRecord& record = comparison.runs()[run].record;
    if (record.started <= 0 || record.ended <= record.started) continue;
    seconds += record.ended - record.started;
    ++counted;
  }
  return counted > 0 ? seconds / counted : 0;
}

// Of the settings by their ends, or of one run each by what decides there.
std::optional<std::size_t> leaderOf(const Comparison& comparison, const RunNoise& noise,
                                    const QList<QList<int>>& settings) {
  const auto first = comparison.leader();
  if (!first) return std::nullopt;
  const bool hasSeeds =
      std::ranges::any_of(settings, [](const QList<int>& runs) { return runs.size() > 1; });
  std::optional<std::size_t> best;
  for (std::size_t i = 0; i < static_cast<std::size_t>(settings.size()); ++i) {
    if (!hasSeeds) {
      if (settings[static_cast<qsizetype>(i)].contains(*first)) return i;
      continue;
    }
    if (!noise.end(i)) continue;
    if (!best || (metricImproves(comparison.objective()) ? *noise.end(i) > *noise.end(*best)
                                                         : *noise.end(i) < *noise.end(*best)))
      best = i;
  }
  return best;
}

// What sets a setting apart, without its seeds.
QString nameOf(const Comparison& comparison, const QList<int>& runs) {
  QStringList paths = comparison.varying();
  paths.removeIf(isSeed);
  const ComparedRun& run = comparison.runs()[runs.front()];
  if (paths.size() == 1) return Comparison::settingText(run, paths.front());
  return runs.size() > 1 ? RunText::name(run.record) : comparison.label(runs.front());
}

}  // namespace

bool isSeed(const QString& path) {
  const QString name = path.section(u'.', -1);
  return name == "seed"_L1 || name.endsWith("_seed"_L1);
}

std::optional<LeaderVerdict> leaderVerdict(const Comparison& comparison) {
  const QString& metric = comparison.objective();
  const QList<QList<int>> settings = settingsOf(comparison);
  std::vector<std::vector<NoisyCurve>> curves;
  for (const QList<int>& runs : settings) {
    auto& seeds = curves.emplace_back();
    for (const int run : runs)
      if (const auto& known = comparison.runs()[run].curves; known.contains(metric))
        seeds.push_back(known[metric]);
  }
  const RunNoise noise(std::move(curves));
  const auto leader = leaderOf(comparison, noise, settings);
  if (!leader || settings.size() < 2) return std::nullopt;
  LeaderVerdict out;
  out.leaders = settings[static_cast<qsizetype>(*leader)];
  out.value = noise.end(*leader).value_or(0);
  out.verdict = Verdict::different;
  double seconds = secondsOf(comparison, out.leaders);
  bool isTooMany = false;
  for (std::size_t i = 0; i < static_cast<std::size_t>(settings.size()); ++i) {
    if (i == *leader || !noise.end(i)) continue;
    const Difference difference = noise.compare(*leader, i);
    out.isOfSeeds |= difference.isOfSeeds;
    if (difference.verdict == Verdict::different) continue;
    if (out.verdict != Verdict::undecided) out.verdict = difference.verdict;
    if (difference.verdict != Verdict::undecided) continue;
    out.tied << settings[static_cast<qsizetype>(i)];
    seconds += secondsOf(comparison, out.tied.back());
    isTooMany |= !difference.moreSeeds;
    out.moreSeeds = std::max(out.moreSeeds.value_or(0), difference.moreSeeds.value_or(0));
  }
  if (isTooMany || out.moreSeeds == 0) out.moreSeeds.reset();
  out.seconds = seconds * out.moreSeeds.value_or(0);
  return out;
}

QString LeaderText::sentence(const Comparison& comparison,
                             const std::optional<LeaderVerdict>& verdict) {
  if (!verdict) return comparison.leaderSentence();
  if (verdict->verdict == Verdict::undecided) return undecided(comparison, *verdict);
  if (verdict->isOfSeeds) return ofSeeds(comparison, *verdict);
  if (verdict->verdict == Verdict::tooEarly)
    return comparison.leaderSentence() + u' ' +
           tr("Their curves are too short to tell this from noise.");
  return comparison.leaderSentence();
}

QString LeaderText::ofSeeds(const Comparison& comparison, const LeaderVerdict& verdict) {
  const auto count = static_cast<int>(verdict.leaders.size());
  return (count == 1 ? tr("Best is %1 with %2 %3, by more than other seeds make a difference.")
                     : tr("Best is %1 with %2 %3, the mean of %n seeds, by more than other seeds "
                          "make a difference.",
                          nullptr, count))
      .arg(nameOf(comparison, verdict.leaders), comparison.objective(), readOut(verdict.value));
}

QString LeaderText::undecided(const Comparison& comparison, const LeaderVerdict& verdict) {
  QStringList names{nameOf(comparison, verdict.leaders)};
  for (const QList<int>& runs : verdict.tied) names << nameOf(comparison, runs);
  const QString last = names.takeLast();
  QString text =
      (verdict.isOfSeeds
           ? tr("%1 and %2 cannot be told apart by %3: other seeds make as much of a difference.")
           : tr("%1 and %2 cannot be told apart by %3: each curve strays as much by itself."))
          .arg(names.join(u", "_s), last, comparison.objective());
  if (!verdict.moreSeeds)
    return text + u' ' + tr("Even a hundred seeds of each would hardly show a difference.");
  const QString time = verdict.seconds > 0
                           ? tr(" (about %1 in all)").arg(QuantityText::duration(verdict.seconds))
                           : QString();
  return text + u' ' +
         (*verdict.moreSeeds == 1
              ? tr("One more seed of each%1 would most likely tell.")
              : tr("%n more seeds of each%1 would most likely tell.", nullptr, *verdict.moreSeeds))
             .arg(time);
}

}  // namespace trainyard
