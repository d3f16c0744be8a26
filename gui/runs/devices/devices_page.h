// SPDX-License-Identifier: GPL-3.0-or-later
// What the devices of a run did over time: a lane for each, the times in which they stood still,
// and the output around a moment that is chosen there.
#pragma once

#include <QWidget>
#include <optional>

#include "gui/runs/actions/run_actions.h"
#include "gui/runs/devices/device_reader.h"

class QLabel;
class QPushButton;
class QStackedWidget;
class QTimer;

namespace trainyard {

class LanesView;
class LogAround;
class RunModel;
class StoreReader;

namespace look {
class SegmentedControl;
}

class DevicesPage : public QWidget {
  Q_OBJECT
 public:
  // All must outlive it.
  DevicesPage(RunModel* run, RunActions* actions, const StoreReader* store);

  LanesView* lanes() const { return m_lanes; }
  LogAround* log() const { return m_log; }

 signals:
  void failed(const QString& sentence);
  void profileRequested();
  void logRequested(int attempt, qint64 offset);

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  QWidget* buildBar();
  void connectParts();
  void retranslate();
  void showRun();
  void take(const QString& run, const QList<DeviceLane>& lanes);
  void readSoon();
  void read();
  void choose(double time);
  void nextIdle(bool backwards);
  void showState();

  RunModel* m_run;
  RunActions* m_actions;
  DeviceReader m_reader;
  look::SegmentedControl* m_measures;
  QLabel *m_summary, *m_moment, *m_empty;
  QPushButton *m_previous, *m_next, *m_all, *m_profile;
  LanesView* m_lanes;
  LogAround* m_log;
  QStackedWidget* m_pages;
  QTimer* m_pause;
  QString m_shown;  // its UUID
};

}  // namespace trainyard
