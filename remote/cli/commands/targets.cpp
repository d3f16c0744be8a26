// SPDX-License-Identifier: GPL-3.0-or-later
// `yard targets`: where runs can be executed.
#include <algorithm>
#include <cstdio>
#include <iterator>
#include <string_view>

#include <QFile>
#include <QJsonArray>

#include "engine/contract/messages.h"
#include "remote/cli/command.h"
#include "remote/cli/progress_line.h"
#include "remote/cli/terminal_answers.h"
#include "remote/keychain/keychain.h"
#include "remote/schedulers/direct/local_job_queue.h"
#include "remote/schedulers/site_profile.h"
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
      return target.reason.isEmpty()
                 ? u"connected"_s
                 : u"connected, but not usable: "_s + sanitizedForTerminal(target.reason);
    case TargetLink::connecting:
      return u"connecting"_s;
    case TargetLink::waiting:
    case TargetLink::refused:
      return u"not connected: "_s + sanitizedForTerminal(target.reason);
    case TargetLink::none:
      break;
  }
  return u"not connected"_s;
}

void printTarget(const TargetRecord& target) {
  const TargetSettings& settings = target.settings;
  if (target.isHere()) {
    const Machine machine = thisMachine();
    print(u"%1  this computer: %2 processors, %3 GPUs; runs in %4"_s
              .arg(settings.name.leftJustified(12))
              .arg(machine.processors.size())
              .arg(machine.gpus.size())
              .arg(settings.base));
    return;
  }
  const SchedulerKind* kind = kindNamed(target.kind);
  const QString scheduler = QStringLiteral("%1 %2").arg(
      kind ? kind->title : target.kind, sanitizedForTerminal(target.facts.schedulerVersion));
  const QString site =
      settings.site.isEmpty() ? QString() : u"; site "_s + sanitizedForTerminal(settings.site);
  print(u"%1  %2, %3; runs in %4%5; %6"_s.arg(
      settings.name.leftJustified(12), sanitizedForTerminal(settings.host), scheduler.trimmed(),
      sanitizedForTerminal(settings.base), site, linkText(target)));
}

QString clockText(qint64 seconds) {
  if (seconds == 86400) return u"1 day"_s;
  return seconds % 86400 == 0 ? u"%1 days"_s.arg(seconds / 86400)
                              : durationText(static_cast<double>(seconds));
}

QString partitionText(const PartitionFacts& partition) {
  QString text = u"partition %1%2: %3 nodes"_s
                     .arg(sanitizedForTerminal(partition.name),
                          partition.isDefault ? u" (default)"_s : QString())
                     .arg(partition.nodes);
  if (partition.processorsPerNode > 0)
    text += u", up to %1 processors and %2 GiB each"_s.arg(partition.processorsPerNode)
                .arg(partition.memoryMibPerNode / 1024);
  for (const GpuKind& kind : partition.gpus)
    text += u", %1 with %2 %3"_s.arg(kind.nodes)
                .arg(kind.perNode)
                .arg(kind.type.isEmpty() ? u"GPUs"_s : sanitizedForTerminal(kind.type));
  text += partition.maxSeconds ? u"; at most %1"_s.arg(clockText(*partition.maxSeconds))
                               : u"; no time limit"_s;
  if (partition.defaultSeconds && partition.defaultSeconds != partition.maxSeconds)
    text += u", %1 unless asked for"_s.arg(clockText(*partition.defaultSeconds));
  if (!partition.state.isEmpty() && partition.state != "UP"_L1)
    text += u"; closed at the moment (%1)"_s.arg(sanitizedForTerminal(partition.state));
  return text;
}

// What users need to know to write an experiment for it.
void printFacts(const TargetFacts& facts) {
  for (const PartitionFacts& partition : facts.partitions)
    print(u"         "_s + partitionText(partition));
  if (!facts.accounts.isEmpty())
    print(u"         accounts: "_s + sanitizedForTerminal(facts.accounts.join(u", "_s)));
  if (!facts.qos.isEmpty())
    print(u"         classes of service: "_s + sanitizedForTerminal(facts.qos.join(u", "_s)));
  if (facts.baseFreeBytes)
    print(u"         base folder: %1 free%2"_s.arg(
        bytesText(*facts.baseFreeBytes),
        facts.baseQuotaBytes ? u" of a quota of "_s + bytesText(*facts.baseQuotaBytes)
                             : QString()));
}

// What is fine, and what the site lacks but can be done without.
QString wordOf(const TargetFinding& finding) {
  if (finding.severity == Severity::error) return u"problem"_s;
  if (finding.severity == Severity::warning) return u"warning"_s;
  static constexpr std::string_view without[] = {"target.unreachable", "target.few_sessions",
                                                 "target.no_accounting", "target.never_requeues",
                                                 "target.no_forward"};
  return std::find(std::begin(without), std::end(without), finding.code) != std::end(without)
             ? u"without"_s
             : u"ok"_s;
}

QString lineOf(const BaseFolder& base) {
  QString line = u"%1  %2"_s.arg(sanitizedForTerminal(base.label).leftJustified(8),
                                 sanitizedForTerminal(base.path));
  if (base.freeBytes) line += u", %1 free"_s.arg(bytesText(*base.freeBytes));
  if (base.quotaBytes) line += u" of a quota of %1"_s.arg(bytesText(*base.quotaBytes));
  if (!base.freeBytes) line += u", free space not known"_s;
  if (!base.isWritable) line += u", not writable"_s;
  return line;
}

// One of the candidates by its number (from 1), or another folder. Empty: none of them.
QString chosenBase(const QList<BaseFolder>& bases, qsizetype usual) {
  const QString answer =
      askedLine(
          u"Folder for runs, visible to all nodes (a number or a path) [%1]: "_s.arg(usual + 1))
          .trimmed();
  if (answer.isEmpty()) return bases[usual].path;
  if (answer.startsWith(u'/')) return answer;
  const qsizetype number = answer.toLongLong();
  return number >= 1 && number <= bases.size() ? bases[number - 1].path : QString();
}

// The folder for runs that the user chooses among what is there. Without a terminal, or where
// nothing is usable, the list is the answer, and what to type next. Empty: said why.
QCoro::Task<Result<QString>> offerBases(ServiceClient& client, TargetSettings settings) {
  CO_TRY(const auto bases,
         co_await client.call(methods::targetsBases, {}, settings.host, settings.sshConfig));
  const QString host = sanitizedForTerminal(settings.host);
  std::fprintf(stderr, "Folders on %s:\n", host.toUtf8().constData());
  qsizetype usual = -1, number = 0;
  for (const BaseFolder& base : bases.bases) {
    if (usual < 0 && base.isWritable) usual = number;
    std::fprintf(stderr, "  %lld  %s\n", static_cast<long long>(++number),
                 lineOf(base).toUtf8().constData());
  }
  if (usual < 0 || !canAsk()) {
    const QString base = usual < 0 ? u"FOLDER"_s : bases.bases[usual].path;
    std::fprintf(stderr,
                 "yard: say where runs go with --base; next: yard targets add %s --host %s "
                 "--base %s\n",
                 qPrintable(settings.name), host.toUtf8().constData(),
                 sanitizedForTerminal(base).toUtf8().constData());
    co_return QString();
  }
  const QString chosen = chosenBase(bases.bases, usual);
  if (chosen.isEmpty()) std::fputs("yard: that is none of them; nothing was added\n", stderr);
  co_return chosen;
}

// The name of a site that is part of the program, or a file.
QString siteOf(const QString& site) {
  const bool isFile = site.contains(u'/') || QFile::exists(site);
  return isFile && !knownSites().contains(site) ? absolute(site) : site;
}

std::string siteHelp() {
  return "The profile of the cluster: " + knownSites().join(u", "_s).toStdString() +
         ", or a file of your own";
}

constexpr const char* hostHelp =
    "Alias from your ssh configuration, a host name, or USER@HOST:PORT";

struct TargetsCommand {
  JsonOption json;

  void describe(CLI::App& command) { json.describe(command); }
  static std::vector<Command> subcommands();
  QCoro::Task<Result<int>> run(ServiceClient& client) {
    CO_TRY(auto targets, co_await client.call(methods::targetsList));
    QJsonArray list;
    for (const TargetRecord& target : targets.targets) {
      if (json.isGiven)
        list.append(jsonOf(target));
      else
        printTarget(target);
    }
    if (json.isGiven) printJson(list);
    co_return 0;
  }
};

struct AddTargetCommand {
  TargetSettings settings;

  void describe(CLI::App& command) {
    addOption(command, "NAME", settings.name, "Its name here")->required();
    addOption(command, "--host", settings.host, hostHelp)->required();
    addOption(command, "--base", settings.base,
              "Folder for runs there; default: show folders to choose from");
    addOption(command, "--ssh-config", settings.sshConfig,
              "ssh configuration file to use instead of ~/.ssh/config");
    addOption(command, "--engine", settings.engine,
              "Folder there with engine and yard-agent, if they should not be sent");
    addOption(command, "--site", settings.site, siteHelp());
    command.add_flag("--share-with-group", settings.sharesWithGroup,
                     "Let your group there read the files of runs; else only you can");
  }
  QCoro::Task<Result<int>> run(ServiceClient& client) {
    settings.sshConfig = absolute(settings.sshConfig);
    settings.site = siteOf(settings.site);
    if (settings.base.isEmpty()) {
      CO_TRY(settings.base, co_await offerBases(client, settings));
      if (settings.base.isEmpty()) co_return static_cast<int>(ExitCode::invalid_input);
    }
    CO_TRY(co_await client.call(methods::targetsAdd, {}, settings));
    std::fprintf(stderr,
                 "%s is added; `yard targets check %s` logs in and looks at it, and `yard submit "
                 "job.sh --on %s --watch` runs a job script there\n",
                 qPrintable(settings.name), qPrintable(settings.name), qPrintable(settings.name));
    co_return 0;
  }
};

// What is not given stays.
struct EditTargetCommand {
  QString name;
  std::optional<QString> host, base, sshConfig, engine, site;
  bool shares = false, sharesNot = false, hasNoEngine = false, hasNoSite = false;

  void describe(CLI::App& command) {
    addOption(command, "NAME", name)->required();
    addOption(command, "--host", host, hostHelp);
    addOption(command, "--base", base, "Folder for new runs there");
    addOption(command, "--ssh-config", sshConfig,
              "ssh configuration file; an empty value means ~/.ssh/config");
    CLI::Option* folder =
        addOption(command, "--engine", engine, "Folder there with engine and yard-agent");
    CLI::Option* profile = addOption(command, "--site", site, siteHelp());
    CLI::Option* share = command.add_flag("--share-with-group", shares,
                                          "Let your group there read the files of runs");
    command.add_flag("--no-engine", hasNoEngine, "Send the engine")->excludes(folder);
    command.add_flag("--no-site", hasNoSite, "Use no profile of the cluster")->excludes(profile);
    command.add_flag("--no-share", sharesNot, "Let only you read the files of runs")
        ->excludes(share);
  }

  QCoro::Task<Result<int>> run(ServiceClient& client) {
    CO_TRY(auto targets, co_await client.call(methods::targetsList));
    const auto known =
        std::find_if(targets.targets.begin(), targets.targets.end(),
                     [&](const TargetRecord& target) { return target.settings.name == name; });
    if (known == targets.targets.end())
      co_return make_error("target.unknown", {{"name", name.toStdString()}});
    CO_TRY(co_await client.call(methods::targetsEdit, {}, changed(known->settings)));
    std::fprintf(stderr, "%s is changed\n", qPrintable(name));
    co_return 0;
  }

  TargetSettings changed(TargetSettings settings) const {
    settings.host = host.value_or(settings.host);
    settings.base = base.value_or(settings.base);
    if (sshConfig) settings.sshConfig = absolute(*sshConfig);
    if (engine || hasNoEngine) settings.engine = engine.value_or(QString());
    if (site || hasNoSite) settings.site = siteOf(site.value_or(QString()));
    if (shares || sharesNot) settings.sharesWithGroup = shares;
    return settings;
  }
};

struct RemoveTargetCommand {
  QString name;
  YesOption yes;

  void describe(CLI::App& command) {
    addOption(command, "NAME", name)->required();
    yes.describe(command, "Remove it without asking; required without a terminal");
  }
  QCoro::Task<Result<int>> run(ServiceClient& client) {
    const QString question =
        u"Remove %1 and its settings from the list of targets, and leave what is on "
        "it as it is?"_s.arg(name);
    if (const auto code = yes.refusal(question, "nothing was removed")) co_return *code;
    CO_TRY(co_await client.call(methods::targetsRemove, {}, name));
    if (hasKeychain()) co_await writeKept(name, {});
    std::fprintf(stderr, "%s is removed; what is on it stays there\n", qPrintable(name));
    co_return 0;
  }
};

struct DisconnectCommand {
  QString name;

  void describe(CLI::App& command) { addOption(command, "NAME", name)->required(); }
  QCoro::Task<Result<int>> run(ServiceClient& client) {
    CO_TRY(co_await client.call(methods::targetsDisconnect, {}, name));
    std::fprintf(stderr, "%s is logged out; its runs go on\n", qPrintable(name));
    co_return 0;
  }
};

struct ForgetPasswordsCommand {
  QString name;

  void describe(CLI::App& command) { addOption(command, "NAME", name)->required(); }
  QCoro::Task<Result<int>> run(ServiceClient&) {
    if (!hasKeychain())
      co_return make_error("keychain.failed", {{"said", "there is none on the session bus"}});
    CO_TRY(co_await writeKept(name, {}));
    std::fprintf(stderr, "the keychain has no passwords for %s any more\n", qPrintable(name));
    co_return 0;
  }
};

struct ForgetKeysCommand {
  QCoro::Task<Result<int>> run(ServiceClient& client) {
    CO_TRY(co_await client.call(methods::targetsForgetKeys));
    std::fprintf(stderr, "unlocked keys are forgotten; connections stay\n");
    co_return 0;
  }
};

struct CheckTargetCommand {
  QString name;
  bool withJob = false, keepsPassword = false;
  JsonOption json;

  void describe(CLI::App& command) {
    addOption(command, "NAME", name)->required();
    command.add_flag("--job", withJob, "Also run a one-minute job that checks a node");
    command.add_flag("--keep-password", keepsPassword,
                     "Keep the password or passphrase that is typed in this computer's keychain");
    json.describe(command);
  }
  QCoro::Task<Result<int>> run(ServiceClient& client) {
    if (keepsPassword)
      client.setAnswerer(terminalAnswerer(KeepPasswords::yes), ServiceClient::Calls::typed);
    const ProgressLine progress(client, {});
    CO_TRY(auto answer, co_await client.call(methods::targetsCheck, {}, name, withJob));
    int code = 0;
    for (const TargetFinding& finding : answer.findings) {
      if (finding.severity == Severity::error) code = static_cast<int>(ExitCode::environment);
      if (json.isGiven) continue;
      print(wordOf(finding).leftJustified(9) + sanitizedForTerminal(finding.text));
      if (finding.code == "target.scheduler") printFacts(answer.facts);
    }
    if (json.isGiven) printJson(toJson(answer));
    co_return code;
  }
};

}  // namespace

extern const Command targetUsageCommand, targetCleanCommand;

std::vector<Command> TargetsCommand::subcommands() {
  return {
      {"add", "Add a cluster", addCommand<AddTargetCommand>},
      {"edit", "Change a cluster; other settings stay as they are", addCommand<EditTargetCommand>},
      {"remove", "Remove a cluster; its runs stay where they are", addCommand<RemoveTargetCommand>},
      {"disconnect",
       "Log out of a cluster; its runs continue, and are followed again after the next login",
       addCommand<DisconnectCommand>},
      {"forget-passwords", "Remove what this computer's keychain has for a cluster",
       addCommand<ForgetPasswordsCommand>},
      {"forget-keys", "Forget unlocked keys; the next login asks again",
       addCommand<ForgetKeysCommand>},
      {"check", "Check that runs can be submitted there", addCommand<CheckTargetCommand>},
      targetUsageCommand,
      targetCleanCommand,
  };
}

extern const Command targetsCommand{
    "targets", "List, add, edit, remove, check or disconnect targets", addCommand<TargetsCommand>};

}  // namespace trainyard
