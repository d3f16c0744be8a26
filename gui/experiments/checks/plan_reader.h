// SPDX-License-Identifier: GPL-3.0-or-later
// What a training of the edited document would take, asked of the service after a pause in changes
// that it depends on.
#pragma once

#include <QObject>
#include <QTimer>
#include <optional>
#include <stop_token>

#include "engine/contract/experiment/experiment.h"
#include "engine/contract/results/training_plan.h"
#include "remote/service/client/client.h"

namespace trainyard {

class PlanReader : public QObject {
  Q_OBJECT
 public:
  static constexpr int restMilliseconds = 1000;

  // The client must outlive it.
  explicit PlanReader(ServiceClient* client);
  ~PlanReader() override;

  // Sets the current document; asks only if something changed that a plan depends on. `isSound`: it
  // has a folder and no errors of its own.
  void setRequest(const SubmitRequest& request, const Experiment& experiment, bool isSound);
  // While nobody sees it, nothing is asked.
  void setWatched(bool isWatched);

  // The newest that is known of this document, also while the next is computed; null: none.
  const TrainingPlan* plan() const { return m_plan ? &*m_plan : nullptr; }
  // Why there is none, a sentence; empty: it is being computed, or does not apply.
  const QString& whyNot() const { return m_whyNot; }

 signals:
  void changed();

 private:
  void stop();
  void wait();
  void ask();
  QCoro::Task<void> run(SubmitRequest request, std::stop_token stop);

  ServiceClient* m_client;
  QTimer m_rest;
  SubmitRequest m_request;
  QString m_document;  // its path
  QByteArray m_key;    // of what a plan depends on; empty: there is nothing to plan
  bool m_isWatched = false, m_isDue = false;
  std::optional<TrainingPlan> m_plan;
  QString m_whyNot;
  std::stop_source m_stop;
};

}  // namespace trainyard
