// SPDX-License-Identifier: GPL-3.0-or-later
// Studies and their trials as text.
#pragma once

#include <QCoreApplication>
#include <QString>

#include "engine/search/study.h"
#include "gui/look/tokens.h"
#include "gui/studies/study_content.h"

namespace trainyard {

class StudyText {
  Q_DECLARE_TR_FUNCTIONS(StudyText)
 public:
  static QString state(search::TrialState state);  // "Pruned"
  static look::Tone tone(search::TrialState state);
  static QString icon(search::TrialState state);
  // Of the study itself: "Running", "Completed", "Stopped".
  static QString state(const StudySummary& summary);
  static QString sampler(SearchSampler sampler);          // "TPE"
  static QString pruner(SearchPruner pruner);             // "ASHA"; empty: none
  static QString direction(const StudySummary& summary);  // "eval/loss, the smaller the better"
  // "60 trials, TPE, ASHA"
  static QString kind(const StudyContent& content);
  // "Trial 37: 1.3921, completed".
  static QString trial(const StudyContent& content, int number);
};

}  // namespace trainyard
