// SPDX-License-Identifier: GPL-3.0-or-later
// Which runs of a study may be submitted now, where only so many may be open at once. It decides
// from the store; who submits keeps what is held. One thread.
#pragma once

#include <QList>
#include <QObject>
#include <QSet>
#include <QString>

#include "remote/service/registry/run_registry.h"

namespace trainyard {

// A run that is not submitted yet.
struct HeldRun {
  QString run, study;
  double created = 0;     // the earliest comes first
  int parallel = 0;       // how many runs of the study may be open at once
  bool failFast = false;  // it is given up after a failure in the study
};

class StudyTurns : public QObject {
  Q_OBJECT

 public:
  explicit StudyTurns(RunRegistry& registry);

  // Whether its turn has come already; otherwise one of the signals follows, unless it leaves.
  bool take(const HeldRun& held);
  void leave(const QString& run);
  // Without an answer: of runs that were held before this service.
  void hold(const HeldRun& held);
  // Whose turn it is now.
  void decide();

 signals:
  void came(const QString& run);
  void givenUp(const QString& run);

 private:
  void noteChanged(const QString& run);
  void decideFor(const QString& study);
  bool hasFailed(const QList<RunRecord>& runs, const HeldRun& held) const;

  RunRegistry& m_registry;
  QHash<QString, QList<HeldRun>> m_held;  // by study
  QHash<QString, QString> m_open;         // runs whose end gives others their turn: their study
};

}  // namespace trainyard
