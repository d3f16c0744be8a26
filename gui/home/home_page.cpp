// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/home/home_page.h"

#include <QDir>
#include <QFileInfo>
#include <QPushButton>

#include "engine/system/unix_time.h"
#include "gui/experiments/document/distinct_names.h"
#include "gui/home/first_steps.h"
#include "gui/home/four_things.h"
#include "gui/home/history_card.h"
#include "gui/home/installation_card.h"
#include "gui/home/night_card.h"
#include "gui/home/preset_grid.h"
#include "gui/home/run_card.h"
#include "gui/home/short_path.h"
#include "gui/home/side_row.h"
#include "gui/look/icon.h"
#include "gui/look/keep_translated.h"
#include "gui/look/layouts.h"
#include "gui/look/type.h"
#include "gui/runs/records/run_text.h"
#include "gui/targets/target_text.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

using look::px;
using look::Role;

constexpr qsizetype mostAttention = 4, mostRecent = 6;
constexpr double aWeek = 7 * 24 * 3600.0;
constexpr int homeSideWidth = 344, widthWithSide = 1000;

QPushButton* button(const char* kind, const QString& icon = {}) {
  auto* made = new QPushButton;
  made->setProperty("kind", kind);
  if (!icon.isEmpty()) made->setIcon(look::icon(icon));
  return made;
}

}  // namespace

HomePage::HomePage(ServiceClient* client, TargetList* targets)
    : m_client(client),
      m_targets(targets),
      m_fourThings(new FourThings),
      m_ways(new WhatYouHave),
      m_running(new RunningNow),
      m_night(new NightCard),
      m_presets(new PresetGrid) {
  look::addAll(look::columnIn(this), {buildHead(), m_fourThings, {m_scroll, 1}});
  m_fourThings->hide();
  auto* body = new QWidget;
  auto* columns = look::rowIn(body, px(24), {px(24), px(16), px(24), px(24)});
  auto* left = look::columnIn(nullptr, px(16));
  look::addAll(left, {m_night, m_running, m_ways, m_presets, look::gap(0)});
  m_ways->hide();
  look::addAll(columns, {{left, 1}, buildSide()});
  m_scroll->setWidget(body);
  m_scroll->setWidgetResizable(true);
  m_scroll->setFrameShape(QFrame::NoFrame);
  m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  m_scroll->setFocusPolicy(Qt::NoFocus);  // its content has what can be chosen
  connect(m_ways, &WhatYouHave::chosen, this, &HomePage::begin);
  connect(m_night, &NightCard::runWanted, this, &HomePage::runWanted);
  connect(m_running, &RunningNow::allWanted, this, &HomePage::runsWanted);
  connect(m_running, &RunningNow::runWanted, this, &HomePage::runWanted);
  connect(m_presets, &PresetGrid::presetWanted, this, &HomePage::presetWanted);
  connect(m_presets, &PresetGrid::sampleWanted, this,
          [this](const QString& preset) { m_steps->makeSample(preset); });
  connect(m_targets, &TargetList::changed, this, &HomePage::showAttention);
  look::onEvent(this, QEvent::Resize, [this] {
    const bool hasSide = width() >= px(widthWithSide);
    m_side->setVisible(hasSide);
    m_presets->layOut(width() - 2 * px(24) - (hasSide ? px(homeSideWidth + 24) : 0) - px(16));
  });
  look::keepTranslated(this, [this] { retranslate(); });
}

QWidget* HomePage::buildHead() {
  auto* head = look::makePageHead(new QWidget);
  auto* row = look::rowIn(head, px(12), {px(20), 0, px(20), 0});
  m_open = button("plain", u"folder"_s);
  m_import = button("plain", u"upload"_s);
  m_new = button("primary", u"plus"_s);
  look::addAll(row, {{m_title, 1}, m_open, m_import, m_new});
  connect(m_open, &QPushButton::clicked, this, &HomePage::openWanted);
  connect(m_import, &QPushButton::clicked, this, &HomePage::importWanted);
  connect(m_new, &QPushButton::clicked, this, &HomePage::newWanted);
  return head;
}

QWidget* HomePage::buildSide() {
  m_side = new QWidget;
  m_side->setFixedWidth(px(homeSideWidth));
  auto* all = look::columnIn(m_side, px(8));
  look::addAll(all, {m_attention, m_recent});
  all->addWidget(m_installation = new InstallationCard(m_client));
  connect(m_installation, &InstallationCard::clusterWanted, this,
          [this] { emit clusterWanted({}); });
  connect(m_installation, &InstallationCard::copied, this, &HomePage::done);
  all->addWidget(m_history = new HistoryCard(m_client));
  connect(m_history, &HistoryCard::runsWanted, this, &HomePage::runsWanted);
  connect(m_history, &HistoryCard::found, this, &HomePage::showKnown);
  all->addWidget(m_steps = new FirstSteps(m_client, m_targets));
  connectSteps();
  all->addStretch();
  return m_side;
}

void HomePage::connectSteps() {
  connect(m_steps, &FirstSteps::openWanted, this, &HomePage::openWanted);
  connect(m_steps, &FirstSteps::clusterWanted, this, [this] { emit clusterWanted({}); });
  connect(m_steps, &FirstSteps::sampleMade, this, &HomePage::sampleMade);
  connect(m_steps, &FirstSteps::studySampleMade, this, &HomePage::studySampleMade);
  connect(m_steps, &FirstSteps::failed, this, &HomePage::failed);
  connect(m_steps, &FirstSteps::wantedChanged, m_installation, &InstallationCard::setWanted);
  connect(m_steps, &FirstSteps::sampling, m_presets, &PresetGrid::setBusy);
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
      return m_steps->makeSample(u"quickstart"_s, FirstSteps::After::openStudy);
    case Way::nothing:
      m_steps->makeSample(u"quickstart"_s);
  }
}

void HomePage::retranslate() {
  m_title->setText(tr("Home"));
  m_open->setText(tr("Open…"));
  m_import->setText(tr("Import…"));
  m_new->setText(tr("New experiment"));
  m_attention->setTitle(tr("Needs attention"));
  m_recent->setTitle(tr("Recent experiments"));
  m_installation->retranslate();
  m_history->retranslate();
  m_running->show(m_runs);
  showAttention();
  showRecent(m_recentPaths);
  m_steps->retranslate();
}

void HomePage::showRuns(const QList<RunRecord>& runs) {
  m_runs = runs;
  // Not before it is known, or Home would move at each start.
  m_ways->setVisible(m_runs.isEmpty());
  if (isVisible()) showState();
}

void HomePage::showState() {
  m_running->show(m_runs);
  m_night->show(m_runs);
  showAttention();
  m_steps->refresh(m_runs);
  if (!m_history->isHidden()) showKnown();
}

void HomePage::showKnown() {
  QSet<QString> known;
  for (const RunRecord& run : m_runs) known << run.run;
  m_history->setKnown(known);
}

QWidget* HomePage::dropPlace() { return m_open; }

void HomePage::askHistory() { m_history->askFolder(); }

QList<PresetCard> HomePage::cards() const { return m_presets->cards(); }

void HomePage::showAttention() {
  QList<SideRow> rows;
  for (const TargetRecord& target : m_targets->targets())
    if (target.link == TargetLink::refused)
      rows << SideRow{u"lock"_s,
                      look::Tone::waiting,
                      tr("%1 asks you to log in").arg(TargetText::name(target.settings.name)),
                      TargetText::summary(target, unix_time()),
                      tr("Log in"),
                      [this, name = target.settings.name] { emit clusterWanted(name); }};
  for (const RunRecord& run : m_runs)
    if (run.state == RunState::failed && run.parent.isEmpty() && unix_time() - run.ended < aWeek)
      rows << SideRow{
          u"circle-x"_s,         look::Tone::failed, tr("%1 failed").arg(RunText::name(run)),
          RunText::summary(run), tr("Show"),         [this, id = run.run] { emit runWanted(id); }};
  for (const RunRecord& run : m_runs)
    if (run.state == RunState::completed && run.parent.isEmpty() &&
        unix_time() - run.ended < aWeek && !RunText::lossWarning(run).isEmpty())
      rows << SideRow{u"alert-triangle"_s,
                      look::Tone::waiting,
                      tr("%1 was completed, but its loss is not finite").arg(RunText::name(run)),
                      RunText::lossWarning(run),
                      tr("Show"),
                      [this, id = run.run] { emit runWanted(id); }};
  m_attention->show(rows.first(std::min(rows.size(), mostAttention)));
}

void HomePage::showRecent(const QStringList& paths) {
  m_recentPaths = paths;
  const QStringList shown = paths.first(std::min(paths.size(), mostRecent));
  const QStringList names = distinctNames(shown);
  QList<SideRow> rows;
  for (qsizetype i = 0; i < shown.size(); ++i)
    rows << SideRow{u"file-text"_s, look::Tone::quiet,
                    names[i],       shortPath(QFileInfo(shown[i]).path()),
                    tr("Open"),     [this, path = shown[i]] { emit fileWanted(path); }};
  m_recent->show(rows);
}

void HomePage::showEvent(QShowEvent* event) {
  Page::showEvent(event);
  showState();  // as of now
  m_history->look(QDir::homePath());
}

}  // namespace trainyard
