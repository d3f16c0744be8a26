// SPDX-License-Identifier: GPL-3.0-or-later
// An agent's request as text. What an agent may choose itself (its name, its words, its folder,
// names and values) comes out without control characters, and as short as a line may be.
#pragma once

#include <QCoreApplication>
#include <QString>

#include "gui/forms/experiment_copy.h"
#include "remote/service/protocol/consent_values.h"

namespace trainyard {

// What a request leaves of the budget of its session.
struct BudgetShare {
  bool hasHours = false;                 // GPU-hours are bounded
  double all = 0, spent = 0, asked = 0;  // GPU-hours
  double left = 0;                       // negative: so much more than there is
  qint64 jobsLeft = 0;                   // the same; 0 if jobs are not counted
  bool isUnbounded = false;              // what is asked for has no bound
  // There is a budget, and it is not enough.
  bool isOver() const { return hasHours && (isUnbounded || left < -1e-9 || jobsLeft < 0); }
};

class ConsentText {
  Q_DECLARE_TR_FUNCTIONS(ConsentText)
 public:
  static QString agent(const ConsentRequest& request);
  static QString title(const ConsentRecord& record);   // "lab-agent asks to submit 5 runs"
  static QString origin(const ConsentRecord& record);  // from where, and since when
  static QString purpose(const ConsentRequest& request);
  // "9:41" until then; nothing once it has passed.
  static QString countdown(double seconds);

  static QString name(const SpentRun& run);
  static QString values(const SpentRun& run);
  static QString where(const Spending& spending, const SpentRun& run);  // "leonardo, 4 GPUs"
  static QString limit(const SpentRun& run);
  static QString hours(const std::optional<double>& hours);

  static QString changesTitle(const ConsentRequest& request);
  static QString changes(const Spending& spending);  // a line for each

  static BudgetShare shareOf(const ConsentRecord& record);
  static QString budget(const ConsentRecord& record);  // "12 spent, 80 asked for, 8 left of 100"
  // Why it cannot be allowed; empty: it can.
  static QString excess(const ConsentRecord& record);
  static QString once(const ConsentRecord& record);  // what an answer would allow

  // What would be submitted, with the changes that stand below its text.
  static ExperimentCopy copyOf(const ConsentRequest& request);

 private:
  static QString line(const QString& text, qsizetype most);
};

}  // namespace trainyard
