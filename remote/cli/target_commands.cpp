// SPDX-License-Identifier: GPL-3.0-or-later
// `yard targets`: where runs can be executed.
#include <algorithm>
#include <cstdio>
#include <iterator>
#include <string_view>

#include <QJsonArray>

#include "engine/contract/messages.h"
#include "remote/cli/commands.h"
#include "remote/cli/output.h"
#include "remote/cli/progress_line.h"
#include "remote/keychain/keychain.h"
#include "remote/schedulers/direct/local_job_queue.h"
#include "remote/transfer/progress.h"

namespace trainyard {
namespace {

QJsonObject jsonOf(const TargetRecord& target) {
  QJsonObject json = toJson(target);
  if (!target.isHere()) return json;
  const Machine machine = thisMachine();
  return {{"name", target.settings.name},
          {"kind", target.kind},
          {"base", target.settings.base},
          {"processors", machine.processors.size()},
          {"gpus", machine.gpus.size()}};
}

QString linkText(const TargetRecord& target) {
  switch (target.link) {
    case TargetLink::connected:
      return target.reason.isEmpty() ? QStringLiteral("connected")
                                     : QStringLiteral("connected, but not usable: ") +
                                           sanitizedForTerminal(target.reason);
    case TargetLink::connecting:
      return QStringLiteral("connecting");
    case TargetLink::waiting:
    case TargetLink::refused:
      return QStringLiteral("not connected: ") + sanitizedForTerminal(target.reason);
    case TargetLink::none:
      break;
  }
  return QStringLiteral("not connected");
}

void printTarget(const TargetRecord& target) {
  const TargetSettings& settings = target.settings;
  if (target.isHere()) {
    const Machine machine = thisMachine();
    print(QStringLiteral("%1  this computer: %2 processors, %3 GPUs; runs in %4")
              .arg(settings.name.leftJustified(12))
              .arg(machine.processors.size())
              .arg(machine.gpus.size())
              .arg(settings.base));
    return;
  }
  const QString slurm =
      target.facts.slurmVersion.isEmpty()
          ? QStringLiteral("Slurm")
          : QStringLiteral("Slurm %1").arg(sanitizedForTerminal(target.facts.slurmVersion));
  const QString site = settings.site.isEmpty()
                           ? QString()
                           : QStringLiteral("; site ") + sanitizedForTerminal(settings.site);
  print(QStringLiteral("%1  %2, %3; runs in %4%5; %6")
            .arg(settings.name.leftJustified(12), sanitizedForTerminal(settings.host), slurm,
                 sanitizedForTerminal(settings.base), site, linkText(target)));
}

QString clockText(qint64 seconds) {
  if (seconds == 86400) return QStringLiteral("1 day");
  return seconds % 86400 == 0 ? QStringLiteral("%1 days").arg(seconds / 86400)
                              : durationText(static_cast<double>(seconds));
}

QString partitionText(const PartitionFacts& partition) {
  QString text = QStringLiteral("partition %1%2: %3 nodes")
                     .arg(sanitizedForTerminal(partition.name),
                          partition.isDefault ? QStringLiteral(" (default)") : QString())
                     .arg(partition.nodes);
  if (partition.processorsPerNode > 0)
    text += QStringLiteral(", up to %1 processors and %2 GiB each")
                .arg(partition.processorsPerNode)
                .arg(partition.memoryMibPerNode / 1024);
  for (const GpuKind& kind : partition.gpus)
    text +=
        QStringLiteral(", %1 with %2 %3")
            .arg(kind.nodes)
            .arg(kind.perNode)
            .arg(kind.type.isEmpty() ? QStringLiteral("GPUs") : sanitizedForTerminal(kind.type));
  text += partition.maxSeconds
              ? QStringLiteral("; at most %1").arg(clockText(*partition.maxSeconds))
              : QStringLiteral("; no time limit");
  if (partition.defaultSeconds && partition.defaultSeconds != partition.maxSeconds)
    text += QStringLiteral(", %1 unless asked for").arg(clockText(*partition.defaultSeconds));
  if (!partition.state.isEmpty() && partition.state != QLatin1String("UP"))
    text +=
        QStringLiteral("; closed at the moment (%1)").arg(sanitizedForTerminal(partition.state));
  return text;
}

// What users need to know to write an experiment for it.
void printFacts(const TargetFacts& facts) {
  for (const PartitionFacts& partition : facts.partitions)
    print(QStringLiteral("         ") + partitionText(partition));
  if (!facts.accounts.isEmpty())
    print(QStringLiteral("         accounts: ") +
          sanitizedForTerminal(facts.accounts.join(QStringLiteral(", "))));
  if (!facts.qos.isEmpty())
    print(QStringLiteral("         classes of service: ") +
          sanitizedForTerminal(facts.qos.join(QStringLiteral(", "))));
  if (facts.baseFreeBytes)
    print(QStringLiteral("         base folder: %1 free%2")
              .arg(bytesText(*facts.baseFreeBytes),
                   facts.baseQuotaBytes
                       ? QStringLiteral(" of a quota of ") + bytesText(*facts.baseQuotaBytes)
                       : QString()));
}

// What is fine, and what the site lacks but can be done without.
QString wordOf(const TargetFinding& finding) {
  if (finding.severity == Severity::error) return QStringLiteral("problem");
  if (finding.severity == Severity::warning) return QStringLiteral("warning");
  static constexpr std::string_view without[] = {"target.unreachable", "target.few_sessions",
                                                 "target.no_accounting", "target.never_requeues",
                                                 "target.no_forward"};
  return std::find(std::begin(without), std::end(without), finding.code) != std::end(without)
             ? QStringLiteral("without")
             : QStringLiteral("ok");
}

QString lineOf(const BaseFolder& base) {
  QString line = QStringLiteral("%1  %2").arg(sanitizedForTerminal(base.label).leftJustified(8),
                                              sanitizedForTerminal(base.path));
  if (base.freeBytes) line += QStringLiteral(", %1 free").arg(bytesText(*base.freeBytes));
  if (base.quotaBytes) line += QStringLiteral(" of a quota of %1").arg(bytesText(*base.quotaBytes));
  if (!base.freeBytes) line += QStringLiteral(", free space not known");
  if (!base.isWritable) line += QStringLiteral(", not writable");
  return line;
}

// One of the candidates by its number (from 1), or another folder. Empty: none of them.
QString chosenBase(const QList<BaseFolder>& bases, qsizetype usual) {
  const QString answer =
      askedLine(QStringLiteral("Folder for runs, visible to all nodes (a number or a path) [%1]: ")
                    .arg(usual + 1))
          .trimmed();
  if (answer.isEmpty()) return bases[usual].path;
  if (answer.startsWith(QLatin1Char('/'))) return answer;
  const qsizetype number = answer.toLongLong();
  return number >= 1 && number <= bases.size() ? bases[number - 1].path : QString();
}

// The folder for runs that the user chooses among what is there. Without a terminal, or where
// nothing is usable, the list is the answer, and what to type next. Empty: said why.
QCoro::Task<QString> offerBases(ServiceClient& client, TargetSettings settings, int& code) {
  code = static_cast<int>(ExitCode::invalid_input);
  auto bases = co_await client.call(methods::targetsBases, {}, settings.host, settings.sshConfig);
  if (!bases) {
    code = fail(bases.error());
    co_return QString();
  }
  const QString host = sanitizedForTerminal(settings.host);
  std::fprintf(stderr, "Folders on %s:\n", host.toUtf8().constData());
  qsizetype usual = -1, number = 0;
  for (const BaseFolder& base : bases->bases) {
    if (usual < 0 && base.isWritable) usual = number;
    std::fprintf(stderr, "  %lld  %s\n", static_cast<long long>(++number),
                 lineOf(base).toUtf8().constData());
  }
  if (usual < 0 || !canAsk()) {
    const QString base = usual < 0 ? QStringLiteral("FOLDER") : bases->bases[usual].path;
    std::fprintf(stderr,
                 "yard: say where runs go with --base; next: yard targets add %s --host %s "
                 "--base %s\n",
                 qPrintable(settings.name), host.toUtf8().constData(),
                 sanitizedForTerminal(base).toUtf8().constData());
    co_return QString();
  }
  const QString chosen = chosenBase(bases->bases, usual);
  if (chosen.isEmpty()) std::fputs("yard: that is none of them; nothing was added\n", stderr);
  co_return chosen;
}

}  // namespace

QCoro::Task<int> listTargets(ServiceClient& client, Format format) {
  auto targets = co_await client.call(methods::targetsList);
  if (!targets) co_return fail(targets.error());
  QJsonArray list;
  for (const TargetRecord& target : targets->targets) {
    if (format == Format::json)
      list.append(jsonOf(target));
    else
      printTarget(target);
  }
  if (format == Format::json) printJson(list);
  co_return 0;
}

QCoro::Task<int> addTarget(ServiceClient& client, TargetSettings settings) {
  if (settings.base.isEmpty()) {
    int code = 0;
    settings.base = co_await offerBases(client, settings, code);
    if (settings.base.isEmpty()) co_return code;
  }
  auto added = co_await client.call(methods::targetsAdd, {}, settings);
  if (!added) co_return fail(added.error());
  std::fprintf(stderr,
               "%s is added; `yard targets check %s` logs in and looks at it, and `yard submit "
               "job.sh --on %s --watch` runs a job script there\n",
               qPrintable(settings.name), qPrintable(settings.name), qPrintable(settings.name));
  co_return 0;
}

QCoro::Task<int> editTarget(ServiceClient& client, QString name, TargetChanges changes) {
  auto targets = co_await client.call(methods::targetsList);
  if (!targets) co_return fail(targets.error());
  const auto known =
      std::find_if(targets->targets.begin(), targets->targets.end(),
                   [&](const TargetRecord& target) { return target.settings.name == name; });
  if (known == targets->targets.end())
    co_return fail(make_error("target.unknown", {{"name", name.toStdString()}}));
  TargetSettings settings = known->settings;
  settings.host = changes.host.value_or(settings.host);
  settings.sshConfig = changes.sshConfig.value_or(settings.sshConfig);
  settings.base = changes.base.value_or(settings.base);
  settings.engine = changes.engine.value_or(settings.engine);
  settings.site = changes.site.value_or(settings.site);
  settings.sharesWithGroup = changes.sharesWithGroup.value_or(settings.sharesWithGroup);
  auto edited = co_await client.call(methods::targetsEdit, {}, settings);
  if (!edited) co_return fail(edited.error());
  std::fprintf(stderr, "%s is changed\n", qPrintable(name));
  co_return 0;
}

QCoro::Task<int> removeTarget(ServiceClient& client, QString name, Ask ask) {
  if (ask == Ask::onTerminal) {
    const auto meant =
        isConfirmed(QStringLiteral("Remove %1 and its settings from the list of targets, and leave "
                                   "what is on it as it is?")
                        .arg(name));
    if (!meant) co_return fail(meant.error());
    if (!*meant) {
      std::fputs("nothing was removed\n", stderr);
      co_return 0;
    }
  }
  auto removed = co_await client.call(methods::targetsRemove, {}, name);
  if (!removed) co_return fail(removed.error());
  if (hasKeychain()) co_await writeKept(name, {});
  std::fprintf(stderr, "%s is removed; what is on it stays there\n", qPrintable(name));
  co_return 0;
}

QCoro::Task<int> disconnectTarget(ServiceClient& client, QString name) {
  auto left = co_await client.call(methods::targetsDisconnect, {}, name);
  if (!left) co_return fail(left.error());
  std::fprintf(stderr, "%s is logged out; its runs go on\n", qPrintable(name));
  co_return 0;
}

QCoro::Task<int> forgetPasswords(QString name) {
  if (!hasKeychain())
    co_return fail(make_error("keychain.failed", {{"said", "there is none on the session bus"}}));
  auto forgotten = co_await writeKept(name, {});
  if (!forgotten) co_return fail(forgotten.error());
  std::fprintf(stderr, "the keychain has no passwords for %s any more\n", qPrintable(name));
  co_return 0;
}

QCoro::Task<int> forgetKeys(ServiceClient& client) {
  auto forgotten = co_await client.call(methods::targetsForgetKeys);
  if (!forgotten) co_return fail(forgotten.error());
  std::fprintf(stderr, "unlocked keys are forgotten; connections stay\n");
  co_return 0;
}

QCoro::Task<int> checkTarget(ServiceClient& client, QString name, CheckTarget what, Format format) {
  const ProgressLine progress(client, {});
  const bool withJob = what == CheckTarget::withJob;
  auto answer = co_await client.call(methods::targetsCheck, {}, name, withJob);
  if (!answer) co_return fail(answer.error());
  int code = 0;
  for (const TargetFinding& finding : answer->findings) {
    if (finding.severity == Severity::error) code = static_cast<int>(ExitCode::environment);
    if (format == Format::json) continue;
    print(wordOf(finding).leftJustified(9) + sanitizedForTerminal(finding.text));
    if (finding.code == "target.slurm") printFacts(answer->facts);
  }
  if (format == Format::json) printJson(toJson(*answer));
  co_return code;
}

}  // namespace trainyard
