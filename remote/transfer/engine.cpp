// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/transfer/engine.h"

#include <algorithm>

#include <QFile>
#include <QRegularExpression>
#include <QSet>

#include "engine/contract/messages.h"
#include "remote/transfer/engine_tree.h"
#include "remote/process/in_thread.h"
#include "remote/host/local_host.h"
#include "remote/host/places.h"
#include "remote/host/trust.h"
#include "remote/transfer/rsync.h"
#include "remote/transfer/script_there.h"
#include "remote/transfer/thread_progress.h"
#include "remote/transfer/torch_fetch.h"
#include "remote/transfer/turns.h"
#include "remote/transfer/verified_tree.h"

namespace trainyard {
namespace {

// The requirements of the libraries. torch's GPU kernels: compute capability 7.5 to 12.x; CUDA 13
// needs this driver; the C library that is sent needs this kernel.
constexpr double minCapability = 7.5, greatestCapability = 13;
constexpr int minDriver = 580;
constexpr double minKernel = 3.02;  // 3.2

Error incompatible(const char* why, Map arguments) {
  return make_error("engine.incompatible",
                    {{"why", as_argument(make_error(why, std::move(arguments)))}});
}

bool hasAarch64(const EngineTree& programs) {
  return std::ranges::any_of(
      programs.files, [](const TreeFile& file) { return file.name == "yard-agent.aarch64"; });
}

QCoro::Task<Result<EngineTrees>> treesInThread(QString localPrograms, EngineParts parts) {
  std::function<Result<EngineTrees>()> work = [localPrograms, parts] {
    return findEngineTrees(localPrograms, parts);
  };
  co_return co_await inThread<Result<EngineTrees>>(std::move(work));
}

QCoro::Task<Result<StagedTree>> stageInThread(const EngineTree& tree, QString what,
                                              OnProgress onProgress, std::stop_token stop) {
  ThreadProgress progress(QStringLiteral("reading ") + what, std::move(onProgress));
  std::function<Result<StagedTree>()> work = [&] {
    return stageTree(
        tree, [&progress](qint64 done, qint64 total) { progress.report(done, total); }, stop);
  };
  co_return co_await inThread<Result<StagedTree>>(std::move(work));
}

// "5.14.0-427.el9" -> 5.14 as 5.014, so that versions can be compared as numbers.
double versionNumber(const QString& text) {
  static const QRegularExpression form(QStringLiteral("^(\\d+)\\.(\\d+)"));
  const QRegularExpressionMatch match = form.match(text);
  return match.hasMatch() ? match.captured(1).toInt() + match.captured(2).toInt() / 100.0 : 0;
}

Result<void> checkKernel(const QString& kernel) {
  const double version = versionNumber(kernel);
  if (version == 0 || version >= minKernel) return {};
  return incompatible("engine.old_kernel", {{"kernel", kernel.toStdString()}});
}

Result<void> checkGpus(const NodeFacts& node) {
  if (!node.driver.isEmpty() && node.driver.section(QLatin1Char('.'), 0, 0).toInt() < minDriver)
    return incompatible("engine.old_driver", {{"node", node.node.toStdString()},
                                              {"driver", node.driver.toStdString()},
                                              {"least", std::int64_t{minDriver}}});
  QStringList unsuited;
  for (const QString& gpu : node.gpus) {
    bool isNumber = false;
    const double capability = gpu.section(QLatin1Char(' '), -1).toDouble(&isNumber);
    if (!isNumber) return {};  // unknown
    if (capability >= minCapability && capability < greatestCapability)
      return {};  // one kind that works is enough
    unsuited << gpu;
  }
  if (unsuited.isEmpty()) return {};
  return incompatible("engine.unsuited_gpus", {{"gpu", unsuited.first().toStdString()}});
}

// `hasAarch64`: whether programs for nodes of that machine are sent, too.
Result<void> checkMachine(const QString& system, const QString& machine, bool hasAarch64,
                          EngineParts parts) {
  const bool isLinux = system == QLatin1String("Linux"),
             isAarch64 = machine == QLatin1String("aarch64");
  if (isLinux && machine == QLatin1String("x86_64")) return {};
  if (isLinux && isAarch64 && hasAarch64) {
    if (parts == EngineParts::agentOnly) return {};
    return incompatible("engine.not_for_aarch64", {});
  }
  return incompatible("engine.other_machine",
                      {{"system", system.toStdString()}, {"machine", machine.toStdString()}});
}

// `places`: what must belong to the user or root, as far as it is there.
QCoro::Task<Result<void>> checkTarget(Host& host, QString base, QStringList places,
                                      EngineParts parts, bool hasAarch64, TargetFacts facts,
                                      std::stop_token stop) {
  if (base.contains(QLatin1Char(':')) && parts != EngineParts::agentOnly)
    co_return incompatible("engine.colon", {{"path", base.toStdString()}});
  const QString question =
      untrustedFunction() + QStringLiteral("uname -s; uname -m; uname -r; untrusted \"$@\" || :");
  CO_TRY(const auto said,
         co_await runThere(host, question, places, {}, std::chrono::seconds(60), stop));
  const QStringList lines = QString::fromUtf8(said.out).split(QLatin1Char('\n'));
  if (const QString problem = lines.value(3); !problem.isEmpty()) co_return untrustedError(problem);
  if (lines.size() >= 3) {
    CO_TRY(checkMachine(lines[0], lines[1], hasAarch64, parts));
  }
  if (auto good = checkKernel(facts.node.kernel.isEmpty() ? lines.value(2) : facts.node.kernel);
      !good)
    co_return good;
  if (parts == EngineParts::gpu) co_return checkGpus(facts.node);
  co_return {};
}

QCoro::Task<Result<QSet<QString>>> treesThere(Host& host, QString base, std::stop_token stop) {
  CO_TRY(auto there, co_await host.list(base + QStringLiteral("/engine"), stop));
  QSet<QString> names;
  for (const FolderEntry& entry : there) names << entry.name;
  co_return names;
}

QCoro::Task<Result<void>> sendTree(Host& host, const EngineTree& tree, QString what, QString base,
                                   OnProgress onProgress, std::stop_token stop) {
  const QString folder = base + QStringLiteral("/engine/"),
                part = folder + partialName() + tree.name;
  CO_TRY(co_await TransferTurn::take(host, part, stop));
  CO_TRY(auto there, co_await treesThere(host, base, stop));
  if (there.contains(tree.name)) co_return {};
  CO_TRY(auto staged, co_await stageInThread(tree, what, onProgress, stop));
  VerifiedTree sending{what, staged.folder, staged.files, part, part, part, folder + tree.name};
  co_return co_await sendVerified(host, std::move(sending), std::move(onProgress), stop);
}

// The tree as it was fetched to this computer.
EngineTree fetchedTree(const EngineTree& tree) {
  EngineTree fetched = tree;
  for (TreeFile& file : fetched.files)
    file.source = QStringLiteral("%1/%2/%3")
                      .arg(fetchedTorchFolder(), tree.name, QFile::decodeName(file.name));
  return fetched;
}

// Fetches torch to this computer. `there`: why the target did not.
QCoro::Task<Result<void>> fetchHere(const TorchList& list, QStringList trees,
                                    std::optional<Error> there, OnProgress onProgress,
                                    std::stop_token stop) {
  LocalHost here;
  TorchFetch what{fetchedTorchFolder(), list, std::move(trees)};
  auto fetched = co_await fetchTorch(here, std::move(what), std::move(onProgress), stop);
  if (fetched || !isWithoutIndex(fetched.error())) co_return fetched;
  if (!there) co_return make_error("torch.not_here", {{"here", as_argument(fetched.error())}});
  co_return make_error("torch.nowhere",
                       {{"there", as_argument(*there)}, {"here", as_argument(fetched.error())}});
}

// Brings those trees of torch that the target lacks.
QCoro::Task<Result<void>> bringTorch(Host& host, const EngineTrees& trees, QString base,
                                     TorchFrom from, OnProgress onProgress, std::stop_token stop) {
  CO_TRY(auto there, co_await treesThere(host, base, stop));
  std::vector<EngineTree> missing;
  QStringList fetched, names;
  for (const EngineTree& tree : trees.torch) {
    if (there.contains(tree.name)) continue;
    missing.push_back(tree);
    names << tree.name;
    if (!tree.isHere) fetched << tree.name;
  }
  if (missing.empty()) co_return {};
  std::optional<Error> reason;
  if (from == TorchFrom::targetFirst && trees.list &&
      std::ranges::all_of(names, [&](const QString& name) { return trees.list->named(name); })) {
    const QString folder = base + QStringLiteral("/engine");
    CO_TRY(co_await TransferTurn::take(host, folder, stop));
    TorchFetch what{folder, *trees.list, names};
    auto done = co_await fetchTorch(host, std::move(what), onProgress, stop);
    if (done || !isWithoutIndex(done.error())) co_return done;
    reason = done.error();
  }
  if (!fetched.isEmpty()) {
    CO_TRY(co_await fetchHere(*trees.list, fetched, reason, onProgress, stop));
  }
  for (const EngineTree& tree : missing) {
    const EngineTree source = tree.isHere ? tree : fetchedTree(tree);
    CO_TRY(co_await sendTree(host, source, QStringLiteral("torch"), base, onProgress, stop));
  }
  co_return {};
}

}  // namespace

QString fetchedTorchFolder() { return cacheFolder() + QStringLiteral("/torch"); }

QCoro::Task<Result<EnginePlan>> planEngine(Host& host, QString localPrograms, QString base,
                                           EngineParts parts, TargetFacts facts,
                                           std::stop_token stop) {
  CO_TRY(auto trees, co_await treesInThread(localPrograms, parts));
  const QString folder = base + QStringLiteral("/engine/");
  QStringList places{base + QStringLiteral("/data"), base + QStringLiteral("/code"),
                     folder + trees.programs.name + QStringLiteral("/yard-agent")};
  for (const EngineTree& tree : trees.torch) places << folder + tree.name;
  CO_TRY(co_await checkTarget(host, base, places, parts, hasAarch64(trees.programs), facts, stop));
  CO_TRY(auto there, co_await treesThere(host, base, stop));
  EnginePlan plan{base + QStringLiteral("/engine/") + trees.programs.name, 0, true};
  const auto count = [&](const EngineTree& tree) {
    if (there.contains(tree.name)) return;
    plan.isThere = false;
    plan.bytesToSend += tree.bytes;
  };
  count(trees.programs);
  for (const EngineTree& tree : trees.torch) count(tree);
  const std::optional<qint64> room = facts.baseFreeBytes;
  if (room && plan.bytesToSend > *room)
    co_return make_error("engine.no_space", {{"size", bytesText(plan.bytesToSend).toStdString()},
                                             {"path", base.toStdString()},
                                             {"free", bytesText(*room).toStdString()}});
  co_return plan;
}

QCoro::Task<Result<QString>> sendEngine(Host& host, QString localPrograms, QString base,
                                        EngineParts parts, OnProgress onProgress,
                                        std::stop_token stop, TorchFrom from) {
  CO_TRY(auto trees, co_await treesInThread(localPrograms, parts));
  CO_TRY(co_await bringTorch(host, trees, base, from, onProgress, stop));
  CO_TRY(co_await sendTree(host, trees.programs, QStringLiteral("engine"), base, onProgress, stop));
  co_return base + QStringLiteral("/engine/") + trees.programs.name;
}

QString engineFolder(const QString& base, const QString& localPrograms, EngineParts parts) {
  const auto trees = findEngineTrees(localPrograms, parts);
  return trees ? base + QStringLiteral("/engine/") + trees->programs.name : QString();
}

}  // namespace trainyard
