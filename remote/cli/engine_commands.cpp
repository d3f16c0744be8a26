// SPDX-License-Identifier: GPL-3.0-or-later
// `yard engine`: the trainer on targets, brought there before a run needs it, listed and removed.
#include <cstdio>
#include <memory>

#include <QJsonArray>

#include "engine/contract/messages.h"
#include "engine/system/unix_time.h"
#include "remote/cli/arguments.h"
#include "remote/cli/output.h"
#include "remote/cli/progress_line.h"
#include "remote/cli/table.h"
#include "remote/submit/prepare.h"
#include "remote/transfer/engine_tree.h"
#include "remote/transfer/progress.h"
#include "remote/values/text.h"

namespace trainyard {
namespace {

QCoro::Task<int> install(ServiceClient& client, InstallEngineArguments arguments) {
  auto progress = std::make_unique<ProgressLine>(client, QString());
  const auto installed = co_await client.call(methods::engineInstall, {}, arguments);
  progress.reset();
  if (!installed) co_return fail(installed.error());
  if (installed->brought.isEmpty()) print(QStringLiteral("Everything is there already."));
  for (const QString& tree : installed->brought)
    print(QStringLiteral("installed  %1").arg(sanitizedForTerminal(tree)));
  print(QStringLiteral("engine     %1").arg(sanitizedForTerminal(installed->programs)));
  co_return 0;
}

QString sourceText(TreeSource source) {
  switch (source) {
    case TreeSource::installed:
      return QStringLiteral("installed");
    case TreeSource::fetched:
      return QStringLiteral("fetched before, in the cache folder");
    case TreeSource::nowhere:
      break;
  }
  return QStringLiteral("no; comes from a package index");
}

bool isTree(const KeptFolder& folder, const EngineTreeRecord& tree) {
  return folder.name == QLatin1String("engine/") + tree.name;
}

void printTrees(const EngineListing& listing, bool isOfTarget) {
  QList<QStringList> rows{{QStringLiteral("SIZE"), QStringLiteral("TREE"), QStringLiteral("HERE")}};
  if (isOfTarget) rows.first() << QStringLiteral("THERE");
  for (const EngineTreeRecord& tree : listing.trees) {
    QStringList row{bytesText(tree.bytes), tree.name, sourceText(tree.source)};
    const bool isThere = std::ranges::any_of(
        listing.folders, [&](const KeptFolder& folder) { return isTree(folder, tree); });
    if (isOfTarget) row << (isThere ? QStringLiteral("yes") : QStringLiteral("no"));
    rows << row;
  }
  printTable(rows);
}

// Engines there that are not this program's.
void printOthers(const EngineListing& listing) {
  QList<QStringList> rows{
      {QStringLiteral("SIZE"), QStringLiteral("AGE"), QStringLiteral("OTHERS")}};
  for (const KeptFolder& folder : listing.folders) {
    if (std::ranges::any_of(listing.trees,
                            [&](const EngineTreeRecord& tree) { return isTree(folder, tree); }))
      continue;
    rows << QStringList{
        folder.bytes ? bytesText(*folder.bytes) : QStringLiteral("?"),
        ageText(unix_time() - folder.modified),
        sanitizedForTerminal(folder.name.section(QLatin1Char('/'), 1)).simplified()};
  }
  if (rows.size() > 1) printTable(rows);
}

QCoro::Task<int> list(ServiceClient& client, QString target, Format format) {
  const auto listing = co_await client.call(methods::engineList, {}, target);
  if (!listing) co_return fail(listing.error());
  if (format == Format::json) co_return printJson(toJson(*listing));
  printTrees(*listing, !target.isEmpty());
  printOthers(*listing);
  co_return 0;
}

QCoro::Task<int> remove(ServiceClient& client, RemoveEngineArguments arguments, Ask ask) {
  if (ask == Ask::onTerminal) {
    const QString what = arguments.trees.isEmpty() ? QStringLiteral("all engines")
                                                   : arguments.trees.join(QStringLiteral(", "));
    const auto meant = isConfirmed(QStringLiteral("Remove %1 from %2? The next run there that "
                                                  "needs one brings it again.")
                                       .arg(what, arguments.name));
    if (!meant) co_return fail(meant.error());
    if (!*meant) {
      std::fputs("nothing was removed\n", stderr);
      co_return 0;
    }
  }
  const auto cleaned = co_await client.call(methods::engineRemove, {}, arguments);
  if (!cleaned) co_return fail(cleaned.error());
  for (const QString& name : cleaned->removed)
    print(QStringLiteral("removed  %1").arg(sanitizedForTerminal(name)));
  for (const QString& name : cleaned->left)
    std::fprintf(stderr, "left, because a run that waits or runs needs it: %s\n",
                 sanitizedForTerminal(name).toUtf8().constData());
  if (cleaned->removed.isEmpty() && cleaned->left.isEmpty())
    print(QStringLiteral("Nothing to remove."));
  co_return 0;
}

// For who makes a package: torch's trees with their files on this computer.
int printFiles() {
  const auto trees = findEngineTrees(ownPrograms(), builtParts(ownPrograms()));
  if (!trees) return fail(trees.error());
  QJsonArray all;
  for (const EngineTree& tree : trees->torch) {
    QJsonArray files;
    for (const TreeFile& file : tree.files) {
      const auto hash = hashFile(QFile::encodeName(file.source), HashKind::sha256, {}, {});
      if (!hash) return fail(hash.error());
      files.append(QJsonObject{{"name", QString::fromUtf8(file.name)},
                               {"bytes", file.bytes},
                               {"sha256", QString::fromLatin1(*hash)},
                               {"source", file.source}});
    }
    all.append(QJsonObject{{"name", tree.name},
                           {"kind", tree.name.section(QLatin1Char('-'), 2, 2)},
                           {"needs", QJsonArray::fromStringList(tree.needs)},
                           {"files", files}});
  }
  keepHashes();
  return printJson(QJsonObject{{"trees", all}});
}

void addInstall(CLI::App& engine, Arguments& a, std::optional<WithClient>& service) {
  CLI::App* command = engine.add_subcommand(
      "install",
      "Bring the engine to a cluster before a run needs it. Its login node fetches torch by itself "
      "where its pip reaches a package index; else it is sent");
  command->add_option("TARGET", a.name)->required();
  auto* gpu = command->add_flag("--gpu", a.forGpu, "With torch's libraries for GPUs");
  command->add_flag("--cpu", a.forCpu, "Without them; default: as the cluster has GPUs")
      ->excludes(gpu);
  command->add_flag("--from-here", a.fromHere, "Send torch from this computer in any case");
  whenGiven(command, service, [&](ServiceClient& c) {
    const EngineFor wanted = a.forGpu   ? EngineFor::gpu
                             : a.forCpu ? EngineFor::cpu
                                        : EngineFor::automatic;
    return install(c, {text(a.name), wanted, a.fromHere});
  });
}

}  // namespace

void addEngine(CLI::App& app, Arguments& a, std::function<int()>& action,
               std::optional<WithClient>& service) {
  CLI::App* engine = app.add_subcommand(
      "engine", "The trainer on clusters: install it before a run does, list and remove it");
  engine->require_subcommand(1);
  addInstall(*engine, a, service);
  CLI::App* listing = engine->add_subcommand(
      "list", "Show what the engine consists of, and which of it a cluster has");
  listing->add_option("TARGET", a.name);
  listing->add_flag("--json", a.json, "Print JSON");
  whenGiven(listing, service, [&](ServiceClient& c) { return list(c, text(a.name), a.format()); });
  CLI::App* removing = engine->add_subcommand(
      "remove",
      "Remove engines from a cluster that no waiting or running run uses; TARGET here: what was "
      "fetched to be sent");
  removing->add_option("TARGET", a.name)->required();
  removing->add_option("TREE", a.files, "As listed; default: all");
  removing->add_flag("-y,--yes", a.yes, "Remove it without asking; required without a terminal");
  whenGiven(removing, service, [&](ServiceClient& c) {
    RemoveEngineArguments arguments{text(a.name), {}};
    for (const std::string& tree : a.files) arguments.trees << text(tree);
    return remove(c, arguments, a.ask());
  });
  whenGiven(engine->add_subcommand("files", "")->group(""), action, [] { return printFiles(); });
}

}  // namespace trainyard
