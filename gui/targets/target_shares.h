// SPDX-License-Identifier: GPL-3.0-or-later
// What is used of accounts and of the storage of a cluster, as rows with a bar. What is unknown has
// no row. Pure.
#pragma once

#include <QCoreApplication>
#include <QList>

#include "gui/targets/share_row.h"
#include "remote/service/protocol/protocol.h"

namespace trainyard {

class TargetShares {
  Q_DECLARE_TR_FUNCTIONS(TargetShares)
 public:
  // "24 of 32", and whether that is nearly all.
  static ShareRow used(const QString& name, qint64 used, qint64 limit);
  static QList<ShareRow> accounts(const QList<AccountBalance>& balances);
  // The quota of the base folder, or what is free there, as of the last login.
  static QList<ShareRow> storage(const TargetRecord& target, const QString& name);
};

}  // namespace trainyard
