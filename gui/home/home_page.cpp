// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/home/home_page.h"

#include <QButtonGroup>
#include <QDateTime>
#include <QDir>
#include <QFileInfo>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSettings>

#include "gui/experiments/document/distinct_names.h"
#include "gui/home/first_steps.h"
#include "gui/home/four_things.h"
#include "gui/home/history_card.h"
#include "gui/home/installation_card.h"
#include "gui/home/preset_card_view.h"
#include "gui/home/run_card.h"
#include "gui/home/short_path.h"
#include "gui/home/side_row.h"
#include "gui/look/card.h"
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

constexpr qsizetype mostRunning = 3, mostAttention = 4, mostRecent = 6;
constexpr double aWeek = 7 * 24 * 3600.0;
constexpr int cardWidth = 240, sideWidth = 344, widthWithSide = 1000;

double now() { return static_cast<double>(QDateTime::currentMSecsSinceEpoch()) / 1000; }

QLabel* heading() {
  auto* label = new QLabel;
  label->setTextFormat(Qt::PlainText);
  label->setFont(look::font(Role::card));
  return label;
}

QPushButton* button(const char* kind, const QString& icon = {}) {
  auto* made = new QPushButton;
  made->setProperty("kind", kind);
  if (!icon.isEmpty()) made->setIcon(look::icon(icon));
  return made;
}

// A card whose rows are put in again.
QWidget* rowsCard(QVBoxLayout*& rows) {
  auto* card = new look::Card;
  rows = card->column();
  rows->setSpacing(0);
  return card;
}

}  // namespace

HomePage::HomePage(ServiceClient* client, TargetList* targets)
    : m_client(client), m_targets(targets), m_title(new QLabel), m_noPreset(new QLabel) {
  auto* all = look::columnIn(this);
  all->addWidget(buildHead());
  all->addWidget(m_fourThings = new FourThings);
  m_fourThings->hide();
  auto* body = new QWidget;
  auto* columns = look::rowIn(body, px(24), {px(24), px(16), px(24), px(24)});
  auto* left = new QVBoxLayout;
  left->setSpacing(px(16));
  left->addWidget(buildRunning());
  left->addWidget(m_ways = new WhatYouHave);
  m_ways->hide();
  connect(m_ways, &WhatYouHave::chosen, this, &HomePage::begin);
  left->addWidget(buildPresets());
  left->addStretch();
  columns->addLayout(left, 1);
  columns->addWidget(buildSide());
  m_scroll->setWidget(body);
  m_scroll->setWidgetResizable(true);
  m_scroll->setFrameShape(QFrame::NoFrame);
  m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  m_scroll->setFocusPolicy(Qt::NoFocus);  // its content has what can be chosen
  all->addWidget(m_scroll, 1);
  connect(m_targets, &TargetList::changed, this, &HomePage::showAttention);
  look::keepTranslated(this, [this] { retranslate(); });
}

QWidget* HomePage::buildHead() {
  auto* head = new QWidget;
  head->setFixedHeight(px(52));
  head->setAutoFillBackground(true);
  head->setBackgroundRole(QPalette::Base);
  auto* row = look::rowIn(head, px(12), {px(20), 0, px(20), 0});
  m_title->setTextFormat(Qt::PlainText);
  m_title->setFont(look::font(Role::page));
  row->addWidget(m_title, 1);
  m_open = button("plain", u"folder"_s);
  m_import = button("plain", u"upload"_s);
  m_new = button("primary", u"plus"_s);
  for (QPushButton* one : {m_open, m_import, m_new}) row->addWidget(one);
  connect(m_open, &QPushButton::clicked, this, &HomePage::openWanted);
  connect(m_import, &QPushButton::clicked, this, &HomePage::importWanted);
  connect(m_new, &QPushButton::clicked, this, &HomePage::newWanted);
  return head;
}

QWidget* HomePage::buildRunning() {
  m_running = new QWidget;
  auto* all = look::columnIn(m_running, px(8));
  auto* head = new QHBoxLayout;
  m_runningTitle = heading();
  m_allRuns = button("quiet");
  connect(m_allRuns, &QPushButton::clicked, this, &HomePage::runsWanted);
  head->addWidget(m_runningTitle, 1);
  head->addWidget(m_allRuns);
  all->addLayout(head);
  m_runCards = new QHBoxLayout;
  m_runCards->setSpacing(px(16));
  all->addLayout(m_runCards);
  m_running->hide();
  return m_running;
}

QWidget* HomePage::buildPresets() {
  auto* presets = new QWidget;
  auto* all = look::columnIn(presets, px(12));
  auto* head = new QHBoxLayout;
  m_presetsTitle = heading();
  head->addWidget(m_presetsTitle, 1);
  auto* subjects = new QHBoxLayout;
  m_subjects = new QButtonGroup(this);
  for (int i = -1; i <= static_cast<int>(PresetSubject::script); ++i) {
    QPushButton* subject = button("tool");
    subject->setCheckable(true);
    subject->setChecked(i < 0);
    m_subjects->addButton(subject, i + 1);
    subjects->addWidget(subject);
  }
  subjects->addStretch(1);
  connect(m_subjects, &QButtonGroup::idClicked, this, &HomePage::filterCards);
  m_search = new QLineEdit;
  m_search->setClearButtonEnabled(true);
  m_search->setFixedWidth(px(170));
  connect(m_search, &QLineEdit::textChanged, this, &HomePage::filterCards);
  head->addWidget(m_search);
  all->addLayout(head);
  all->addLayout(subjects);
  m_grid = new QGridLayout;
  m_grid->setHorizontalSpacing(px(16));
  m_grid->setVerticalSpacing(px(14));
  all->addLayout(m_grid);
  m_noPreset->setTextFormat(Qt::PlainText);
  m_noPreset->setForegroundRole(QPalette::PlaceholderText);
  m_noPreset->hide();
  all->addWidget(m_noPreset);
  return presets;
}

QWidget* HomePage::buildSide() {
  m_side = new QWidget;
  m_side->setFixedWidth(px(sideWidth));
  auto* all = look::columnIn(m_side, px(8));
  all->addWidget(m_attentionTitle = heading());
  all->addWidget(m_attention = rowsCard(m_attentionRows));
  all->addWidget(m_recentTitle = heading());
  all->addWidget(m_recent = rowsCard(m_recentRows));
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
  connect(m_steps, &FirstSteps::sampling, this, [this](const QString& preset, bool isBusy) {
    for (PresetCardView* view : m_cards)
      if (view->card().preset.name == preset) view->setBusy(isBusy);
  });
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
  m_runningTitle->setText(tr("Running now"));
  m_allRuns->setText(tr("All runs"));
  m_presetsTitle->setText(tr("Start from a preset"));
  m_subjects->button(0)->setText(tr("All"));
  for (int i = 0; i <= static_cast<int>(PresetSubject::script); ++i)
    m_subjects->button(i + 1)->setText(PresetCards::subjectName(static_cast<PresetSubject>(i)));
  m_noPreset->setText(tr("No preset matches."));
  m_attentionTitle->setText(tr("Needs attention"));
  m_recentTitle->setText(tr("Recent experiments"));
  m_installation->retranslate();
  m_history->retranslate();
  makeCards();
  m_search->setPlaceholderText(tr("Search %n presets", nullptr, static_cast<int>(m_cards.size())));
  m_search->setAccessibleName(tr("Search presets"));
  showRunning();
  showAttention();
  showRecent(m_recentPaths);
  m_steps->retranslate();
}

void HomePage::makeCards() {
  qDeleteAll(m_cards);
  m_cards.clear();
  for (const PresetCard& card : PresetCards::all()) {
    auto* view = new PresetCardView(card);
    connect(view, &PresetCardView::clicked, this,
            [this, preset = card.preset] { emit presetWanted(preset); });
    connect(view, &PresetCardView::tryWanted, this,
            [this](const QString& preset) { m_steps->makeSample(preset); });
    m_cards << view;
  }
  filterCards();
}

void HomePage::filterCards() {
  const int subject = m_subjects->checkedId() - 1;
  const QString search = m_search->text();
  bool isAnyShown = false;
  for (PresetCardView* view : m_cards) {
    const bool isShown = (subject < 0 || static_cast<int>(view->card().subject) == subject) &&
                         PresetCards::matches(view->card(), search);
    view->setProperty("isShown", isShown);
    isAnyShown |= isShown;
  }
  m_noPreset->setVisible(!isAnyShown);
  layOutCards();
}

void HomePage::layOutCards() {
  while (QLayoutItem* item = m_grid->takeAt(0)) delete item;
  const bool hasSide = width() >= px(widthWithSide);
  m_side->setVisible(hasSide);
  const int room = width() - 2 * px(24) - (hasSide ? px(sideWidth + 24) : 0) - px(16);
  m_columns = std::max(1, (room + px(16)) / px(cardWidth + 16));
  for (int i = 0; i < m_grid->columnCount(); ++i) m_grid->setColumnStretch(i, i < m_columns);
  int number = 0;
  for (PresetCardView* view : m_cards) {
    const bool isShown = view->property("isShown").toBool();
    if (isShown) {
      m_grid->addWidget(view, number / m_columns, number % m_columns);
      ++number;
    }
    view->setVisible(isShown);
  }
  for (int i = 0; i < m_columns; ++i) m_grid->setColumnStretch(i, 1);
}

void HomePage::showRuns(const QList<RunRecord>& runs) {
  m_runs = runs;
  // Not before it is known, or Home would move at each start.
  m_ways->setVisible(m_runs.isEmpty());
  if (isVisible()) showState();
}

void HomePage::showState() {
  showRunning();
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

QList<PresetCard> HomePage::cards() const {
  QList<PresetCard> cards;
  for (const PresetCardView* view : m_cards) cards << view->card();
  return cards;
}

void HomePage::showRunning() {
  QList<RunRecord> open;
  for (const RunRecord& run : m_runs)
    if (isOpen(run.state) && run.parent.isEmpty() && open.size() < mostRunning) open << run;
  // Cards of the same place keep what they are, so that a click meets what was aimed at.
  while (m_runCards->count() > open.size()) {
    QLayoutItem* last = m_runCards->takeAt(m_runCards->count() - 1);
    delete last->widget();
    delete last;
  }
  while (m_runCards->count() < open.size()) {
    auto* card = new RunCard;
    card->setFocusPolicy(Qt::StrongFocus);
    connect(card, &RunCard::clicked, this, [this, card] { emit runWanted(card->run()); });
    m_runCards->addWidget(card, 1);
  }
  for (int i = 0; i < open.size(); ++i)
    static_cast<RunCard*>(m_runCards->itemAt(i)->widget())->show(open[i], now());
  m_running->setVisible(!open.isEmpty());
}

void HomePage::showAttention() {
  clearRows(m_attentionRows);
  QList<SideRow> rows;
  for (const TargetRecord& target : m_targets->targets())
    if (target.link == TargetLink::refused)
      rows << SideRow{u"lock"_s,
                      look::Tone::waiting,
                      tr("%1 asks you to log in").arg(TargetText::name(target.settings.name)),
                      TargetText::summary(target, now()),
                      tr("Log in"),
                      [this, name = target.settings.name] { emit clusterWanted(name); }};
  for (const RunRecord& run : m_runs)
    if (run.state == RunState::failed && run.parent.isEmpty() && now() - run.ended < aWeek)
      rows << SideRow{
          u"circle-x"_s,         look::Tone::failed, tr("%1 failed").arg(RunText::name(run)),
          RunText::summary(run), tr("Show"),         [this, id = run.run] { emit runWanted(id); }};
  for (const RunRecord& run : m_runs)
    if (run.state == RunState::completed && run.parent.isEmpty() && now() - run.ended < aWeek &&
        !RunText::lossWarning(run).isEmpty())
      rows << SideRow{u"alert-triangle"_s,
                      look::Tone::waiting,
                      tr("%1 was completed, but its loss is not finite").arg(RunText::name(run)),
                      RunText::lossWarning(run),
                      tr("Show"),
                      [this, id = run.run] { emit runWanted(id); }};
  for (const SideRow& row : rows.first(std::min(rows.size(), mostAttention)))
    m_attentionRows->addWidget(makeSideRow(row));
  m_attention->setVisible(!rows.isEmpty());
  m_attentionTitle->setVisible(!rows.isEmpty());
}

void HomePage::showRecent(const QStringList& paths) {
  m_recentPaths = paths;
  clearRows(m_recentRows);
  const QStringList shown = paths.first(std::min(paths.size(), mostRecent));
  const QStringList names = distinctNames(shown);
  for (qsizetype i = 0; i < shown.size(); ++i) {
    const QString& path = shown[i];
    m_recentRows->addWidget(
        makeSideRow({u"file-text"_s, look::Tone::quiet, names[i], shortPath(QFileInfo(path).path()),
                     tr("Open"), [this, path] { emit fileWanted(path); }}));
  }
  m_recent->setVisible(!paths.isEmpty());
  m_recentTitle->setVisible(!paths.isEmpty());
}

void HomePage::resizeEvent(QResizeEvent* event) {
  Page::resizeEvent(event);
  layOutCards();
}

void HomePage::showEvent(QShowEvent* event) {
  Page::showEvent(event);
  showState();  // as of now
  m_history->look(QDir::homePath());
}

}  // namespace trainyard
