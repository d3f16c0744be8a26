// SPDX-License-Identifier: GPL-3.0-or-later
// A run as it was: the slider below all tabs, playing, and what is said of the moment. What it
// shows is told to the tabs; the run itself goes on.
#pragma once

#include <QWidget>
#include <optional>

#include "gui/runs/moment/moment_reader.h"
#include "gui/runs/moment/run_moments.h"

class QComboBox;
class QLabel;
class QPushButton;
class QTimer;
class QToolButton;

namespace trainyard {

class MomentSlider;
class RunModel;
class StoreReader;

class MomentBar : public QWidget {
  Q_OBJECT
 public:
  // Both must outlive it.
  MomentBar(const RunModel* run, const StoreReader* store);

  // Shows the moment that is last now.
  void open();
  void close();
  bool isOpen() const { return !isHidden(); }
  MomentSlider* slider() const { return m_slider; }

 signals:
  // Of the run's own clock; nothing: it is shown as it is now.
  void momentChanged(std::optional<double> time, std::optional<qint64> step);

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void build();
  void connectParts();
  void retranslate();
  void read();
  void take(const QString& run, const QList<StepPlace>& steps);
  void show(double time);
  void showNote();
  void setPlaying(bool isPlaying);

  const RunModel* m_run;
  MomentReader m_reader;
  MomentSlider* m_slider;
  QLabel *m_note, *m_keys;
  QToolButton *m_previous, *m_play, *m_next;
  QComboBox* m_speed;
  QPushButton* m_back;
  QTimer* m_clock;
  QString m_shown;  // its UUID, while this is open
  QList<StepPlace> m_steps;
  bool m_isAtEnd = true;  // no moment was chosen yet
};

}  // namespace trainyard
