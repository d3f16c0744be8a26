// SPDX-License-Identifier: GPL-3.0-or-later
// The calls about the engine on targets, and about this installation.
#include <algorithm>

#include <QDir>
#include <QFileInfo>

#include "engine/contract/messages.h"
#include "remote/process/in_thread.h"
#include "remote/service/calls/call_table.h"
#include "remote/service/calls/installation.h"
#include "remote/service/calls/target_usage.h"
#include "remote/submit/prepare.h"
#include "remote/transfer/engine_tree.h"

namespace trainyard {
namespace {

const QString prefix = QStringLiteral("engine/");

EngineParts partsOf(EngineFor wanted, const TargetFacts& facts) {
  const bool hasGpus = std::ranges::any_of(
      facts.partitions, [](const PartitionFacts& partition) { return !partition.gpus.isEmpty(); });
  if (wanted == EngineFor::gpu) return EngineParts::gpu;
  return wanted == EngineFor::automatic && hasGpus ? builtParts(ownPrograms())
                                                   : EngineParts::processor;
}

QCoro::Task<Result<EngineTrees>> ownTrees(EngineParts parts) {
  std::function<Result<EngineTrees>()> work = [parts] {
    return findEngineTrees(ownPrograms(), parts);
  };
  co_return co_await inThread<Result<EngineTrees>>(std::move(work));
}

Answering<InstalledEngine> installEngine(CallContext& context, InstallEngineArguments arguments,
                                         std::stop_token stop) {
  const QString target = arguments.name;
  CO_TRY(auto held, co_await context.targets.ready(target, TargetRegistry::Login::onDemand, stop));
  if (held.target.isHere()) co_return make_error("engine.here", {});
  Host& host = *held.target.host;
  const QString base = held.target.base;
  const TargetFacts facts = context.targets.facts(target);
  const EngineParts parts = partsOf(arguments.engineFor, facts);
  CO_TRY(const auto plan, co_await planEngine(host, ownPrograms(), base, parts, facts, stop));
  InstalledEngine installed{plan.programs, {}};
  if (plan.isThere) co_return installed;
  CO_TRY(const auto before, co_await host.list(base + QStringLiteral("/engine"), stop));
  OnProgress onProgress = [&context, target](const TransferProgress& p) {
    emit context.runs.registry().progressed(
        {{}, target, p.what, p.bytesDone, p.bytesTotal, p.bytesPerSecond, p.secondsLeft});
  };
  const TorchFrom from = arguments.fromHere ? TorchFrom::here : TorchFrom::targetFirst;
  CO_TRY(installed.programs,
         co_await sendEngine(host, ownPrograms(), base, parts, onProgress, stop, from));
  CO_TRY(const auto after, co_await host.list(base + QStringLiteral("/engine"), stop));
  for (const FolderEntry& entry : after)
    if (entry.isFolder && !entry.name.startsWith(QLatin1Char('.')) &&
        std::ranges::find(before, entry.name, &FolderEntry::name) == before.end())
      installed.brought << entry.name;
  co_return installed;
}

EngineTreeRecord recordOf(const EngineTree& tree) {
  const bool isFetched = QFileInfo::exists(fetchedTorchFolder() + QLatin1Char('/') + tree.name +
                                           QStringLiteral("/manifest.sha256"));
  return {tree.name, tree.bytes,
          tree.isHere ? TreeSource::installed
          : isFetched ? TreeSource::fetched
                      : TreeSource::nowhere};
}

Answering<EngineListing> listEngine(CallContext& context, NameArguments target,
                                    std::stop_token stop) {
  EngineListing listing;
  CO_TRY(const auto trees, co_await ownTrees(builtParts(ownPrograms())));
  for (const EngineTree& tree : trees.torch) listing.trees << recordOf(tree);
  listing.trees << recordOf(trees.programs);
  if (target.name.isEmpty()) co_return listing;
  CO_TRY(const auto usage, co_await usageOf(context, target.name, Measure::yes, stop));
  for (const KeptFolder& folder : usage.folders)
    if (folder.name.startsWith(prefix)) listing.folders << folder;
  co_return listing;
}

// What was fetched to this computer.
Result<CleanedFolders> removeHere(const QStringList& wanted) {
  CleanedFolders cleaned;
  const QDir folder(fetchedTorchFolder());
  for (const QString& name :
       folder.entryList(QDir::Dirs | QDir::Hidden | QDir::NoDotAndDotDot, QDir::Name))
    if (wanted.isEmpty() || wanted.contains(name))
      (QDir(folder.filePath(name)).removeRecursively() ? cleaned.removed : cleaned.left) << name;
  return cleaned;
}

Answering<CleanedFolders> removeEngine(CallContext& context, RemoveEngineArguments arguments,
                                       std::stop_token stop) {
  CO_TRY(auto held,
         co_await context.targets.ready(arguments.name, TargetRegistry::Login::onDemand, stop));
  if (held.target.isHere()) {
    std::function<Result<CleanedFolders>()> work = [&] { return removeHere(arguments.trees); };
    co_return co_await inThread<Result<CleanedFolders>>(std::move(work));
  }
  CO_TRY(const auto usage, co_await usageOf(context, arguments.name, Measure::no, stop));
  CleanedFolders cleaned;
  for (const KeptFolder& folder : usage.folders) {
    if (!folder.name.startsWith(prefix)) continue;
    const QString name = folder.name.sliced(prefix.size());
    if (!arguments.trees.isEmpty() && !arguments.trees.contains(name)) continue;
    if (folder.keptFor == KeptFor::open_run || folder.keptFor == KeptFor::unknown) {
      cleaned.left << name;
      continue;
    }
    CO_TRY(
        co_await held.target.host->removeTree(usage.base + QLatin1Char('/') + folder.name, stop));
    cleaned.removed << name;
  }
  co_return cleaned;
}

Answering<InstallationFacts> showInstallation(CallContext&, Nothing, std::stop_token stop) {
  co_return co_await installationFacts(ownPrograms(), std::move(stop));
}

}  // namespace

void addEngineCalls(CallTable& table) {
  table.add(methods::engineInstall, installEngine);
  table.add(methods::engineList, listEngine);
  table.add(methods::engineRemove, removeEngine);
  table.add(methods::installationShow, showInstallation);
}

}  // namespace trainyard
