// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/studies/study_overview.h"

#include <QLocale>
#include <utility>

#include "gui/charts/axis_ticks.h"
#include "gui/charts/parallel_plot.h"
#include "gui/look/card.h"
#include "gui/look/keep_translated.h"
#include "gui/look/layouts.h"
#include "gui/look/style.h"
#include "gui/look/type.h"
#include "gui/studies/history_plot.h"
#include "gui/studies/importance_bars.h"
#include "gui/studies/slice_plot.h"
#include "gui/studies/study_cards.h"
#include "gui/studies/study_panel.h"
#include "gui/studies/trial_curves_plot.h"
#include "gui/studies/trial_table.h"
#include "remote/values/study_runs.h"

namespace trainyard {
namespace {

using look::px;

constexpr int studyRestMilliseconds = 80;
constexpr double leastPlots = 190, leastParallel = 236, leastTable = 170;

void setPane(QWidget* widget) { widget->setProperty("pane", true); }

}  // namespace

StudyOverview::StudyOverview(StudyModel* study, TrialTableModel* trials)
    : m_study(study),
      m_trials(trials),
      m_progress(new ProgressCard),
      m_best(new BestCard),
      m_effort(new EffortCard),
      m_history(new HistoryPlot(study)),
      m_parallelPanel(new StudyPanel),
      m_parallel(new ParallelPlot),
      m_importancePanel(new StudyPanel),
      m_importance(new ImportanceBars(study)),
      m_slice(new SlicePlot(study)),
      m_table(new TrialTable(study, trials)) {
  build();
  connectParts();
  look::keepTranslated(this, [this] { retranslate(); });
}

void StudyOverview::build() {
  auto* page = new QWidget;
  auto* column = look::columnIn(page, px(12), {px(20), px(12), px(20), px(16)});
  const auto row = [&](int stretch, std::initializer_list<look::Part> parts) {
    auto* line = look::rowIn(nullptr, px(14));
    look::addAll(line, parts);
    column->addLayout(line, stretch);
  };
  row(0, {{m_progress, 43}, {m_best, 40}, {m_effort, 17}});
  auto* curves = new TrialCurvesPlot(m_study);
  for (QWidget* plot : std::initializer_list<QWidget*>{m_history, curves}) {
    plot->setMinimumHeight(px(leastPlots));
    setPane(plot);
  }
  row(10, {{m_history, 1}, {curves, 1}});
  m_parallelPanel->column()->addWidget(m_parallel, 1);
  m_parallelPanel->setMinimumHeight(px(leastParallel));
  m_clear->setParent(m_parallelPanel);
  look::setKind(m_clear, look::linkKind);
  m_clear->hide();
  setPane(m_parallelPanel);
  m_slice->setFrameless();
  m_slice->setMinimumHeight(px(100));
  look::addAll(m_importancePanel->column(), {m_importance, {m_slice, 1}});
  setPane(m_importancePanel);
  row(12, {{m_parallelPanel, 13}, {m_importancePanel, 7}});
  auto* card = new look::Card;
  card->column()->setContentsMargins(0, 0, 0, 0);
  card->column()->addWidget(m_table);
  card->setMinimumHeight(px(leastTable));
  column->addWidget(card, 9);
  setFrameShape(QFrame::NoFrame);
  setWidgetResizable(true);
  setFocusPolicy(Qt::NoFocus);
  setWidget(page);
}

void StudyOverview::connectParts() {
  connect(m_study, &StudyModel::importanceChanged, this, &StudyOverview::showImportance);
  connect(m_study, &StudyModel::brushed, this, &StudyOverview::showBrush);
  connect(m_study, &StudyModel::chosenChanged, this, [this] {
    const auto chosen = m_study->chosen();
    m_parallel->choose(chosen ? std::optional<std::size_t>(*chosen) : std::nullopt);
  });
  connect(m_parallel, &ParallelPlot::brushed, m_study, &StudyModel::noteBrush);
  connect(m_parallel, &ParallelPlot::lineClicked, m_study, &StudyModel::choose);
  connect(m_clear, &QPushButton::clicked, this, [this] {
    m_study->clearBrushes();
    m_parallel->follow();
  });
  m_rest.setSingleShot(true);
  m_rest.setInterval(studyRestMilliseconds);
  connect(&m_rest, &QTimer::timeout, m_trials, &TrialTableModel::followBrush);
  connect(m_importance, &ImportanceBars::parameterChosen, m_slice, &SlicePlot::setParameter);
  connect(m_best, &BestCard::runWanted, this, &StudyOverview::openBestRun);
}

void StudyOverview::retranslate() {
  m_clear->setText(tr("Show all"));
  m_parallelPanel->setTitle(tr("Parallel coordinates"));
  m_importancePanel->setTitle(tr("Importance"));
}

void StudyOverview::showStudy() {
  const StudyContent& content = *m_study->content();
  m_progress->show(content);
  m_best->show(*m_study);
  m_effort->show(content);
  ParallelLines lines;
  lines.shares.reserve(content.numTrials());
  for (const double value : content.values)
    lines.shares.push_back(static_cast<float>(content.shareOf(value)));
  if (const auto best = m_study->best()) lines.best = static_cast<std::size_t>(*best);
  lines.words =
      tr("Parallel coordinates of %n trials", nullptr, static_cast<int>(content.numTrials()));
  lines.nothing = tr("The study has no parameters.");
  m_parallel->show(&m_study->axes(), std::move(lines));
  m_parallelPanel->setRamp(shortText(content.bestColoured), shortText(content.worstColoured));
  showImportance();
  showBrush();
}

void StudyOverview::showImportance() {
  const StudyContent* content = m_study->content().get();
  if (content)
    m_importancePanel->setNote(
        tr("PED-ANOVA, %n trials", nullptr, static_cast<int>(content->summary.numComplete)));
}

void StudyOverview::showBrush() {
  const ParallelAxes& axes = m_study->axes();
  const bool isBrushed = axes.isBrushed();
  m_parallelPanel->setDetail(isBrushed ? tr("%1 of %2 in the brush")
                                             .arg(QLocale().toString(qulonglong(axes.numWithin())),
                                                  QLocale().toString(qulonglong(axes.numLines())))
                                       : QString());
  m_clear->setVisible(isBrushed);
  if (isBrushed) {
    m_clear->adjustSize();
    m_clear->move(m_parallelPanel->detailEnd(),
                  (StudyPanel::headHeight() - m_clear->height()) / 2 + 1);
  }
  // Of many trials the table follows once the pointer rests.
  if (axes.numLines() > 1000)
    m_rest.start();
  else
    m_trials->followBrush();
}

void StudyOverview::openBestRun() {
  const auto best = m_study->best();
  if (!best) return;
  const StudySummary& summary = m_study->content()->summary;
  emit runWanted(summary.areTrialsRuns ? trialRun(summary.study, *best, 0) : summary.study);
}

}  // namespace trainyard
