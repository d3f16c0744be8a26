// SPDX-License-Identifier: GPL-3.0-or-later
// A run on one page: why it ended and what to do, when it ran, its first curves, where it comes
// from, what it saved, what sets it apart, what a person noted.
#pragma once

#include <QHBoxLayout>
#include <QPushButton>
#include <QScrollArea>
#include <QWidget>
#include <optional>

#include "gui/look/card.h"
#include "gui/look/type.h"
#include "gui/runs/overview/run_timeline.h"
#include "gui/runs/records/run_records.h"

class QLabel;

namespace trainyard {

class AboutCard;
class CauseCard;
class CurveSet;
class PlotPanel;
class RunModel;
class SizingCard;
class StoreReader;
class TimelineView;

// Lines of text, and a link to where there is more.
class LinkCard : public look::Card {
 public:
  explicit LinkCard(look::Role role);

  void setText(const QString& text);
  QPushButton* link() const { return m_link; }

 private:
  QLabel* m_text;
  QPushButton* m_link = new QPushButton;
};

class OverviewPage : public QScrollArea {
  Q_OBJECT
 public:
  // All must outlive it.
  OverviewPage(RunModel* run, RunRecords* runs, StoreReader* reader);

  // `mayAct`: whether the service can be asked now.
  void refresh(bool mayAct);
  // In its curve of training: what is later than this step is faint; nothing: as it is now.
  void setMoment(std::optional<double> step);
  CauseCard* cause() const { return m_cause; }

 signals:
  void resumeWanted(const QStringList& changes);
  void logWanted();
  void experimentWanted(const QList<std::pair<QString, QString>>& values);
  void checkpointsWanted();
  void curvesWanted();
  void configurationWanted(const QString& other);
  void notesWanted();
  void runWanted(const QString& run);
  void studyWanted(const QString& study);
  void clusterWanted(const QString& cluster);

 protected:
  void resizeEvent(QResizeEvent* event) override;
  void showEvent(QShowEvent* event) override;

 private:
  void build();
  QWidget* buildSide();
  void connectCards();
  void retranslate();
  void showCause();
  void showTimeline();
  void showPanels();
  void showCheckpoints();
  void showDifference();
  void showNote();
  // With which run this one is compared here: its original, or the pinned one; null: none.
  const RunRecord* other() const;
  void place();

  struct Panel {
    CurveSet* set = nullptr;
    PlotPanel* plot = nullptr;
    std::optional<double> moment = {};  // what is later than this step is faint
  };
  void showPanel(Panel& panel);

  RunModel* m_run;
  RunRecords* m_runs;
  StoreReader* m_reader;
  QWidget* m_body = new QWidget;
  QWidget* m_side;
  QHBoxLayout* m_plots = new QHBoxLayout;
  CauseCard* m_cause;
  look::Card* m_timelineCard = new look::Card;
  QLabel* m_timelineNote;
  TimelineView* m_timeline;
  Panel m_loss, m_machine;
  AboutCard* m_about;
  SizingCard* m_sizing;
  LinkCard *m_checkpoints, *m_difference, *m_note;
  struct {
    QString run;  // whose settings were asked for
    QMap<QString, QVariant> settings;
  } m_beside;
  bool m_mayAct = false, m_isWide = true;
};

}  // namespace trainyard
