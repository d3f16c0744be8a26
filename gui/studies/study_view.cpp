// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/studies/study_view.h"

#include <QGridLayout>
#include <QLocale>
#include <QScrollArea>
#include <QTabBar>
#include <algorithm>
#include <vector>

#include "gui/look/card.h"
#include "gui/look/ink.h"
#include "gui/look/keep_translated.h"
#include "gui/look/layouts.h"
#include "gui/look/type.h"
#include "gui/runs/records/run_text.h"
#include "gui/studies/slice_plot.h"
#include "gui/studies/study_curves.h"
#include "gui/studies/study_head.h"
#include "gui/studies/study_model.h"
#include "gui/studies/study_overview.h"
#include "gui/studies/trial_table.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

using look::px;

enum StudyTab { StudyOverviewTab, TrialsTab, TrialCurvesTab, SlicesTab };

// Their names in addresses, in the order of the tabs.
const QStringList studyParts{u""_s, u"trials"_s, u"curves"_s, u"slices"_s};

constexpr double sliceHeight = 230;
constexpr int slicesInRow = 3;

// The objective over each parameter of a study, the most important first.
class StudySlices : public QScrollArea {
 public:
  // `study` must outlive it.
  explicit StudySlices(StudyModel* study);

 private:
  void follow();

  StudyModel* m_study;
  QGridLayout* m_grid;
  std::vector<SlicePlot*> m_plots;
};

StudySlices::StudySlices(StudyModel* study) : m_study(study) {
  auto* page = new QWidget;
  m_grid = new QGridLayout(page);
  m_grid->setContentsMargins(px(20), px(14), px(20), px(16));
  m_grid->setSpacing(px(14));
  for (int i = 0; i < slicesInRow; ++i) m_grid->setColumnStretch(i, 1);
  setFrameShape(QFrame::NoFrame);
  setWidgetResizable(true);
  setFocusPolicy(Qt::NoFocus);
  setWidget(page);
  connect(study, &StudyModel::changed, this, &StudySlices::follow);
  connect(study, &StudyModel::importanceChanged, this, &StudySlices::follow);
  follow();
}

// Plots that are there are used again.
void StudySlices::follow() {
  const auto parameters = m_study->parameters();
  while (m_plots.size() < parameters.size()) {
    auto* plot = new SlicePlot(m_study);
    plot->setFixedHeight(px(sliceHeight));
    plot->setProperty("pane", true);
    const auto at = static_cast<int>(m_plots.size());
    m_grid->addWidget(plot, at / slicesInRow, at % slicesInRow);
    m_plots.push_back(plot);
  }
  m_grid->setRowStretch((static_cast<int>(m_plots.size()) + slicesInRow - 1) / slicesInRow, 1);
  for (std::size_t i = 0; i < m_plots.size(); ++i) {
    m_plots[i]->setVisible(i < parameters.size());
    if (i < parameters.size()) m_plots[i]->setParameter(parameters[i]->path);
  }
}

}  // namespace

StudyView::StudyView(StudyModel* study, StudyActions* actions, const QString& storePath)
    : m_study(study),
      m_trials(study),
      m_head(new StudyHead(study, actions)),
      m_overview(new StudyOverview(study, &m_trials)) {
  auto* body = new QWidget;
  m_tabs->setDocumentMode(true);
  m_tabs->insertTab(StudyOverviewTab, m_overview, {});
  auto* trials = new QWidget;
  auto* around = new QVBoxLayout(trials);
  around->setContentsMargins(px(20), px(14), px(20), px(16));
  auto* card = new look::Card;
  card->column()->setContentsMargins(0, 0, 0, 0);
  card->column()->addWidget(new TrialTable(study, &m_trials));
  around->addWidget(card);
  m_tabs->insertTab(TrialsTab, trials, {});
  auto* curves = new StudyCurves(study, storePath);
  connect(curves, &StudyCurves::failed, this, &StudyView::failed);
  connect(curves, &StudyCurves::done, this, &StudyView::done);
  m_tabs->insertTab(TrialCurvesTab, curves, {});
  m_tabs->insertTab(SlicesTab, new StudySlices(study), {});
  look::addAll(look::columnIn(body), {m_head, {m_tabs, 1}});
  m_pages->addWidget(buildEmpty());
  m_pages->addWidget(body);
  look::columnIn(this)->addWidget(m_pages);
  connectParts();
  look::keepTranslated(this, [this] { retranslate(); });
}

void StudyView::connectParts() {
  connect(m_study, &StudyModel::changed, this, &StudyView::showStudy);
  connect(m_overview, &StudyOverview::runWanted, this, &StudyView::runWanted);
  connect(m_tabs, &QTabWidget::currentChanged, this, &StudyView::partChanged);
  connect(m_head, &StudyHead::backRequested, this, &StudyView::backRequested);
  connect(m_showRun, &QPushButton::clicked, this, [this] {
    if (m_missingRun) emit runWanted(m_missingRun->run);
  });
}

QWidget* StudyView::buildEmpty() {
  auto* page = new QWidget;
  auto* column = look::columnIn(page, px(12), {px(30), px(30), px(30), px(30)});
  m_empty->setAlignment(Qt::AlignCenter);
  m_empty->setWordWrap(true);
  look::setInk(m_empty, [](const look::Tokens& t) { return t.text3; });
  look::addAll(column, {look::gap(), m_empty});
  column->addWidget(m_showRun, 0, Qt::AlignHCenter);
  column->addStretch(1);
  return page;
}

void StudyView::retranslate() {
  m_showRun->setText(tr("Show its run"));
  m_tabs->setTabText(StudyOverviewTab, tr("Overview"));
  m_tabs->setTabText(TrialCurvesTab, tr("Curves"));
  m_tabs->setTabText(SlicesTab, tr("Slices"));
  showStudy();
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
  m_head->showStudy();
  if (!content) return;
  m_tabs->setTabText(TrialsTab,
                     tr("Trials (%1)").arg(QLocale().toString(content->summary.numStarted())));
  m_overview->showStudy();
}

}  // namespace trainyard
