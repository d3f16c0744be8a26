// SPDX-License-Identifier: GPL-3.0-or-later
// The practice cluster on this computer: `./dev cluster start` in the checkout that the program was
// built in.
#pragma once

#include <functional>
#include <stop_token>

#include <QCoroTask>
#include <QString>

#include "engine/contract/result.h"

namespace trainyard {

// The name of its target.
QString practiceTarget();

// $TRAINYARD_CHECKOUT, or the folder above `programs` that is a checkout; empty: there is none.
QString checkoutOf(const QString& programs);

// Starts what of the cluster does not run, and adds its target. `onLine` gets what is being done,
// as the script says it. If it is stopped, so is what was started. Errors: "practice.no_checkout",
// "practice.needs_password", "practice.not_started", "program.deadline", "cancelled".
QCoro::Task<Result<void>> startPracticeCluster(QString checkout,
                                               std::function<void(QString)> onLine,
                                               std::stop_token stop);

}  // namespace trainyard
