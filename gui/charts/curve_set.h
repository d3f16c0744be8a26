// SPDX-License-Identifier: GPL-3.0-or-later
// The runs whose curves are shown together, and what they have. It reads what its plots want, once
// for all of them, and again when a run changed.
#pragma once

#include <QHash>
#include <QList>
#include <QObject>
#include <QSet>
#include <map>
#include <optional>

#include "gui/charts/curve_source.h"

namespace trainyard {

struct ShownRun {
  QString run;
  QString label;
  int colour = -1;  // index into look::curveColour
  bool isOpen = false;
  QString group = {};  // with which its curves may be shown as a mean; empty: all that have none

  bool operator==(const ShownRun&) const = default;
};

// Several runs that are shown as their mean.
struct MeanGroup {
  QString label;
  int colour = 0;
  QStringList runs;
};

class CurveSet : public QObject {
  Q_OBJECT
 public:
  // The source must outlive it; without one there is nothing to show. `Unit`: of what the source
  // calls a step.
  enum class Unit { steps, seconds };
  explicit CurveSet(CurveSource* source, QObject* parent = nullptr, Unit unit = Unit::steps);

  // In the order of the legend.
  void setRuns(const QList<ShownRun>& runs);
  const QList<ShownRun>& runs() const { return m_runs; }
  // The run that stands out, the others being fainter; empty: none.
  void setEmphasis(const QString& run);
  const QString& emphasis() const { return m_emphasis; }
  // Whether each group of several runs is shown as one line, with a band around it.
  bool showsMeans() const { return m_showsMeans; }
  void setShowsMeans(bool showsMeans);
  // In the order of the legend; none while each run has a line of its own.
  QList<MeanGroup> meanGroups() const;
  // Some of these may be shown, and have changed.
  void refresh(const QStringList& changedRuns);
  // Of any run, losses first.
  QStringList metrics() const { return m_metrics; }
  bool has(const CurveKey& key) const { return points(key) > 0; }
  // How many it had when its run was last read.
  qint64 points(const CurveKey& key) const;

  Unit unit() const { return m_unit; }
  Along along() const { return m_along; }
  void setAlong(Along along);
  const StepTable& steps(const QString& run) const;
  const QList<CurvesOfRun::Resume>& resumes(const QString& run) const;

  // What a plot shows: a range of steps, without one all of them, in so many columns.
  struct Want {
    CurveKey key;
    std::optional<XRange> range;
    int columns = 1;
  };
  // Replaces what this plot wanted before; nothing is read for what no plot wants.
  void want(const QObject* plot, const QList<Want>& wants);
  void forget(const QObject* plot);
  // Null until it was read.
  ColumnCurvePtr whole(const CurveKey& key) const;
  // The part that was read last; null if the whole is fine enough.
  ColumnCurvePtr part(const CurveKey& key) const;
  bool isReading() const { return m_isReadingCurves || !m_runsBeingRead.isEmpty(); }
  CurveSource* source() const { return m_source; }

 signals:
  void runsChanged();
  void metricsChanged();
  void emphasisChanged();
  void meansChanged();
  void alongChanged();
  void curveChanged(const trainyard::CurveKey& key);
  // The steps or resumes of a run.
  void stepsChanged(const QString& run);
  // Everything that was wanted has been read.
  void settled();

 private:
  struct Run {
    QHash<QString, qint64> points;  // by metric
    QStringList metrics;
    QList<CurvesOfRun::Resume> resumes;
    StepTable steps;
    bool hasSteps = false, isChanged = true;
  };
  struct Entry {
    ColumnCurvePtr whole, part;
    qint64 points = 0;  // that the run had when the whole was asked for
    bool isExact = true;
    bool hasFailed = false;  // asked for again when the run has been read again
    quint64 lastUse = 0;
  };
  void readRuns();
  void takeRun(const CurvesOfRun& run);
  void takeCurve(const CurveAnswer& answer);
  void collectMetrics();
  void readCurves();
  std::optional<CurveRequest> requestFor(const Want& want);
  static bool isPartNeeded(const Entry& entry, const Want& want, XRange view);
  void dropUnused();

  CurveSource* m_source;
  Unit m_unit;
  quint64 m_asker;
  Along m_along = Along::steps;
  QList<ShownRun> m_runs;
  QString m_emphasis;
  bool m_showsMeans = false;
  QStringList m_metrics;
  QHash<QString, Run> m_known;
  QSet<QString> m_runsBeingRead;
  QHash<CurveKey, Entry> m_entries;
  std::map<const QObject*, QList<Want>> m_wants;
  bool m_isReadingCurves = false;
  quint64 m_uses = 0;
};

}  // namespace trainyard
