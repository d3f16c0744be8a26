// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/overview/overview_page.h"

#include <QLocale>
#include <QPushButton>
#include <QScrollBar>
#include <algorithm>

#include "engine/system/unix_time.h"
#include "gui/charts/axis_ticks.h"
#include "gui/charts/panel_metrics.h"
#include "gui/charts/plot_panel.h"
#include "gui/forms/plain_label.h"
#include "gui/forms/quantity_text.h"
#include "gui/look/ink.h"
#include "gui/look/keep_translated.h"
#include "gui/look/layouts.h"
#include "gui/look/style.h"
#include "gui/look/type.h"
#include "gui/runs/records/comparison.h"
#include "gui/runs/overview/about_card.h"
#include "gui/runs/overview/cause_card.h"
#include "gui/runs/overview/sizing_card.h"
#include "gui/runs/overview/timeline_view.h"
#include "gui/runs/records/run_model.h"
#include "gui/runs/records/run_text.h"
#include "gui/runs/records/state_mark.h"
#include "gui/runs/records/store_reader.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

using look::px;

constexpr double sideWidth = 340, wideFrom = 900, plotHeight = 240, gap = 16;
constexpr int numCheckpoints = 5, numDifferences = 6;

}  // namespace

LinkCard::LinkCard(look::Role role) : m_text(textLabel(role)) {
  look::setKind(m_link, look::linkKind);
  column()->addWidget(m_text);
  column()->addWidget(m_link, 0, Qt::AlignLeft);
}

void LinkCard::setText(const QString& text) {
  m_text->setVisible(!text.isEmpty());
  m_text->setText(text);
}

OverviewPage::OverviewPage(RunModel* run, RunRecords* runs, StoreReader* reader)
    : m_run(run),
      m_runs(runs),
      m_reader(reader),
      m_side(nullptr),
      m_cause(new CauseCard),
      m_timelineNote(textLabel(look::Role::help)),
      m_timeline(new TimelineView),
      m_loss{&run->curves()},
      m_machine{&run->system()},
      m_about(new AboutCard),
      m_sizing(new SizingCard),
      m_checkpoints(new LinkCard(look::Role::body)),
      m_difference(new LinkCard(look::Role::code)),
      m_note(new LinkCard(look::Role::body)) {
  build();
  connectCards();
  look::keepTranslated(this, [this] { retranslate(); });
}

void OverviewPage::build() {
  setWidgetResizable(true);
  setFrameShape(QFrame::NoFrame);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  look::setInk(m_timelineNote, [](const look::Tokens& t) { return t.text3; });
  look::addAll(m_timelineCard->column(), {m_timelineNote, m_timeline});
  m_plots->setSpacing(px(gap));
  auto* left = new QWidget;
  look::addAll(look::columnIn(left, px(gap)), {m_cause, m_timelineCard, m_plots, look::gap()});
  m_side = buildSide();
  auto* row = look::rowIn(m_body, px(gap), {px(20), px(14), px(20), px(16)});
  row->addWidget(left, 1);
  row->addWidget(m_side, 0, Qt::AlignTop);
  setWidget(m_body);
}

QWidget* OverviewPage::buildSide() {
  auto* side = new QWidget;
  side->setFixedWidth(px(sideWidth));
  look::addAll(look::columnIn(side, px(gap)),
               {m_about, m_sizing, m_checkpoints, m_difference, m_note});
  return side;
}

void OverviewPage::connectCards() {
  connect(m_cause, &CauseCard::resumeWanted, this, &OverviewPage::resumeWanted);
  connect(m_cause, &CauseCard::logWanted, this, &OverviewPage::logWanted);
  connect(m_cause, &CauseCard::experimentWanted, this, &OverviewPage::experimentWanted);
  connect(m_about, &AboutCard::runWanted, this, &OverviewPage::runWanted);
  connect(m_about, &AboutCard::studyWanted, this, &OverviewPage::studyWanted);
  connect(m_about, &AboutCard::clusterWanted, this, &OverviewPage::clusterWanted);
  connect(m_about, &AboutCard::experimentWanted, this, [this] { emit experimentWanted({}); });
  connect(m_sizing, &SizingCard::experimentWanted, this, &OverviewPage::experimentWanted);
  connect(m_checkpoints->link(), &QPushButton::clicked, this, &OverviewPage::checkpointsWanted);
  connect(m_difference->link(), &QPushButton::clicked, this, [this] {
    if (const RunRecord* run = other()) emit configurationWanted(run->run);
  });
  connect(m_note->link(), &QPushButton::clicked, this, &OverviewPage::notesWanted);
  for (CurveSet* set : {m_loss.set, m_machine.set})
    connect(set, &CurveSet::metricsChanged, this, &OverviewPage::showPanels);
  connect(m_run, &RunModel::chosen, this, [this] {
    m_beside.run.clear();
    m_beside.settings.clear();
    verticalScrollBar()->setValue(0);
  });
  connect(m_reader, &StoreReader::settingsRead, this,
          [this](const QString& run, const QMap<QString, QVariant>& settings) {
            if (run != m_beside.run) return;
            m_beside.settings = settings;
            showDifference();
          });
}

void OverviewPage::retranslate() {
  m_timelineCard->setTitle(tr("Timeline"));
  m_timeline->setAccessibleName(tr("Timeline"));
  m_checkpoints->setTitle(tr("Checkpoints"));
  m_checkpoints->link()->setText(tr("All checkpoints"));
  m_difference->link()->setText(tr("All settings beside it"));
  m_note->setTitle(tr("Note"));
  refresh(m_mayAct);
}

void OverviewPage::showEvent(QShowEvent* event) {
  QScrollArea::showEvent(event);
  refresh(m_mayAct);
  showPanels();
}

void OverviewPage::resizeEvent(QResizeEvent* event) {
  QScrollArea::resizeEvent(event);
  place();
}

// Where there is no room for two columns, the second goes below the first.
void OverviewPage::place() {
  const bool isWide = width() >= px(wideFrom);
  if (isWide == m_isWide) return;
  m_isWide = isWide;
  auto* row = static_cast<QBoxLayout*>(m_body->layout());
  row->setDirection(isWide ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
  m_side->setMinimumWidth(isWide ? px(sideWidth) : 0);
  m_side->setMaximumWidth(isWide ? px(sideWidth) : QWIDGETSIZE_MAX);
  row->setAlignment(m_side, isWide ? Qt::AlignTop : Qt::Alignment());
}

void OverviewPage::refresh(bool mayAct) {
  m_mayAct = mayAct;
  if (!isVisible() || m_run->isEmpty()) return;
  showCause();
  showTimeline();
  m_about->show(*m_run, m_runs->find(m_run->record().duplicateOf));
  m_sizing->show(m_run->sizing());
  showCheckpoints();
  const RunRecord* run = other();
  if (const QString name = run ? run->run : QString(); name != m_beside.run) {
    m_beside.run = name;
    m_beside.settings.clear();
    if (!name.isEmpty()) m_reader->requestSettings(name);
  }
  showDifference();
  showNote();
}

void OverviewPage::showCause() {
  const std::optional<RunCause> cause = RunCause::of(*m_run);
  m_cause->setVisible(cause.has_value());
  const RunState state = m_run->record().state;
  if (cause)
    m_cause->show(*cause, state == RunState::completed ? look::Tone::waiting : stateTone(state),
                  m_mayAct);
}

void OverviewPage::showTimeline() {
  const RunTimeline timeline =
      RunTimeline::of(m_run->record(), m_run->attempts(), m_run->jobs(), m_run->highestSteps(),
                      m_run->checkpoints(), unix_time());
  m_timelineNote->setText(timeline.sentence());
  m_timeline->show(timeline);
}

void OverviewPage::showPanels() {
  if (!isVisible()) return;
  showPanel(m_loss);
  showPanel(m_machine);
}

// The first panel of a page of curves: of training the loss, of a machine its first device.
void OverviewPage::showPanel(Panel& panel) {
  const QStringList metrics = panel.set->metrics();
  const std::vector<PanelMetrics> all =
      &panel == &m_machine ? arrangeByPrefix(metrics) : arrangePanels(metrics);
  const auto device = std::ranges::find_if(all, [](const PanelMetrics& metrics) {
    return metrics.title.contains(u"GPU"_s) && metrics.title.contains(u"GiB"_s);
  });
  const PanelMetrics* first = all.empty() ? nullptr : device != all.end() ? &*device : &all[0];
  if (panel.plot && first && panel.plot->metrics() == *first) return;
  delete panel.plot;
  panel.plot = nullptr;
  if (!first) return;
  panel.plot = new PlotPanel(panel.set, *first);
  panel.plot->setFixedHeight(px(plotHeight));
  panel.plot->setMoment(panel.moment);
  connect(panel.plot, &PlotPanel::gutterNeeded, panel.plot, &PlotPanel::setGutter);
  connect(panel.plot, &PlotPanel::enlargeRequested, this, &OverviewPage::curvesWanted);
  if (&panel == &m_loss)
    m_plots->insertWidget(0, panel.plot, 1);
  else
    m_plots->addWidget(panel.plot, 1);
}

void OverviewPage::setMoment(std::optional<double> step) {
  m_loss.moment = step;
  if (m_loss.plot) m_loss.plot->setMoment(step);
}

void OverviewPage::showCheckpoints() {
  const QList<CheckpointRecord>& all = m_run->checkpoints();
  m_checkpoints->setVisible(!all.isEmpty());
  if (all.isEmpty()) return;
  std::optional<double> best;
  for (const CheckpointRecord& checkpoint : all)
    if (m_run->evaluations().contains(checkpoint.step)) {
      const double loss = m_run->evaluations()[checkpoint.step];
      best = std::min(best.value_or(loss), loss);
    }
  QStringList lines;
  for (const CheckpointRecord& checkpoint :
       all.first(std::min<qsizetype>(numCheckpoints, all.size()))) {
    QString line =
        tr("Step %1, %2")
            .arg(QLocale().toString(checkpoint.step), QuantityText::bytes(checkpoint.bytes));
    if (m_run->evaluations().contains(checkpoint.step)) {
      const double loss = m_run->evaluations()[checkpoint.step];
      line += tr(", eval/loss %1").arg(readOut(loss));
      if (loss == *best && m_run->evaluations().size() > 1) line += tr(" (best)");
    }
    lines << line;
  }
  m_checkpoints->setText(lines.join(u'\n'));
}

const RunRecord* OverviewPage::other() const {
  const RunRecord& run = m_run->record();
  if (const RunRecord* original = m_runs->find(run.duplicateOf)) return original;
  return m_runs->pinned(run.run);
}

void OverviewPage::showDifference() {
  const RunRecord* run = other();
  const bool isKnown = run && !m_beside.settings.isEmpty() && !m_run->settings().isEmpty();
  m_difference->setVisible(isKnown);
  if (!isKnown) return;
  const Comparison comparison({ComparedRun{*run, m_beside.settings, {}, 0},
                               ComparedRun{m_run->record(), m_run->settings(), {}, 1}});
  m_difference->setTitle(tr("Differs from %1").arg(RunText::name(*run)));
  QStringList lines;
  for (const QString& path :
       comparison.varying().first(std::min<qsizetype>(numDifferences, comparison.varying().size())))
    lines << path + u' ' + Comparison::settingText(comparison.runs()[0], path) + u" → "_s +
                 Comparison::settingText(comparison.runs()[1], path);
  if (const auto rest = comparison.varying().size() - numDifferences; rest > 0)
    lines << tr("and %n more", nullptr, static_cast<int>(rest));
  m_difference->setText(lines.isEmpty() ? tr("Nothing: they have the same settings.")
                                        : lines.join(u'\n'));
}

void OverviewPage::showNote() {
  const QString& note = m_run->record().note;
  m_note->setText(note);
  m_note->link()->setText(note.isEmpty() ? tr("Write a note") : tr("Edit"));
}

}  // namespace trainyard
