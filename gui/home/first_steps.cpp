// SPDX-License-Identifier: GPL-3.0-or-later
// What somebody with nothing can begin with: the first steps of Home, and samples of presets.
#include <QLabel>
#include <QPointer>
#include <QVBoxLayout>
#include <algorithm>

#include "gui/forms/contract_text.h"
#include "gui/home/home_page.h"
#include "gui/home/installation_card.h"
#include "gui/home/preset_card_view.h"
#include "gui/home/side_row.h"
#include "gui/targets/practice_start.h"

using namespace Qt::StringLiterals;

namespace trainyard {

void HomePage::showSteps() {
  clearRows(m_stepRows);
  const auto hasRun = [this](bool isOfEngine) {
    return std::ranges::any_of(m_runs, [=](const RunRecord& run) {
      return (run.workload == u"engine"_s) == isOfEngine && run.state == RunState::completed;
    });
  };
  const bool hasCluster = std::ranges::any_of(m_targets->targets(), [](const TargetRecord& t) {
    return !TargetList::isHere(t.settings.name);
  });
  const bool hasStudy =
      std::ranges::any_of(m_runs, [](const RunRecord& run) { return !run.study.isEmpty(); });
  const auto step = [&](bool isDone, const QString& words, const QString& more,
                        std::function<void()> act, bool isStarting = false) {
    const QString button = isStarting ? tr("Starting…") : isDone ? tr("Again") : tr("Start");
    m_stepRows->addWidget(makeSideRow({isDone ? u"circle-check-filled"_s : u"circle-dashed"_s,
                                       isDone ? look::Tone::completed : look::Tone::quiet, words,
                                       more, button, std::move(act)}));
  };
  const auto isStarting = [this](After after) {
    return m_sampling == u"quickstart"_s && m_after == after;
  };
  step(
      hasRun(true), tr("Run the quickstart here"), tr("Half a minute, with data made here"),
      [this] { makeSample(u"quickstart"_s, After::run); }, isStarting(After::run));
  step(
      hasStudy, tr("Compare three learning rates"), tr("Opens the quickstart with three values"),
      [this] { makeSample(u"quickstart"_s, After::openStudy); }, isStarting(After::openStudy));
  step(hasRun(false), tr("Run a program of your own"),
       tr("A Python or job script, as it is; numbers that it prints become curves"),
       [this] { emit openWanted(); });
  PracticeStart* practice = m_targets->practice();
  if (practice->isBusy())
    m_stepRows->addWidget(
        makeSideRow({u"circle-dashed"_s, look::Tone::preparing, tr("Starting the practice cluster"),
                     practice->doing().isEmpty() ? tr("On this computer") : practice->doing(),
                     tr("Cancel"), [practice] { practice->cancel(); }}));
  else
    step(practice->isThere(), tr("Start the practice cluster"),
         tr("A small Slurm on this computer, to try everything"),
         [practice] { practice->start(); });
  step(hasCluster, tr("Add a cluster"), tr("Any host that you reach with ssh"),
       [this] { emit clusterWanted({}); });
  const bool isAllDone = (hasRun(true) || hasRun(false)) && hasStudy && hasCluster;
  m_installation->setWanted(!isAllDone);
  m_steps->setVisible(!isAllDone);
  m_stepsTitle->setVisible(!isAllDone);
}

void HomePage::begin(WhatYouHave::Way way) {
  using Way = WhatYouHave::Way;
  switch (way) {
    case Way::jobScript:
      return emit filesWanted(u"*.sh *.sbatch *.slurm *.job"_s);
    case Way::program:
      return emit filesWanted(u"*.py"_s);
    case Way::deepSpeed:
      return emit settingsWanted(u"*.json"_s);
    case Way::data:
      return emit dataWanted();
    case Way::question:
      makeSample(u"quickstart"_s, After::openStudy);
      return;
    case Way::nothing:
      makeSample(u"quickstart"_s, After::run);
  }
}

QCoro::Task<void> HomePage::makeSample(QString preset, After after) {
  if (!m_sampling.isEmpty()) co_return;
  m_sampling = preset;
  m_after = after;
  const auto setBusy = [this](bool isBusy) {
    for (PresetCardView* view : m_cards)
      if (view->card().preset.name == m_sampling) view->setBusy(isBusy);
  };
  setBusy(true);
  showSteps();
  const QPointer<HomePage> self(this);  // may be closed when the answer arrives
  const auto made =
      co_await m_client->call(methods::makeSample, m_stop.get_token(), preset, QString());
  if (!self) co_return;
  setBusy(false);
  m_sampling.clear();
  showSteps();
  if (made) {
    if (after == After::openStudy)
      emit studySampleMade(made->path);
    else
      emit sampleMade(made->path);
    co_return;
  }
  const Error& error = made.error();
  emit failed(ContractText::message(error.code, error.arguments, error.message));
}

}  // namespace trainyard
