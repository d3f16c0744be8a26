// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/overview/run_timeline.h"

#include <QStringList>
#include <algorithm>
#include <array>
#include <optional>

#include "gui/forms/quantity_text.h"
#include "gui/runs/records/run_text.h"
#include "gui/runs/records/state_mark.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

// Waits that are shorter are how long any start takes.
constexpr double shortestWait = 1;

// The last submission of a job between two times; nothing if there is none. `except`: a job whose
// submission may have been noted after its start.
std::optional<double> submittedBetween(const QList<JobRecord>& jobs, double after, double until,
                                       const QString& except = {}) {
  std::optional<double> last;
  for (const JobRecord& job : jobs)
    if (job.submitted >= after && job.submitted <= until && (except.isEmpty() || job.job != except))
      last = std::max(last.value_or(after), job.submitted);
  return last;
}

// When the job of an attempt was submitted, else the end of the attempt before: then it is the same
// job, which was put back into the queue.
double waitBegin(const QList<JobRecord>& jobs, double after, double start) {
  return submittedBetween(jobs, after, start).value_or(after);
}

// What an attempt did after the step from which the next went on.
double repeatedShare(const AttemptRecord& attempt, const AttemptRecord& next,
                     const std::map<int, qint64>& highest) {
  const auto reached = highest.find(attempt.attempt);
  if (reached == highest.end() || reached->second <= attempt.resumeStep) return 0;
  return std::clamp(static_cast<double>(reached->second - next.resumeStep) /
                        static_cast<double>(reached->second - attempt.resumeStep),
                    0.0, 1.0);
}

// The state in which an attempt ended, or the run's while it has not.
RunState stateOf(const AttemptRecord& attempt, bool isLast, const RunRecord& run) {
  if (attempt.outcome) return *attempt.outcome;
  return isLast ? run.state : RunState::failed;
}

QString attemptText(const AttemptRecord& attempt, RunState state,
                    const std::map<int, qint64>& highest) {
  RunRecord as;
  as.state = state;
  as.code = attempt.code;
  const QString word = RunText::state(as).toLower();
  const auto step = highest.find(attempt.attempt);
  const QString reached = step == highest.end() ? word
                          : isOpen(state)
                              ? RunTimeline::tr("at step %1").arg(step->second)
                              : RunTimeline::tr("%1 at step %2").arg(word).arg(step->second);
  return attempt.resumeStep > 0 ? RunTimeline::tr("%1: from step %2, %3")
                                      .arg(attempt.attempt)
                                      .arg(attempt.resumeStep)
                                      .arg(reached)
                                : RunTimeline::tr("%1: %2").arg(attempt.attempt).arg(reached);
}

}  // namespace

RunTimeline RunTimeline::of(const RunRecord& run, const QList<AttemptRecord>& attempts,
                            const QList<JobRecord>& jobs, const std::map<int, qint64>& highest,
                            const QList<CheckpointRecord>& checkpoints, double now) {
  RunTimeline out;
  // Submissions are noted by this computer, all else by the target.
  const double ahead = RunText::clockOffset(run);
  const bool isOver = !isOpen(run.state);
  out.begin = run.created;
  out.end = isOver && run.ended > 0 ? run.ended + ahead : now;
  const auto wait = [&](double begin, double end) {
    if (end - begin < shortestWait) return;
    out.waits << TimelineBar{begin, end, QuantityText::duration(end - begin), look::Tone::waiting};
    out.waited += end - begin;
  };
  double before = run.created;
  for (int i = 0; i < attempts.size(); ++i) {
    const AttemptRecord& attempt = attempts[i];
    const bool isLast = i + 1 == attempts.size();
    const double start = std::max(before, attempt.started + ahead);
    // One that said nothing of its end was over when the next job was submitted.
    const double latest = isLast ? out.end : attempts[i + 1].started + ahead;
    const double end = attempt.ended > 0
                           ? attempt.ended + ahead
                           : submittedBetween(jobs, start, latest, attempt.jobId).value_or(latest);
    wait(i == 0 ? run.created : waitBegin(jobs, before, start), start);
    const RunState state = stateOf(attempt, isLast, run);
    out.attempts << TimelineBar{start, std::max(start, end), attemptText(attempt, state, highest),
                                stateTone(state)};
    out.trained += std::max(0.0, end - start);
    before = std::max(start, end);
    if (!isLast) out.repeated += repeatedShare(attempt, attempts[i + 1], highest) * (end - start);
  }
  // It waits for its first start, or for the next; or it ended while it did.
  if (run.state == RunState::waiting || run.state == RunState::preparing)
    wait(attempts.isEmpty() ? run.created : waitBegin(jobs, before, now), now);
  else if (const auto submitted = submittedBetween(jobs, before, out.end); isOver && submitted)
    wait(attempts.isEmpty() ? run.created : *submitted, out.end);
  out.trained = std::max(0.0, out.trained - out.repeated);
  for (const CheckpointRecord& checkpoint : checkpoints) out.saved << checkpoint.time + ahead;
  std::ranges::sort(out.saved);
  out.end = std::max({out.end, before, out.begin + 1});
  return out;
}

QString RunTimeline::sentence() const {
  QStringList parts;
  if (waited >= shortestWait) parts << tr("%1 queued").arg(QuantityText::duration(waited));
  if (trained > 0) parts << tr("%1 running").arg(QuantityText::duration(trained));
  if (repeated >= shortestWait)
    parts << tr("%1 repeated after a resume").arg(QuantityText::duration(repeated));
  const QString whole = tr("%1 since submission").arg(QuantityText::duration(end - begin));
  return parts.isEmpty() ? whole : whole + u": "_s + parts.join(u", "_s);
}

double timelineTick(double seconds, int most) {
  constexpr std::array steps{1.,     2.,     5.,     10.,    15.,     30.,    60.,
                             120.,   300.,   600.,   900.,   1800.,   3600.,  7200.,
                             10800., 21600., 43200., 86400., 172800., 604800.};
  for (const double step : steps)
    if (seconds / step <= most) return step;
  return 86400 * std::max(1.0, seconds / 86400 / most);
}

}  // namespace trainyard
