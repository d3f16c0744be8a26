// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/studies/study_view.h"

#include <QLocale>
#include <QScrollArea>
#include <QTabBar>
#include <QTableView>
#include <algorithm>
#include <array>
#include <utility>

#include "gui/charts/axis_ticks.h"
#include "gui/charts/parallel_plot.h"
#include "gui/forms/plain_tip.h"
#include "gui/look/card.h"
#include "gui/look/icon.h"
#include "gui/look/ink.h"
#include "gui/look/keep_translated.h"
#include "gui/look/layouts.h"
#include "gui/look/style.h"
#include "gui/runs/records/run_text.h"
#include "gui/runs/records/state_mark.h"
#include "gui/studies/history_plot.h"
#include "gui/studies/importance_bars.h"
#include "gui/studies/slice_plot.h"
#include "gui/studies/study_cards.h"
#include "gui/studies/study_panel.h"
#include "gui/studies/study_slices.h"
#include "gui/studies/study_text.h"
#include "gui/studies/trial_curves_plot.h"
#include "gui/studies/trial_table.h"
#include "remote/values/study_runs.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

using look::px;
using look::Role;

enum StudyTab { StudyOverviewTab, TrialsTab, SlicesTab };

// Their names in addresses, in the order of the tabs.
const QStringList studyParts{u""_s, u"trials"_s, u"slices"_s};

constexpr int studyRestMilliseconds = 80;
constexpr double leastPlots = 190, leastParallel = 236, leastTable = 170;
constexpr double nameRoomOfStudy = 90;

void setPane(QWidget* widget) { widget->setProperty("pane", true); }

void setWhyNot(QPushButton* button, const QString& why, const QString& tip) {
  button->setEnabled(why.isEmpty());
  button->setToolTip(plainTip(why.isEmpty() ? tip : why));
}

}  // namespace

StudyView::StudyView(StudyModel* study, StudyActions* actions)
    : m_study(study),
      m_actions(actions),
      m_trials(study),
      m_progress(new ProgressCard),
      m_best(new BestCard),
      m_effort(new EffortCard),
      m_history(new HistoryPlot(study)),
      m_curves(new TrialCurvesPlot(study)),
      m_parallelPanel(new StudyPanel),
      m_parallel(new ParallelPlot),
      m_importancePanel(new StudyPanel),
      m_importance(new ImportanceBars(study)),
      m_slice(new SlicePlot(study)),
      m_table(new TrialTable(study, &m_trials)),
      m_allTrials(new TrialTable(study, &m_trials)) {
  auto* body = new QWidget;
  auto* column = look::columnIn(body);
  column->addWidget(buildHead());
  m_tabs->setDocumentMode(true);
  m_tabs->insertTab(StudyOverviewTab, buildOverview(), {});
  auto* trials = new QWidget;
  auto* around = new QVBoxLayout(trials);
  around->setContentsMargins(px(20), px(14), px(20), px(16));
  auto* card = new look::Card;
  card->column()->setContentsMargins(0, 0, 0, 0);
  card->column()->addWidget(m_allTrials);
  around->addWidget(card);
  setPane(m_allTrials);
  m_tabs->insertTab(TrialsTab, trials, {});
  m_tabs->insertTab(SlicesTab, new StudySlices(study), {});
  column->addWidget(m_tabs, 1);
  m_pages->addWidget(buildEmpty());
  m_pages->addWidget(body);
  auto* outer = new QVBoxLayout(this);
  outer->setContentsMargins(0, 0, 0, 0);
  outer->addWidget(m_pages);
  m_rest.setSingleShot(true);
  m_rest.setInterval(studyRestMilliseconds);
  connectParts();
  look::keepTranslated(this, [this] { retranslate(); });
}

void StudyView::connectParts() {
  using Act = StudyActions::Act;
  connect(m_study, &StudyModel::changed, this, &StudyView::showStudy);
  connect(m_study, &StudyModel::importanceChanged, this, &StudyView::showImportance);
  connect(m_study, &StudyModel::brushed, this, &StudyView::showBrush);
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
  connect(&m_rest, &QTimer::timeout, &m_trials, &TrialTableModel::followBrush);
  connect(m_importance, &ImportanceBars::parameterChosen, m_slice, &SlicePlot::setParameter);
  connect(m_best, &BestCard::runWanted, this, &StudyView::openBestRun);
  connect(m_tabs, &QTabWidget::currentChanged, this, &StudyView::partChanged);
  connect(m_back, &QPushButton::clicked, this, &StudyView::backRequested);
  connect(m_showRun, &QPushButton::clicked, this, [this] {
    if (m_missingRun) emit runWanted(m_missingRun->run);
  });
  connect(m_actions, &StudyActions::connectionChanged, this, &StudyView::showButtons);
  for (const Act act : {Act::openBest, Act::addTrials, Act::stopRest, Act::exportJournal})
    connect(button(act), &QPushButton::clicked, this,
            [this, act] { m_actions->act(act, m_study->content()); });
}

QPushButton* StudyView::button(StudyActions::Act act) const {
  switch (act) {
    case StudyActions::Act::openBest:
      return m_openBest;
    case StudyActions::Act::addTrials:
      return m_add;
    case StudyActions::Act::stopRest:
      return m_stop;
    case StudyActions::Act::exportJournal:
      return m_export;
  }
  return nullptr;
}

QWidget* StudyView::buildEmpty() {
  auto* page = new QWidget;
  auto* column = look::columnIn(page, px(12), {px(30), px(30), px(30), px(30)});
  m_empty->setAlignment(Qt::AlignCenter);
  m_empty->setWordWrap(true);
  look::setInk(m_empty, [](const look::Tokens& t) { return t.text3; });
  column->addStretch(1);
  column->addWidget(m_empty);
  column->addWidget(m_showRun, 0, Qt::AlignHCenter);
  column->addStretch(1);
  return page;
}

QWidget* StudyView::buildHead() {
  auto* head = new QWidget;
  head->setFixedHeight(px(52));
  head->setAutoFillBackground(true);
  head->setBackgroundRole(QPalette::Base);
  setPane(head);
  auto* row = look::rowIn(head, px(8), {px(12), 0, px(20), 0});
  m_back->setIcon(look::icon(u"chevron-left"_s));
  look::setKind(m_back, look::quietKind);
  m_name->setFont(look::font(Role::page));
  m_name->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  m_name->setTextInteractionFlags(Qt::TextSelectableByMouse);
  look::setInk(m_kind, [](const look::Tokens& t) { return t.text2; });
  look::setKind(m_openBest, look::primaryKind);
  row->addWidget(m_back);
  row->addWidget(m_name, 1);
  row->addWidget(m_kind);
  row->addWidget(m_state);
  row->addSpacing(px(8));
  for (QPushButton* button : {m_add, m_stop, m_export, m_openBest}) row->addWidget(button);
  return head;
}

QWidget* StudyView::buildOverview() {
  auto* page = new QWidget;
  auto* column = look::columnIn(page, px(12), {px(20), px(12), px(20), px(16)});
  const auto row = [&](int stretch, std::initializer_list<std::pair<QWidget*, int>> parts) {
    auto* line = new QHBoxLayout;
    line->setSpacing(px(14));
    for (const auto& [part, share] : parts) line->addWidget(part, share);
    column->addLayout(line, stretch);
  };
  row(0, {{m_progress, 43}, {m_best, 40}, {m_effort, 17}});
  for (QWidget* plot : {static_cast<QWidget*>(m_history), static_cast<QWidget*>(m_curves)}) {
    plot->setMinimumHeight(px(leastPlots));
    setPane(plot);
  }
  row(10, {{m_history, 1}, {m_curves, 1}});
  m_parallelPanel->column()->addWidget(m_parallel, 1);
  m_parallelPanel->setMinimumHeight(px(leastParallel));
  m_clear->setParent(m_parallelPanel);
  look::setKind(m_clear, look::linkKind);
  m_clear->hide();
  setPane(m_parallelPanel);
  m_importancePanel->column()->addWidget(m_importance);
  m_slice->setFrameless();
  m_slice->setMinimumHeight(px(100));
  m_importancePanel->column()->addWidget(m_slice, 1);
  setPane(m_importancePanel);
  row(12, {{m_parallelPanel, 13}, {m_importancePanel, 7}});
  auto* card = new look::Card;
  card->column()->setContentsMargins(0, 0, 0, 0);
  card->column()->addWidget(m_table);
  card->setMinimumHeight(px(leastTable));
  setPane(m_table);
  column->addWidget(card, 9);
  auto* area = new QScrollArea;
  area->setFrameShape(QFrame::NoFrame);
  area->setWidgetResizable(true);
  area->setFocusPolicy(Qt::NoFocus);
  area->setWidget(page);
  return area;
}

void StudyView::retranslate() {
  m_back->setText(tr("Studies"));
  m_openBest->setText(tr("Open best as experiment"));
  m_clear->setText(tr("Show all"));
  m_showRun->setText(tr("Show its run"));
  m_parallelPanel->setTitle(tr("Parallel coordinates"));
  m_importancePanel->setTitle(tr("Importance"));
  m_tabs->setTabText(StudyOverviewTab, tr("Overview"));
  m_tabs->setTabText(SlicesTab, tr("Slices"));
  fitHead();
  showStudy();
}

void StudyView::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  fitHead();
}

// Gives up more with each step: what kind of study it is, icons, then the words of the three
// buttons that have an icon.
void StudyView::fitHead() {
  const std::array icons{u"plus"_s, u"player-stop"_s, u"download"_s};
  const QStringList words{tr("Add trials…"), tr("Stop the rest"), tr("Export for Optuna…")};
  const QList<QPushButton*> buttons{m_add, m_stop, m_export};
  for (int step = 0; step < 4; ++step) {
    m_kind->setVisible(step == 0);
    int room = width() - px(nameRoomOfStudy) - m_back->sizeHint().width() -
               m_state->sizeHint().width() - m_openBest->sizeHint().width() - px(90);
    if (step == 0) room -= m_kind->sizeHint().width();
    for (qsizetype i = 0; i < buttons.size(); ++i) {
      buttons[i]->setText(step < 3 ? words[i] : QString());
      buttons[i]->setAccessibleName(words[i]);
      buttons[i]->setIcon(step == 2 ? QIcon() : look::icon(icons[static_cast<std::size_t>(i)]));
      room -= buttons[i]->sizeHint().width();
    }
    if (room >= 0) return;
  }
}

QString StudyView::part() const { return studyParts.value(m_tabs->currentIndex()); }

void StudyView::showPart(const QString& part) {
  m_tabs->setCurrentIndex(static_cast<int>(std::max<qsizetype>(0, studyParts.indexOf(part))));
}

void StudyView::takeFocus() { m_tabs->tabBar()->setFocus(); }

void StudyView::showMissing(const std::optional<RunRecord>& run) {
  m_isMissing = true;
  m_missingRun = run;
  showStudy();
}

QString StudyView::missingWords() const {
  if (!m_isMissing) return tr("Reading the study");
  if (!m_missingRun)
    return tr(
        "Nothing is recorded of this study yet. It is shown here once its first trial has "
        "started.");
  const QString run = RunText::state(*m_missingRun) + u". "_s + RunText::summary(*m_missingRun);
  return isOpen(m_missingRun->state)
             ? tr("No trial has started yet; the study is shown here once one has.\n\nIts run: %1")
                   .arg(run)
             : tr("The run ended before a trial had started.\n\nIts run: %1").arg(run);
}

void StudyView::showStudy() {
  const StudyContent* content = m_study->content().get();
  m_isMissing = m_isMissing && !content;
  m_empty->setText(missingWords());
  m_showRun->setVisible(m_isMissing && m_missingRun);
  m_pages->setCurrentIndex(content ? 1 : 0);
  showButtons();
  if (!content) return;
  const StudySummary& summary = content->summary;
  m_name->setText(summary.name);
  m_state->setState(
      {StudyText::state(summary), stateIcon(summary.state), stateTone(summary.state)});
  m_kind->setText(StudyText::kind(*content));
  fitHead();
  m_tabs->setTabText(TrialsTab, tr("Trials (%1)").arg(QLocale().toString(summary.numStarted())));
  m_progress->show(*content);
  m_best->show(*m_study);
  m_effort->show(*content);
  ParallelLines lines;
  lines.shares.reserve(content->numTrials());
  for (const double value : content->values)
    lines.shares.push_back(static_cast<float>(content->shareOf(value)));
  if (const auto best = m_study->best()) lines.best = static_cast<std::size_t>(*best);
  lines.words =
      tr("Parallel coordinates of %n trials", nullptr, static_cast<int>(content->numTrials()));
  lines.nothing = tr("The study has no parameters.");
  m_parallel->show(&m_study->axes(), std::move(lines));
  m_parallelPanel->setRamp(shortText(content->bestColoured), shortText(content->worstColoured));
  showImportance();
  showBrush();
}

void StudyView::showButtons() {
  using Act = StudyActions::Act;
  const StudyContent* content = m_study->content().get();
  const auto show = [&](Act act, const QString& tip) {
    setWhyNot(button(act), m_actions->whyNot(act, content), tip);
  };
  show(Act::openBest, tr("Opens the experiment with the best values and without its search"));
  show(Act::addTrials, tr("Add trials: the study goes on with more of them"));
  show(Act::stopRest, tr("Stop the rest: what runs goes on, no further trial starts"));
  show(Act::exportJournal, tr("Export for Optuna: a file that Optuna and its dashboard open"));
}

void StudyView::showImportance() {
  const StudyContent* content = m_study->content().get();
  if (content)
    m_importancePanel->setNote(
        tr("PED-ANOVA, %n trials", nullptr, static_cast<int>(content->summary.numComplete)));
}

void StudyView::showBrush() {
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
  if (axes.numLines() > 1000)
    m_rest.start();
  else
    m_trials.followBrush();
}

void StudyView::openBestRun() {
  const auto best = m_study->best();
  if (!best) return;
  const StudySummary& summary = m_study->content()->summary;
  emit runWanted(summary.areTrialsRuns ? trialRun(summary.study, *best, 0) : summary.study);
}

}  // namespace trainyard
