// SPDX-License-Identifier: GPL-3.0-or-later
// What somebody with nothing can begin with: the first steps of Home, and samples of presets. It
// hides itself once all is done.
#pragma once

#include <QWidget>
#include <stop_token>

#include "gui/targets/target_list.h"
#include "remote/store/records.h"

class QLabel;
class QVBoxLayout;

namespace trainyard {

class FirstSteps : public QWidget {
  Q_OBJECT
 public:
  // Both must outlive it.
  FirstSteps(ServiceClient* client, TargetList* targets);

  void refresh(const QList<RunRecord>& runs);
  void retranslate();
  enum class After { run, openStudy };
  // Of a preset; nothing while another is being made.
  void makeSample(const QString& preset, After after = After::run);

 signals:
  void openWanted();
  void clusterWanted();
  void sampling(const QString& preset, bool isBusy);
  // This document is to be submitted to this computer.
  void sampleMade(const QString& document);
  // The same, to be opened with several values of its learning rate.
  void studySampleMade(const QString& document);
  void failed(const QString& sentence);
  void wantedChanged(bool isWanted);

 private:
  void fill();
  void addStep(bool isDone, const QString& words, const QString& more, std::function<void()> act,
               bool isStarting = false);
  void addPractice();
  bool hasRun(bool isOfEngine) const;
  bool isStarting(After after) const;
  QCoro::Task<void> run(QString preset, After after);

  ServiceClient* m_client;
  TargetList* m_targets;
  QList<RunRecord> m_runs;
  QLabel* m_title;
  QVBoxLayout* m_rows;
  QString m_preset;            // whose sample is being made; empty: none
  After m_after = After::run;  // what follows
  std::stop_source m_stop;
};

}  // namespace trainyard
