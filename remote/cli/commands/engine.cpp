// SPDX-License-Identifier: GPL-3.0-or-later
// `yard engine`: the trainer on targets, brought there before a run needs it, listed and removed.
#include <cstdio>
#include <memory>

#include <QJsonArray>

#include "engine/contract/messages.h"
#include "engine/system/unix_time.h"
#include "remote/cli/command.h"
#include "remote/cli/progress_line.h"
#include "remote/submit/prepare.h"
#include "remote/transfer/engine_tree.h"
#include "remote/transfer/progress.h"

namespace trainyard {
namespace {

QString sourceText(TreeSource source) {
  switch (source) {
    case TreeSource::installed:
      return u"installed"_s;
    case TreeSource::fetched:
      return u"fetched before, in the cache folder"_s;
    case TreeSource::nowhere:
      break;
  }
  return u"no; comes from a package index"_s;
}

bool isTree(const KeptFolder& folder, const EngineTreeRecord& tree) {
  return folder.name == "engine/"_L1 + tree.name;
}

void printTrees(const EngineListing& listing, bool isOfTarget) {
  QList<QStringList> rows{{u"SIZE"_s, u"TREE"_s, u"HERE"_s}};
  if (isOfTarget) rows.first() << u"THERE"_s;
  for (const EngineTreeRecord& tree : listing.trees) {
    QStringList row{bytesText(tree.bytes), tree.name, sourceText(tree.source)};
    const bool isThere = std::ranges::any_of(
        listing.folders, [&](const KeptFolder& folder) { return isTree(folder, tree); });
    if (isOfTarget) row << (isThere ? u"yes"_s : u"no"_s);
    rows << row;
  }
  printTable(rows);
}

// Engines there that are not this program's.
void printOthers(const EngineListing& listing) {
  QList<QStringList> rows{{u"SIZE"_s, u"AGE"_s, u"OTHERS"_s}};
  for (const KeptFolder& folder : listing.folders) {
    if (std::ranges::any_of(listing.trees,
                            [&](const EngineTreeRecord& tree) { return isTree(folder, tree); }))
      continue;
    rows << QStringList{folder.bytes ? bytesText(*folder.bytes) : u"?"_s,
                        ageText(unix_time() - folder.modified),
                        sanitizedForTerminal(folder.name.section(u'/', 1)).simplified()};
  }
  if (rows.size() > 1) printTable(rows);
}

struct EngineCommand {
  static void describe(CLI::App& command) { command.require_subcommand(1); }
  static std::vector<Command> subcommands();
};

struct InstallEngineCommand {
  QString target;
  bool forGpu = false, forCpu = false, fromHere = false;

  void describe(CLI::App& command) {
    addOption(command, "TARGET", target)->required();
    CLI::Option* gpu = command.add_flag("--gpu", forGpu, "With torch's libraries for GPUs");
    command.add_flag("--cpu", forCpu, "Without them; default: as the cluster has GPUs")
        ->excludes(gpu);
    command.add_flag("--from-here", fromHere, "Send torch from this computer in any case");
  }
  QCoro::Task<Result<int>> run(ServiceClient& client) {
    InstallEngineArguments arguments{target,
                                     forGpu   ? EngineFor::gpu
                                     : forCpu ? EngineFor::cpu
                                              : EngineFor::automatic,
                                     fromHere};
    auto progress = std::make_unique<ProgressLine>(client, QString());
    CO_TRY(const auto installed, co_await client.call(methods::engineInstall, {}, arguments));
    progress.reset();
    if (installed.brought.isEmpty()) print(u"Everything is there already."_s);
    for (const QString& tree : installed.brought)
      print(u"installed  %1"_s.arg(sanitizedForTerminal(tree)));
    print(u"engine     %1"_s.arg(sanitizedForTerminal(installed.programs)));
    co_return 0;
  }
};

struct ListEnginesCommand {
  QString target;
  JsonOption json;

  void describe(CLI::App& command) {
    addOption(command, "TARGET", target);
    json.describe(command);
  }
  QCoro::Task<Result<int>> run(ServiceClient& client) {
    CO_TRY(const auto listing, co_await client.call(methods::engineList, {}, target));
    if (json.isGiven) co_return printJson(toJson(listing));
    printTrees(listing, !target.isEmpty());
    printOthers(listing);
    co_return 0;
  }
};

struct RemoveEngineCommand {
  RemoveEngineArguments asked;
  YesOption yes;

  void describe(CLI::App& command) {
    addOption(command, "TARGET", asked.name)->required();
    addOption(command, "TREE", asked.trees, "As listed; default: all");
    yes.describe(command, "Remove it without asking; required without a terminal");
  }
  QCoro::Task<Result<int>> run(ServiceClient& client) {
    const QString what = asked.trees.isEmpty() ? u"all engines"_s : asked.trees.join(u", "_s);
    const QString question =
        u"Remove %1 from %2? The next run there that needs one brings it again."_s.arg(what,
                                                                                       asked.name);
    if (const auto code = yes.refusal(question, "nothing was removed")) co_return *code;
    CO_TRY(const auto cleaned, co_await client.call(methods::engineRemove, {}, asked));
    for (const QString& name : cleaned.removed)
      print(u"removed  %1"_s.arg(sanitizedForTerminal(name)));
    for (const QString& name : cleaned.left)
      printNote(u"left, because a run that waits or runs needs it: "_s + name);
    if (cleaned.removed.isEmpty() && cleaned.left.isEmpty()) print(u"Nothing to remove."_s);
    co_return 0;
  }
};

// For who makes a package: torch's trees with their files on this computer.
struct EngineFilesCommand {
  static void describe(CLI::App& command) { command.group(""); }
  static Result<int> run() {
    TRY(const auto trees, findEngineTrees(ownPrograms(), builtParts(ownPrograms())));
    QJsonArray all;
    for (const EngineTree& tree : trees.torch) {
      QJsonArray files;
      for (const TreeFile& file : tree.files) {
        TRY(const auto hash, hashFile(QFile::encodeName(file.source), HashKind::sha256, {}, {}));
        files.append(QJsonObject{{"name", QString::fromUtf8(file.name)},
                                 {"bytes", file.bytes},
                                 {"sha256", QString::fromLatin1(hash)},
                                 {"source", file.source}});
      }
      all.append(QJsonObject{{"name", tree.name},
                             {"kind", tree.name.section(u'-', 2, 2)},
                             {"needs", QJsonArray::fromStringList(tree.needs)},
                             {"files", files}});
    }
    keepHashes();
    return printJson(QJsonObject{{"trees", all}});
  }
};

std::vector<Command> EngineCommand::subcommands() {
  return {
      {"install",
       "Bring the engine to a cluster before a run needs it. Its login node fetches torch by "
       "itself where its pip reaches a package index; else it is sent",
       addCommand<InstallEngineCommand>},
      {"list", "Show what the engine consists of, and which of it a cluster has",
       addCommand<ListEnginesCommand>},
      {"remove",
       "Remove engines from a cluster that no waiting or running run uses; TARGET here: what was "
       "fetched to be sent",
       addCommand<RemoveEngineCommand>},
      {"files", "", addCommand<EngineFilesCommand>},
  };
}

}  // namespace

extern const Command engineCommand{
    "engine", "The trainer on clusters: install it before a run does, list and remove it",
    addCommand<EngineCommand>};

}  // namespace trainyard
