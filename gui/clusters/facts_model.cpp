// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/clusters/facts_model.h"

#include <QLocale>

#include "gui/clusters/site_text.h"
#include "gui/forms/contract_text.h"
#include "gui/forms/plain_tip.h"
#include "gui/forms/quantity_text.h"

using namespace Qt::StringLiterals;

namespace trainyard {

void FactsModel::add(const QString& name, const QString& value) {
  if (!value.isEmpty()) m_rows.push_back({name, value});
}

void FactsModel::show(const TargetRecord* target) {
  std::vector<ClusterFact> shown = std::exchange(m_rows, {});
  if (target) {
    const TargetSettings& settings = target->settings;
    add(tr("Host"), settings.host);
    add(tr("ssh configuration"), settings.sshConfig);
    add(tr("Base folder"), settings.base);
    add(tr("Engine"),
        settings.engine.isEmpty() ? tr("sent with the first run that needs it") : settings.engine);
    addSite(*target);
    addLogin(target->facts);
    addNode(target->facts.node);
  }
  m_rows.swap(shown);  // views see the old ones until they are notified
  if (m_rows == shown) return;
  setRows(std::move(shown));
}

void FactsModel::addSite(const TargetRecord& target) {
  const QString& site = target.settings.site;
  const Message& problem = target.siteProblem;
  if (site.isEmpty()) return add(tr("Site"), tr("none: only what Slurm reports"));
  if (!problem.code.empty())
    return add(tr("Site"), site + u": "_s +
                               ContractText::message(problem.code, problem.arguments,
                                                     problem.text.toStdString()));
  add(tr("Site"), target.site.name.isEmpty() ? site : tr("%1 (%2)").arg(target.site.name, site));
  add(tr("About the site"), target.site.summary);
  add(tr("Settings of the site"), SiteText::settings(target.site).join(u'\n'));
}

void FactsModel::addLogin(const TargetFacts& facts) {
  if (facts.time <= 0) return add(tr("Last login"), tr("never: connect to learn its limits"));
  const auto yes = [](bool holds) { return holds ? tr("yes") : tr("no"); };
  add(tr("Last login"), QuantityText::date(facts.time));
  // Learned by an older version, which knew one scheduler only.
  const bool isNamed = !facts.scheduler.isEmpty();
  const QString version = (isNamed ? facts.scheduler + u' ' : QString()) + facts.schedulerVersion;
  add(isNamed ? tr("Scheduler") : tr("Slurm"),
      facts.clusterName.isEmpty() ? version : tr("%1 (%2)").arg(version, facts.clusterName));
  add(tr("Accounts"), facts.accounts.join(u", "_s));
  for (const AccountBalance& each : facts.balances)
    add(tr("Left on %1").arg(each.account),
        QuantityText::balance(each.left.value_or(0), each.granted, each.unit));
  add(tr("Quality of service"), facts.qos.join(u", "_s));
  add(tr("Accounting"), facts.hasAccounting ? tr("yes")
                                            : tr("no: how a job ended is known only from the run "
                                                 "itself"));
  add(tr("Jobs can be requeued"), yes(facts.canRequeue));
  if (facts.canForward)
    add(tr("Forwarding of ports"),
        *facts.canForward ? tr("yes")
                          : tr("no: live values are read from the files, up to 5 s late"));
  if (facts.maxArraySize > 0) add(tr("Largest array"), QLocale().toString(facts.maxArraySize));
  if (facts.baseFreeBytes)
    add(tr("Free in the base folder"), QuantityText::bytes(*facts.baseFreeBytes));
  if (facts.baseQuotaBytes)
    add(tr("Quota of the base folder"), QuantityText::bytes(*facts.baseQuotaBytes));
  add(tr("Login node"),
      facts.user.isEmpty() ? facts.loginHost : tr("%1 as %2").arg(facts.loginHost, facts.user));
  add(tr("Home"), facts.home);
  add(tr("Login shell"), facts.shell);
  add(tr("C library of the login node"), facts.glibc);
  add(tr("rsync"), facts.rsyncVersion);
}

void FactsModel::addNode(const NodeFacts& node) {
  if (node.time <= 0)
    return add(tr("Check job"), tr("never run: \"Check with a job\" checks a compute node"));
  const auto yes = [](bool holds) { return holds ? tr("yes") : tr("no"); };
  add(tr("Check job"), tr("%1 on %2").arg(QuantityText::date(node.time), node.node));
  add(tr("Base folder on that node"), !node.seesBase    ? tr("not visible")
                                      : node.writesBase ? tr("visible and writable")
                                                        : tr("visible, not writable"));
  add(tr("C library of that node"), node.glibc);
  add(tr("Kernel of that node"), node.kernel);
  add(tr("GPU driver"), node.driver.isEmpty() ? tr("none") : node.driver);
  add(tr("GPUs of that node"), node.gpus.join(u'\n'));
  add(tr("Modules"), yes(node.hasModules));
  if (node.isReachable)
    add(tr("Live stream from that node"),
        *node.isReachable ? tr("reachable") : tr("not reachable: values are read from the files"));
}

QVariant FactsModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const ClusterFact& fact = m_rows[static_cast<std::size_t>(index.row())];
  const QString& cell = index.column() == NameColumn ? fact.name : fact.value;
  if (role == Qt::DisplayRole) return cell;
  if (role == Qt::ToolTipRole) return plainTip(cell);
  return {};
}

}  // namespace trainyard
