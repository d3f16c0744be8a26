// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/run/run_facts.h"

#include <QLocale>

#include "gui/charts/axis_ticks.h"
#include "gui/forms/quantity_text.h"
#include "gui/runs/records/run_model.h"
#include "gui/runs/records/run_text.h"
#include "gui/targets/target_list.h"

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
  if (!isOpen(run.state) && run.ended > 0)
    facts << tr("ended %1").arg(QuantityText::moment(run.ended + RunText::clockOffset(run), now));
  if (run.trainLoss) facts << tr("loss %1").arg(readOut(*run.trainLoss));
  if (run.evalLoss) facts << tr("eval loss %1").arg(readOut(*run.evalLoss));
  if (run.tokensPerSecond && isOpen(run.state))
    facts << tr("%1 tokens/s").arg(QLocale().toString(*run.tokensPerSecond, 'f', 0));
  if (run.attempt > 1) facts << tr("attempt %1").arg(run.attempt);
  if (!TargetList::isHere(run.target)) facts << tr("on %1").arg(run.target);
  return facts.join(u"  ·  "_s);
}

}  // namespace trainyard
