// SPDX-License-Identifier: GPL-3.0-or-later
// The content of the page "Data": counts of the data and one example at a time, requested from the
// service for the document as it is shown. Examples are loaded in batches; going to one that is
// already loaded needs no request.
#pragma once

#include <QObject>
#include <optional>
#include <stop_token>

#include "engine/contract/results/inspection.h"
#include "remote/service/client/client.h"

namespace trainyard {

class DataInspection : public QObject {
  Q_OBJECT
 public:
  static constexpr qint64 firstRecords = 1000;  // read by a quick look
  static constexpr qint64 examplesAtOnce = 8;
  static constexpr qint64 tokensOfExample = 4000;

  explicit DataInspection(ServiceClient* client);
  ~DataInspection() override;

  // Sets the document. If it differs from the last one, what is shown is out of date.
  void setRequest(const SubmitRequest& request);
  enum class Scope { firstRecords, all };  // all: the data is prepared as for training
  void look(Scope scope);
  void stop();

  // Positions in the selected order: that of the files, or a random one.
  void showExampleAt(qint64 place);
  void next() { showExampleAt(m_place + 1); }
  void previous() { showExampleAt(m_place - 1); }
  void shuffle(qint64 seed);  // a random order, starting with its first example
  void showInOrder();
  void chooseSplit(const QString& name);

  enum class State { nothing, asking, answered, failed };
  State state() const { return m_state; }
  const QString& target() const { return m_request.target; }
  // Whether the data of a run on a cluster is still on this computer and was read here.
  bool isLookedAtHere() const { return m_state == State::answered && m_isLookedAtHere; }
  bool isOutOfDate() const { return m_state == State::answered && m_isOutOfDate; }
  // Without its samples.
  const Inspection& data() const { return m_data; }
  const SplitCounts* split() const;  // the chosen one
  const DataSample* example() const;
  qint64 place() const { return m_place; }
  qint64 numExamples() const { return split() ? split()->examples : 0; }
  bool isShuffled() const { return m_seed.has_value(); }
  QString failure() const { return m_failure; }
  // The current phase as text; empty if unknown.
  QString progress() const { return m_progress; }

 signals:
  void changed();
  void progressed();

 private:
  void ask(bool counts);
  QCoro::Task<void> run(SubmitRequest request, InspectionRequest what, std::stop_token stop);
  void take(Inspection answer, bool counts);
  void fail(const Error& error);
  void startAgain();
  void showProgress(const ProgressReport& report);

  ServiceClient* m_client;
  SubmitRequest m_request, m_asked;
  Scope m_scope = Scope::firstRecords;
  State m_state = State::nothing;
  bool m_isOutOfDate = false, m_isLookedAtHere = false;
  Inspection m_data;
  QString m_split = QStringLiteral("train");
  std::optional<qint64> m_seed;
  qint64 m_place = 0, m_first = 0;  // m_first: the place of m_examples' first
  std::vector<DataSample> m_examples;
  QString m_failure, m_progress;
  std::stop_source m_stop;
};

}  // namespace trainyard
