// SPDX-License-Identifier: GPL-3.0-or-later
// Below an output: how many errors and warnings it has, and whether its newest
// line is followed.
#pragma once

#include <QAbstractButton>

#include "gui/forms/elided_label.h"
#include "gui/look/switch.h"
#include "gui/look/tokens.h"

class QLabel;

namespace trainyard {

// "1 error" with its mark; a click goes to the next one.
class LevelCount : public QAbstractButton {
  Q_OBJECT
 public:
  LevelCount(const QString& icon, look::Tone tone);

  QSize sizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QString m_icon;
  look::Tone m_tone;
};

class LogFoot : public QWidget {
  Q_OBJECT
 public:
  LogFoot();

  void showCounts(int errors, int warnings);
  // Nothing follows when the run is over.
  void showOver(bool isOver);
  bool isFollowing() const;
  void setFollowing(bool isFollowing);

 signals:
  void nextRequested();
  void followed();

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void retranslate();

  LevelCount* m_errors;
  LevelCount* m_warnings;
  ElidedLabel* m_hint = new ElidedLabel;
  QLabel* m_over;
  look::Switch* m_follow = new look::Switch;
  int m_numErrors = 0, m_numWarnings = 0;
};

}  // namespace trainyard
