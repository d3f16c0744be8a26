// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/home/first_steps.h"

#include <QLabel>
#include <QPointer>
#include <algorithm>

#include "gui/home/side_row.h"
#include "gui/look/card.h"
#include "gui/look/layouts.h"
#include "gui/look/type.h"
#include "gui/targets/error_text.h"
#include "gui/targets/practice_start.h"

using namespace Qt::StringLiterals;

namespace trainyard {

FirstSteps::FirstSteps(ServiceClient* client, TargetList* targets)
    : m_client(client), m_targets(targets), m_title(new QLabel) {
  m_title->setTextFormat(Qt::PlainText);
  m_title->setFont(look::font(look::Role::card));
  auto* card = new look::Card;
  m_rows = card->column();
  m_rows->setSpacing(0);
  look::addAll(look::columnIn(this, look::px(8)), {m_title, card});
  connect(targets->practice(), &PracticeStart::changed, this, &FirstSteps::fill);
  connect(targets, &TargetList::changed, this, &FirstSteps::fill);
}

void FirstSteps::retranslate() {
  m_title->setText(tr("First steps"));
  fill();
}

void FirstSteps::refresh(const QList<RunRecord>& runs) {
  m_runs = runs;
  fill();
}

bool FirstSteps::hasRun(bool isOfEngine) const {
  return std::ranges::any_of(m_runs, [=](const RunRecord& run) {
    return (run.workload == u"engine"_s) == isOfEngine && run.state == RunState::completed;
  });
}

bool FirstSteps::isStarting(After after) const {
  return m_preset == u"quickstart"_s && m_after == after;
}

void FirstSteps::addStep(bool isDone, const QString& words, const QString& more,
                         std::function<void()> act, bool isStarting) {
  const QString button = isStarting ? tr("Starting…") : isDone ? tr("Again") : tr("Start");
  m_rows->addWidget(makeSideRow({isDone ? u"circle-check-filled"_s : u"circle-dashed"_s,
                                 isDone ? look::Tone::completed : look::Tone::quiet, words, more,
                                 button, std::move(act)}));
}

void FirstSteps::addPractice() {
  PracticeStart* practice = m_targets->practice();
  if (practice->isBusy())
    m_rows->addWidget(
        makeSideRow({u"circle-dashed"_s, look::Tone::preparing, tr("Starting the practice cluster"),
                     practice->doing().isEmpty() ? tr("On this computer") : practice->doing(),
                     tr("Cancel"), [practice] { practice->cancel(); }}));
  else
    addStep(practice->isThere(), tr("Start the practice cluster"),
            tr("A small Slurm on this computer, to try everything"),
            [practice] { practice->start(); });
}

void FirstSteps::fill() {
  look::clear(m_rows);
  const bool hasCluster = std::ranges::any_of(m_targets->targets(), [](const TargetRecord& t) {
    return !TargetList::isHere(t.settings.name);
  });
  const bool hasStudy =
      std::ranges::any_of(m_runs, [](const RunRecord& run) { return !run.study.isEmpty(); });
  addStep(
      hasRun(true), tr("Run the quickstart here"), tr("Half a minute, with data made here"),
      [this] { makeSample(u"quickstart"_s); }, isStarting(After::run));
  addStep(
      hasStudy, tr("Compare three learning rates"), tr("Opens the quickstart with three values"),
      [this] { makeSample(u"quickstart"_s, After::openStudy); }, isStarting(After::openStudy));
  addStep(hasRun(false), tr("Run a program of your own"),
          tr("A Python or job script, as it is; numbers that it prints become curves"),
          [this] { emit openWanted(); });
  addPractice();
  addStep(hasCluster, tr("Add a cluster"), tr("Any host that you reach with ssh"),
          [this] { emit clusterWanted(); });
  const bool isWanted = !((hasRun(true) || hasRun(false)) && hasStudy && hasCluster);
  setVisible(isWanted);
  emit wantedChanged(isWanted);
}

void FirstSteps::makeSample(const QString& preset, After after) {
  if (m_preset.isEmpty()) run(preset, after);
}

QCoro::Task<void> FirstSteps::run(QString preset, After after) {
  m_preset = preset;
  m_after = after;
  emit sampling(preset, true);
  fill();
  const QPointer<FirstSteps> self(this);  // may be closed when the answer arrives
  const auto made =
      co_await m_client->call(methods::makeSample, m_stop.get_token(), preset, QString());
  if (!self) co_return;
  emit sampling(preset, false);
  m_preset.clear();
  fill();
  if (!made)
    emit failed(errorText(made.error()));
  else if (after == After::openStudy)
    emit studySampleMade(made->path);
  else
    emit sampleMade(made->path);
}

}  // namespace trainyard
