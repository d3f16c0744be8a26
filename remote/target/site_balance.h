// SPDX-License-Identifier: GPL-3.0-or-later
// What is left of the user's accounts, from the command that a site has for it.
#pragma once

#include <stop_token>

#include <QCoroTask>

#include "engine/contract/result.h"
#include "remote/host/host.h"
#include "remote/schedulers/target_facts.h"
#include "remote/schedulers/site_profile.h"

namespace trainyard {

// Reads the command's table: the rows whose columns are an account and numbers; at most 256.
QList<AccountBalance> balancesFrom(const QByteArray& text, const SiteBalance& balance);

// Runs the command on the login node. Errors: those of the host, "site.no_balance".
QCoro::Task<Result<QList<AccountBalance>>> probeBalances(Host& host, SiteBalance balance,
                                                         std::stop_token stop);

}  // namespace trainyard
