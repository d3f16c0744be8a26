// SPDX-License-Identifier: GPL-3.0-or-later
// Why a run ended, which settings would make it fit, and the way on from there.
#pragma once

#include <QPushButton>

#include "gui/forms/memory_bar.h"
#include "gui/look/card.h"
#include "gui/look/tokens.h"
#include "gui/runs/overview/run_cause.h"

class QButtonGroup;
class QGridLayout;
class QLabel;

namespace trainyard {

class CauseCard : public look::Card {
  Q_OBJECT
 public:
  CauseCard();

  // `mayResume`: whether the service can be asked now.
  void show(const RunCause& cause, look::Tone tone, bool mayResume);
  // The chosen change; nothing if none is offered.
  std::optional<SuggestedChange> chosen() const;

 signals:
  void logWanted();
  // With these settings changed before it goes on, "batch.per_device=4".
  void resumeWanted(const QStringList& changes);
  // The run's experiment as a new one, with these values of settings by path.
  void experimentWanted(const QList<std::pair<QString, QString>>& values);

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  void retranslate();
  void showChanges();
  // The chosen change by path; empty if none is offered.
  QList<std::pair<QString, QString>> chosenValues() const;

  RunCause m_cause;
  look::Tone m_tone = look::Tone::failed;
  QLabel* m_title;
  QLabel* m_sentence;
  QLabel* m_further;
  QPushButton* m_log = new QPushButton;
  MemoryBar* m_memory = new MemoryBar;
  QWidget* m_changes;
  QButtonGroup* m_choice;
  QPushButton* m_resume = new QPushButton;
  QPushButton* m_open = new QPushButton;
};

}  // namespace trainyard
