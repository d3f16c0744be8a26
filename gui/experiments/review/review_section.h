// SPDX-License-Identifier: GPL-3.0-or-later
// Parts of the page Before you submit: its head, its sections, of which one is about memory.
#pragma once

#include <QPushButton>
#include <QToolButton>
#include <optional>

#include "engine/contract/results/training_plan.h"
#include "gui/forms/elided_label.h"
#include "gui/forms/memory_bar.h"
#include "gui/forms/plain_label.h"

namespace trainyard {
namespace look {
class Card;
}

// The way back, what is submitted, and the button for it.
class ReviewHead : public QWidget {
  Q_OBJECT
 public:
  ReviewHead();

  QPushButton* submit() const { return m_submit; }
  void setSubtitle(const QString& subtitle) { m_subtitle->setText(subtitle); }

 signals:
  void backWanted();
  void saveWanted();
  void submitWanted();

 private:
  void retranslate();

  QToolButton* m_back = new QToolButton;
  QLabel* m_title = plainLabel(look::Role::emphasis);
  ElidedLabel* m_subtitle = new ElidedLabel;
  QPushButton* m_save = new QPushButton;
  QPushButton* m_submit = new QPushButton;
};

// A title, a note at its right, and below them the content.
class ReviewSection : public QWidget {
  Q_OBJECT
 public:
  explicit ReviewSection(QWidget* content);

  void setTitle(const QString& title) { m_title->setText(title); }
  void setNote(const QString& note) { m_note->setText(note); }

 private:
  QLabel *m_title, *m_note;
};

// What is said of the memory that a training takes.
class MemoryReview : public ReviewSection {
  Q_OBJECT
 public:
  MemoryReview();

  // The plan has the memory of the document's own micro-batch. `gpuBytes`: of a GPU there.
  void show(const TrainingPlan& plan, bool hasGpus, std::optional<double> gpuBytes);

 private:
  explicit MemoryReview(look::Card* card);

  MemoryBar* m_bar = new MemoryBar;
  QLabel* m_others;  // what it would be with other settings
};

}  // namespace trainyard
