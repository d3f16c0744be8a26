// SPDX-License-Identifier: GPL-3.0-or-later
// The output of all ranks around the moment that was chosen among the devices.
#pragma once

#include <QWidget>
#include <optional>

#include "gui/look/card.h"
#include "gui/runs/logs/log_moment.h"

class QLabel;
class QPushButton;

namespace trainyard {

class LogPane;
class LogReader;
class RunActions;
class RunModel;

class LogAround : public look::Card {
  Q_OBJECT
 public:
  // Both must outlive it.
  LogAround(RunModel* run, RunActions* actions);

  // `attempt`: whose output it is.
  void show(int attempt, double time);
  void showNothing();
  // Its place in the page of the output, as by its link.
  void open();
  LogPane* pane() const { return m_pane; }
  // As it is read out: what stands above the lines.
  QString note() const;

 signals:
  // In the page of the output; the place of the moment there.
  void openRequested(int attempt, qint64 offset);

 protected:
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;

 private:
  void retranslate();
  void showState();
  void startReading();

  struct Place {
    int attempt = 0;
    double time = 0;
    std::optional<qint64> offset;  // once it was found
  };
  RunModel* m_run;
  LogReader* m_reader;
  LogMoment m_moment;
  LogPane* m_pane;
  QLabel* m_note;
  QPushButton* m_open;
  std::optional<Place> m_place;
  QString m_problem;
};

}  // namespace trainyard
