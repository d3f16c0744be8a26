// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/targets/target_shares.h"

#include <QLocale>
#include <algorithm>
#include <cmath>

#include "gui/forms/quantity_text.h"
#include "gui/forms/shown_text.h"

namespace trainyard {
namespace {

constexpr double tightShare = 0.9;
constexpr qsizetype mostAccounts = 6;

double shareUsed(qint64 used, qint64 limit) {
  return limit > 0 ? std::clamp(static_cast<double>(used) / static_cast<double>(limit), 0.0, 1.0)
                   : 0;
}

qint64 wholeNumber(double value) {
  return std::isfinite(value) ? std::llround(std::clamp(value, -1e15, 1e15)) : 0;
}

}  // namespace

ShareRow TargetShares::used(const QString& name, qint64 used, qint64 limit) {
  const double share = shareUsed(used, limit);
  const QLocale locale;
  return {name,  {}, locale.toString(used), tr("of %1").arg(locale.toString(limit)),
          share, 0,  share >= tightShare};
}

QList<ShareRow> TargetShares::accounts(const QList<AccountBalance>& balances) {
  QList<ShareRow> rows;
  for (const AccountBalance& balance : balances) {
    if (!balance.left || rows.size() == mostAccounts) continue;
    const QString name = tr("%1 of %2")
                             .arg(shownText(balance.unit, ShownLines::one),
                                  shownText(balance.account, ShownLines::one));
    const qint64 left = wholeNumber(*balance.left),
                 granted = wholeNumber(balance.granted.value_or(0));
    if (granted > 0)
      rows << used(name, std::max<qint64>(granted - left, 0), granted);
    else
      rows << ShareRow{name, {}, QLocale().toString(left), tr("left"), 0, 0, left <= 0};
  }
  return rows;
}

QList<ShareRow> TargetShares::storage(const TargetRecord& target, const QString& name) {
  const TargetFacts& facts = target.facts;
  if (!facts.baseFreeBytes || *facts.baseFreeBytes < 0) return {};
  if (facts.baseQuotaBytes.value_or(0) <= 0)
    return {{name, {}, QuantityText::bytes(*facts.baseFreeBytes), tr("free"), 0, 0, false}};
  const qint64 quota = *facts.baseQuotaBytes,
               taken = std::max<qint64>(quota - *facts.baseFreeBytes, 0);
  const double share = shareUsed(taken, quota);
  return {{name,
           {},
           QuantityText::bytes(taken),
           tr("of %1").arg(QuantityText::bytes(quota)),
           share,
           0,
           share >= tightShare}};
}

}  // namespace trainyard
