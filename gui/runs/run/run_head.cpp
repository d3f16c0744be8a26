// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/run/run_head.h"

#include <QLocale>

#include "engine/system/unix_time.h"
#include "gui/charts/axis_ticks.h"
#include "gui/forms/quantity_text.h"
#include "gui/look/ink.h"
#include "gui/look/layouts.h"
#include "gui/look/type.h"
#include "gui/runs/overview/run_cause.h"
#include "gui/runs/records/run_model.h"
#include "gui/runs/records/run_text.h"
#include "gui/runs/records/state_mark.h"
#include "gui/targets/target_list.h"
#include "gui/targets/target_text.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

using look::px;

// "step 120 of 240  ·  2 min left  ·  loss 2.31". `now` in Unix seconds.
QString factsOf(const RunModel& model, double now) {
  const RunRecord& run = model.record();
  QStringList facts;
  if (model.transfer()) facts << RunText::transfer(*model.transfer());
  if (run.step)
    facts << (run.totalSteps ? RunHead::tr("step %1 of %2").arg(*run.step).arg(*run.totalSteps)
                             : RunHead::tr("step %1").arg(*run.step));
  if (const auto left = model.timeLeft(now))
    facts << RunHead::tr("%1 left").arg(QuantityText::duration(*left));
  if (const QString elapsed = QuantityText::duration(RunText::elapsed(run, now)); run.started > 0)
    facts << (isOpen(run.state) ? RunHead::tr("%1 so far") : RunHead::tr("took %1")).arg(elapsed);
  if (!isOpen(run.state) && run.ended > 0)
    facts << RunHead::tr("ended %1")
                 .arg(QuantityText::moment(run.ended + RunText::clockOffset(run), now));
  if (run.trainLoss) facts << RunHead::tr("loss %1").arg(readOut(*run.trainLoss));
  if (run.evalLoss) facts << RunHead::tr("eval loss %1").arg(readOut(*run.evalLoss));
  if (run.tokensPerSecond && isOpen(run.state))
    facts << RunHead::tr("%1 tokens/s").arg(QLocale().toString(*run.tokensPerSecond, 'f', 0));
  if (run.attempt > 1) facts << RunHead::tr("attempt %1").arg(run.attempt);
  if (!TargetList::isHere(run.target)) facts << RunHead::tr("on %1").arg(run.target);
  return facts.join(u"  ·  "_s);
}

}  // namespace

RunHead::RunHead(RunModel* run, TargetList* targets) : m_run(run), m_targets(targets) {
  setAutoFillBackground(true);
  setBackgroundRole(QPalette::Base);
  auto* column = look::columnIn(this, px(6), {px(20), px(8), px(20), px(4)});
  m_where->setFont(look::font(look::Role::emphasis));
  m_where->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  look::setInk(m_facts, [](const look::Tokens& t) { return t.text3; });
  m_facts->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  m_progress->setTextVisible(false);
  m_progress->setFixedHeight(px(4));
  m_progress->setRange(0, 1000);
  QSizePolicy kept = m_progress->sizePolicy();
  kept.setRetainSizeWhenHidden(true);
  m_progress->setSizePolicy(kept);
  auto* row = look::rowIn(nullptr, px(10));
  look::addAll(row, {m_state, {m_where, 1}});
  look::addAll(column, {row, m_facts, m_progress});
}

void RunHead::refresh() {
  const RunRecord& run = m_run->record();
  if (m_run->isGone())
    m_state->setState({tr("Removed"), u"trash"_s, look::Tone::quiet});
  else
    m_state->setState({RunText::state(run), stateIcon(run.state), stateTone(run.state)});
  showWhere();
  showProgress();
}

void RunHead::retranslate() { m_progress->setAccessibleName(tr("Progress of the run")); }

void RunHead::showWhere() {
  const RunRecord& run = m_run->record();
  if (m_run->isGone())
    return m_where->setText(
        tr("This run no longer exists: it was removed, or its submission was refused. The data "
           "read so far is still shown, but no actions are possible."));
  if (const auto cause = RunCause::of(*m_run)) return m_where->setText(cause->title);
  const TargetRecord* target = m_targets->find(run.target);
  const QString reach = target && isOpen(run.state) && !RunText::saysReach(run)
                            ? TargetText::reach(*target, unix_time())
                            : QString();
  // What the state beside it says is not said twice.
  QString summary = RunText::summary(run);
  if (summary.chopped(summary.endsWith(u'.') ? 1 : 0) == RunText::state(run)) summary.clear();
  m_where->setText(
      QStringList{summary, RunText::expected(run, unix_time()), reach}.join(u' ').simplified());
}

void RunHead::showProgress() {
  const RunRecord& run = m_run->record();
  const std::optional<ProgressReport>& transfer = m_run->transfer();
  auto progress = RunText::progress(run);
  if (transfer)
    progress = transfer->bytesTotal > 0 ? std::optional(static_cast<double>(transfer->bytesDone) /
                                                        static_cast<double>(transfer->bytesTotal))
                                        : std::nullopt;
  m_progress->setVisible(!m_run->isGone() &&
                         ((isOpen(run.state) && run.state != RunState::waiting) || transfer));
  m_progress->setRange(0, progress || !m_progress->isVisibleTo(this) ? 1000 : 0);
  if (progress) m_progress->setValue(static_cast<int>(*progress * 1000));
  m_facts->setText(factsOf(*m_run, unix_time()));
}

}  // namespace trainyard
