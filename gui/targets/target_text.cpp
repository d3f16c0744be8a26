// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/targets/target_text.h"

#include "gui/forms/contract_text.h"
#include "gui/forms/quantity_text.h"

using namespace Qt::StringLiterals;

namespace trainyard {

QString TargetText::name(const QString& target) {
  return target == QLatin1String("here") ? tr("This computer") : target;
}

// A login for which the user answered questions, and whose connection is lost: nothing was refused.
bool TargetText::isLost(const TargetRecord& target) {
  return target.link == TargetLink::refused && target.code == u"host.needs_person"_s;
}

QString TargetText::link(const TargetRecord& target) {
  return isLost(target) ? tr("Connection lost") : link(target.link);
}

QString TargetText::link(TargetLink link) {
  switch (link) {
    case TargetLink::none:
      return tr("Not connected");
    case TargetLink::connecting:
      return tr("Connecting…");
    case TargetLink::connected:
      return tr("Connected");
    case TargetLink::waiting:
      return tr("Out of reach");
    case TargetLink::refused:
      return tr("Refused");
  }
  return {};
}

QString TargetText::summary(const TargetRecord& target, double now) {
  const auto because = [&](const QString& rest) {
    return target.reason.isEmpty()
               ? rest
               : ContractText::message(target.code.toStdString(), target.arguments,
                                       target.reason.toStdString()) +
                     QLatin1Char('\n') + rest;
  };
  switch (target.link) {
    case TargetLink::none:
      return because(tr("It connects when a run, a check or you need it."));
    case TargetLink::connecting:
      return tr("Logging in to %1.").arg(target.settings.host);
    case TargetLink::connected:
      return target.since > 0
                 ? tr("Connected since %1.").arg(QuantityText::clock(target.since, now))
                 : tr("Connected.");
    case TargetLink::waiting:
      return because(
          target.nextTry > now
              ? tr("Trying again in %1.").arg(QuantityText::duration(target.nextTry - now))
              : tr("Trying again now."));
    case TargetLink::refused:
      return because(isLost(target)
                         ? tr("Log in again; its runs continue meanwhile.")
                         : tr("It does not retry by itself. Fix the problem, then log in."));
  }
  return {};
}

QString TargetText::reach(const TargetRecord& target, double now) {
  if (target.link == TargetLink::connected || target.isHere()) return {};
  if (target.since <= 0)
    return tr("%1 is not connected; this is its last known state.").arg(target.settings.name);
  const QString since = QuantityText::clock(target.since, now);
  switch (target.link) {
    case TargetLink::waiting:
      return tr("%1 has been unreachable since %2; the run continues there and is shown as of "
                "then. %3")
          .arg(target.settings.name, since, summary(target, now).section(QLatin1Char('\n'), -1));
    case TargetLink::refused:
      if (isLost(target))
        return tr("The connection to %1 was lost at %2; the run continues there and is shown "
                  "as of then. Log in again on the Clusters page.")
            .arg(target.settings.name, since);
      return tr("%1 has refused the login since %2; the run continues there and is shown as of "
                "then. The Clusters page says what to do.")
          .arg(target.settings.name, since);
    case TargetLink::connecting:
      return tr("Connecting to %1…").arg(target.settings.name);
    default:
      return tr("%1 has been disconnected since %2; this is shown as of then.")
          .arg(target.settings.name, since);
  }
}

}  // namespace trainyard
