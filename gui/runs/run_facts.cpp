// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/run_facts.h"

#include <QDateTime>
#include <QLocale>

#include "gui/charts/axis_ticks.h"
#include "gui/forms/quantity_text.h"
#include "gui/runs/run_model.h"
#include "gui/runs/run_text.h"
#include "gui/targets/target_list.h"
#include "gui/targets/target_text.h"

using namespace Qt::StringLiterals;

namespace trainyard {

QString RunFacts::line(const RunModel& model, double now) {
  const RunRecord& run = model.record();
  QStringList facts;
  if (model.transfer()) facts << RunText::transfer(*model.transfer());
  if (run.step)
    facts << (run.totalSteps ? tr("step %1 of %2").arg(*run.step).arg(*run.totalSteps)
                             : tr("step %1").arg(*run.step));
  if (const auto left = model.timeLeft(now))
    facts << tr("%1 left").arg(QuantityText::duration(*left));
  if (const QString elapsed = QuantityText::duration(RunText::elapsed(run, now)); run.started > 0)
    facts << (isOpen(run.state) ? tr("%1 so far").arg(elapsed) : tr("took %1").arg(elapsed));
  if (run.trainLoss) facts << tr("loss %1").arg(readOut(*run.trainLoss));
  if (run.evalLoss) facts << tr("eval loss %1").arg(readOut(*run.evalLoss));
  if (run.tokensPerSecond && isOpen(run.state))
    facts << tr("%1 tokens/s").arg(QLocale().toString(*run.tokensPerSecond, 'f', 0));
  if (run.attempt > 1) facts << tr("attempt %1").arg(run.attempt);
  if (!TargetList::isHere(run.target)) facts << tr("on %1").arg(run.target);
  return facts.join(u"  ·  "_s);
}

// Only what is known: a user program does not report processes and device.
QString RunFacts::attemptWords(const AttemptRecord& attempt) {
  QStringList words;
  if (attempt.hasBegun)
    words << (attempt.resumeStep > 0 ? tr("from step %1").arg(attempt.resumeStep)
                                     : tr("from the beginning"));
  if (attempt.worldSize > 0) words << tr("processes: %1").arg(attempt.worldSize);
  if (!attempt.nodes.isEmpty()) words << tr("on %1").arg(attempt.nodes.join(u", "_s));
  if (!attempt.device.isEmpty()) words << attempt.device;
  return words.join(u", "_s);
}

QString RunFacts::table(const RunModel& model) {
  const RunRecord& run = model.record();
  QString out = u"<table cellspacing=6>"_s;
  const auto row = [&](const QString& name, const QString& value) {
    if (!value.isEmpty())
      out += u"<tr><td style='color:gray'>"_s + name.toHtmlEscaped() + u"</td><td>"_s +
             value.toHtmlEscaped() + u"</td></tr>"_s;
  };
  row(tr("State"), RunText::summary(run));
  row(tr("Run"), run.run);
  row(tr("Target"), TargetText::name(run.target));
  row(tr("Folder"), run.folder);
  row(tr("Made from"), run.source);
  row(tr("Workload"), run.workload);
  row(tr("Tags"), run.tags.join(u", "_s));
  row(tr("Git commit"), run.gitCommit);
  row(tr("Submitted"), QDateTime::fromMSecsSinceEpoch(static_cast<qint64>(run.created * 1000))
                           .toString(u"yyyy-MM-dd HH:mm:ss"_s));
  for (const AttemptRecord& attempt : model.attempts())
    row(tr("Attempt %1").arg(attempt.attempt), attemptWords(attempt));
  if (!TargetList::isHere(run.target) && !model.attempts().isEmpty())
    row(tr("Slurm's job"), model.attempts().last().jobId);
  if (run.exitCode) row(tr("Exit code"), QString::number(*run.exitCode));
  row(tr("Code of the cause"), run.code);
  return out + u"</table>"_s;
}

}  // namespace trainyard
