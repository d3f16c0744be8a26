// SPDX-License-Identifier: GPL-3.0-or-later
// The study that is shown: its trials, which of them are within the brushed ranges, and which one
// is chosen. Tables and plots follow it.
#pragma once

#include <QObject>

#include "gui/charts/parallel_axes.h"
#include "gui/studies/study_content.h"

namespace trainyard {

class StudyModel : public QObject {
  Q_OBJECT
 public:
  using QObject::QObject;

  // Empty until a study has been read.
  const StudyContentPointer& content() const { return m_content; }
  const StudyImportance& importance() const { return m_importance; }
  QString study() const { return m_content ? m_content->summary.study : QString(); }
  std::optional<int> best() const;

  // Another study begins without ranges and with its best trial chosen; the same one keeps what a
  // person chose.
  void show(const StudyContentPointer& content);
  void showImportance(const QString& study, const StudyImportance& importance);
  void clear();

  // The parameters that matter most, and the objective.
  ParallelAxes& axes() { return m_axes; }
  const ParallelAxes& axes() const { return m_axes; }
  bool isWithin(int trial) const { return m_axes.isWithin(static_cast<std::size_t>(trial)); }
  // Ranges have been changed.
  void noteBrush() { emit brushed(); }
  void clearBrushes();

  // A trial that the person chose, or the best one.
  std::optional<int> chosen() const { return m_chosen ? m_chosen : best(); }
  void choose(int trial);

  // The parameters in the order of their importance, where it is known.
  std::vector<const StudyParameter*> parameters() const;
  const StudyParameter* parameter(const QString& path) const;

 signals:
  void changed();
  void importanceChanged();
  void brushed();
  void chosenChanged();

 private:
  void setAxes();

  StudyContentPointer m_content;
  StudyImportance m_importance;
  ParallelAxes m_axes;
  std::optional<int> m_chosen;
};

}  // namespace trainyard
