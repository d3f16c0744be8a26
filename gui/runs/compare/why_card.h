// SPDX-License-Identifier: GPL-3.0-or-later
// Why one of the compared runs is ahead: who led until when and what happened there, in a sentence
// and a strip of places.
#pragma once

#include <QToolButton>

#include "gui/charts/curve_set.h"
#include "gui/look/card.h"
#include "gui/runs/compare/rank_strip.h"

class QLabel;

namespace trainyard {

class WhyCard : public look::Card {
  Q_OBJECT
 public:
  // The set of curves, which knows where runs were resumed, must outlive it.
  explicit WhyCard(CurveSet* curves);

  // In the current language, too. Hidden where none leads.
  void show(const Comparison& comparison);
  RankStrip* strip() { return m_strip; }

 signals:
  // A step that the plots are to show.
  void stepChosen(double step);

 private:
  void retranslate();
  void showResumes();

  CurveSet* m_curves;
  Comparison m_comparison;
  RankHistory m_history;
  QLabel* m_sentence;
  QToolButton *m_before, *m_next;
  RankStrip* m_strip;
};

}  // namespace trainyard
