// SPDX-License-Identifier: GPL-3.0-or-later
// Where a run comes from and where it ran, a line each; what leads somewhere is a link.
#pragma once

#include "gui/look/card.h"

class QGridLayout;

namespace trainyard {

class RunModel;
struct RunRecord;

class AboutCard : public look::Card {
  Q_OBJECT
 public:
  AboutCard();

  // `original`: the run that it is a duplicate of; null if there is none.
  void show(const RunModel& run, const RunRecord* original);

 signals:
  void runWanted(const QString& run);
  void studyWanted(const QString& study);
  void clusterWanted(const QString& cluster);
  void experimentWanted();

 private:
  enum class Way { none, run, study, cluster, experiment };
  struct Line {
    QString name, words;
    Way way = Way::none;
    QString to;
    bool operator==(const Line&) const = default;
  };
  static QList<Line> linesOf(const RunModel& run, const RunRecord* original);
  void fill();
  void follow(const Line& line);

  QList<Line> m_lines;
  QWidget* m_body = nullptr;
};

}  // namespace trainyard
