// SPDX-License-Identifier: GPL-3.0-or-later
// What there is to say of a study at once: how far it is, its best trial, and what it took.
#pragma once

#include <QList>
#include <QPushButton>
#include <QWidget>

#include "gui/forms/elided_label.h"
#include "gui/forms/plain_label.h"
#include "gui/look/card.h"
#include "gui/look/type.h"
#include "gui/studies/study_model.h"

namespace trainyard {

class TrialBar;

class ProgressCard : public look::Card {
  Q_OBJECT
 public:
  ProgressCard();
  void show(const StudyContent& content);

 private:
  struct Count {
    QWidget* mark;
    QLabel* words;
    QString number{}, whole{};  // what it shows where there is little room, and else
  };
  void fit();

  QLabel* m_title;
  ElidedLabel* m_where = new ElidedLabel;
  TrialBar* m_bar;
  QList<Count> m_counts;
};

class BestCard : public look::Card {
  Q_OBJECT
 public:
  BestCard();
  void show(const StudyModel& study);

 signals:
  void runWanted();

 private:
  struct Fact {
    QWidget* box;
    ElidedLabel* name;
    QLabel* value;
  };
  Fact addFact(look::Role role);
  void fit();

  ElidedLabel* m_title = new ElidedLabel;
  ElidedLabel* m_objective = new ElidedLabel;
  QPushButton* m_open = new QPushButton;
  QList<Fact> m_facts;  // the objective, then parameters
  int m_numFacts = 0;
};

class EffortCard : public look::Card {
  Q_OBJECT
 public:
  EffortCard();
  void show(const StudyContent& content);

 private:
  QLabel* m_stepsName = plainLabel(look::Role::help);
  QLabel* m_steps;
  QLabel* m_savedName = plainLabel(look::Role::help);
  QLabel* m_saved;
  QLabel* m_timeName = plainLabel(look::Role::help);
  QLabel* m_time;
};

}  // namespace trainyard
