// SPDX-License-Identifier: GPL-3.0-or-later
// Whether and when each target could run the experiment, asked of those that are connected.
#pragma once

#include <QObject>
#include <QSet>
#include <stop_token>

#include "engine/contract/experiment/experiment.h"
#include "gui/look/tokens.h"
#include "gui/targets/target_list.h"

namespace trainyard {

struct TargetOffer {
  QString target;
  look::Tone tone = look::Tone::quiet;
  QString icon;
  QString sentence;          // what speaks for it or against it
  double expectedStart = 0;  // Unix seconds; 0: unknown
  bool hasAnswered = false, mayRun = false;
};

class TargetOffers : public QObject {
  Q_OBJECT
 public:
  // Both must outlive it.
  TargetOffers(ServiceClient* client, TargetList* targets);
  ~TargetOffers() override;

  // Asks anew for this document; `memoryBytes`: what a process needs, 0 if that is not known.
  void ask(const SubmitRequest& request, const Experiment& experiment, double memoryBytes);
  void stop();
  const QList<TargetOffer>& offers() const { return m_offers; }
  const TargetOffer* find(const QString& target) const;
  // When the last answer came, in Unix seconds; 0: none.
  double answered() const { return m_answered; }

 signals:
  void changed();

 private:
  void follow();
  void askOne(const QString& target);
  TargetOffer unasked(const TargetRecord& target) const;
  TargetOffer of(const TargetRecord& target, const CheckAnswer& answer) const;
  QCoro::Task<void> run(QString target, std::stop_token stop);
  void set(const TargetOffer& offer);

  ServiceClient* m_client;
  TargetList* m_targets;
  SubmitRequest m_request;
  Experiment m_experiment;
  double m_memoryBytes = 0, m_answered = 0;
  bool m_isAsked = false;
  QList<TargetOffer> m_offers;
  QSet<QString> m_asked;
  std::stop_source m_stop;
};

}  // namespace trainyard
