// SPDX-License-Identifier: GPL-3.0-or-later
// In the evening what the open runs will do until they end, and in the morning what came true.
#pragma once

#include <QDateTime>
#include <QPushButton>
#include <functional>

#include "gui/home/night_chart.h"
#include "gui/home/night_reader.h"
#include "gui/look/card.h"

class QLabel;
class QTimer;

namespace trainyard {

class NightCard : public look::Card {
  Q_OBJECT
 public:
  // Hidden while there is nothing to say. `storePath`: without one the user's store.
  explicit NightCard(const QString& storePath = {});

  // Instead of the computer's.
  using Clock = std::function<QDateTime()>;
  void setClock(Clock clock) { m_clock = std::move(clock); }
  // All runs, as they are now.
  void show(const QList<RunRecord>& runs);
  NightChart* chart() { return m_chart; }

 signals:
  void runWanted(const QString& run);

 private:
  void retranslate();
  void showInputs(const QList<NightInput>& inputs);
  void showEvening(const NightPlan& plan);
  void showMorning(const NightPlan& plan);
  QString findings(const NightPlan& plan) const;
  QString cameTrue(const QList<NightOutcome>& outcomes) const;
  static NightPlan kept();

  NightReader m_reader;
  QList<RunRecord> m_runs;
  Clock m_clock = [] { return QDateTime::currentDateTime(); };
  QDateTime m_now, m_readAt;
  QStringList m_open;  // the runs of the last plan
  QLabel *m_figures, *m_text;
  NightChart* m_chart;
  QPushButton* m_dismiss;
};

}  // namespace trainyard
