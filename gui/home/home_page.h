// SPDX-License-Identifier: GPL-3.0-or-later
// Where the window begins: what runs now, presets to start from, what needs the user, recent
// experiments.
#pragma once

#include <QScrollArea>

#include "gui/forms/page.h"
#include "gui/forms/plain_label.h"
#include "gui/home/preset_cards.h"
#include "gui/home/side_row.h"
#include "gui/home/what_you_have.h"
#include "gui/targets/target_list.h"
#include "remote/store/records.h"

class QPushButton;

namespace trainyard {

class FirstSteps;
class FourThings;
class HistoryCard;
class InstallationCard;
class NightCard;
class PresetGrid;
class RunningNow;

class HomePage : public Page {
  Q_OBJECT
 public:
  QString title() const override { return tr("Home"); }

  // Both must outlive it.
  HomePage(ServiceClient* client, TargetList* targets);

  // The presets, in the current language.
  QList<PresetCard> cards() const;
  // All runs; the newest first.
  void showRuns(const QList<RunRecord>& runs);
  // Files that were opened last.
  void showRecent(const QStringList& paths);
  // For the first start: a strip below the head, which whoever shows it hides again.
  FourThings* fourThings() { return m_fourThings; }
  NightCard* night() { return m_night; }
  // Where files can be dropped or chosen.
  QWidget* dropPlace();
  // Asks for a folder with runs of other trackers.
  void askHistory();

 signals:
  void presetWanted(const trainyard::Preset& preset);
  // The sample of a preset was made: this document is to be submitted to this computer.
  void sampleMade(const QString& document);
  // The same, to be opened with several values of its learning rate.
  void studySampleMade(const QString& document);
  void newWanted();
  void openWanted();
  void importWanted();
  // A file with one of these patterns, such as "*.py", to be opened, or settings to be imported.
  void filesWanted(const QString& patterns);
  void settingsWanted(const QString& patterns);
  // A new experiment, at the field that names its data.
  void dataWanted();
  void fileWanted(const QString& path);
  void runWanted(const QString& run);
  void runsWanted();
  void clusterWanted(const QString& cluster);

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  QWidget* buildHead();
  void begin(WhatYouHave::Way way);
  QWidget* buildSide();
  void retranslate();
  void showState();
  void showKnown();
  void showAttention();
  void connectSteps();

  ServiceClient* m_client;
  TargetList* m_targets;
  QList<RunRecord> m_runs;
  QLabel* m_title = plainLabel(look::Role::page);
  QPushButton *m_open, *m_import, *m_new;
  FourThings* m_fourThings;
  QScrollArea* m_scroll = new QScrollArea;
  WhatYouHave* m_ways;
  RunningNow* m_running;
  NightCard* m_night;
  PresetGrid* m_presets;
  QWidget* m_side;
  SideList* m_attention = new SideList;
  SideList* m_recent = new SideList;
  QStringList m_recentPaths;
  InstallationCard* m_installation;
  HistoryCard* m_history;
  FirstSteps* m_steps;
};

}  // namespace trainyard
