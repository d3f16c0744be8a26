// SPDX-License-Identifier: GPL-3.0-or-later
// The calls about targets, their files and tunnels.
#include "engine/contract/messages.h"
#include "remote/service/calls/call_table.h"
#include "remote/service/calls/practice_cluster.h"
#include "remote/service/calls/target_usage.h"
#include "remote/submit/prepare.h"

namespace trainyard {
namespace {

Result<HeldTarget> connected(CallContext& context, const QString& target) {
  TRY(auto held, context.targets.hold(target));
  if (held.site->link().link == TargetLink::connected) return held;
  return make_error("paths.not_connected", {{"target", target.toStdString()}});
}

Answering<PathNames> listPaths(CallContext& context, PathsArguments arguments,
                               std::stop_token stop) {
  CO_TRY(auto held, connected(context, arguments.target));
  co_return co_await context.paths.names(held.target, arguments.folder, arguments.prefix, stop);
}

Answering<PathCounts> countPathsOf(CallContext& context, CountArguments arguments,
                                   std::stop_token stop) {
  CO_TRY(auto held, connected(context, arguments.target));
  CO_TRY(auto counts, co_await context.paths.count(held.target, arguments.paths, stop));
  co_return PathCounts{std::move(counts)};
}

Answering<TargetRecords> listTargets(CallContext& context, Nothing, std::stop_token) {
  CO_TRY(auto targets, context.targets.list());
  co_return TargetRecords{std::move(targets)};
}

Answering<StartedCluster> startPractice(CallContext& context, Nothing, std::stop_token stop) {
  const auto onLine = [&context](const QString& line) {
    emit context.runs.registry().progressed({{}, practiceTarget(), line, 0, 0, 0, 0});
  };
  CO_TRY(co_await startPracticeCluster(checkoutOf(ownPrograms()), onLine, stop));
  emit context.targets.changed(practiceTarget());
  co_return StartedCluster{practiceTarget()};
}

Answering<Nothing> addTarget(CallContext& context, TargetSettings settings, std::stop_token) {
  co_return done(context.targets.add(settings));
}

Answering<Nothing> editTarget(CallContext& context, TargetSettings settings, std::stop_token) {
  co_return done(co_await context.targets.edit(settings));
}

Answering<Nothing> removeTarget(CallContext& context, NameArguments target, std::stop_token) {
  co_return done(co_await context.targets.remove(target.name));
}

Answering<Nothing> connectTarget(CallContext& context, NameArguments target, std::stop_token stop) {
  co_return done(co_await context.targets.logIn(target.name, stop));
}

Answering<Nothing> disconnectTarget(CallContext& context, NameArguments target, std::stop_token) {
  co_return done(context.targets.logOut(target.name));
}

Answering<BaseFolders> targetBases(CallContext& context, BasesArguments arguments,
                                   std::stop_token stop) {
  CO_TRY(auto bases, co_await context.targets.bases(arguments.host, arguments.sshConfig, stop));
  co_return BaseFolders{std::move(bases)};
}

Answering<TargetCheckAnswer> checkTarget(CallContext& context, CheckTargetArguments arguments,
                                         std::stop_token stop) {
  const auto by = arguments.job ? TargetSite::CheckBy::job : TargetSite::CheckBy::login;
  co_return co_await context.targets.check(arguments.name, by, stop);
}

Answering<TargetUsage> targetUsage(CallContext& context, NameArguments target,
                                   std::stop_token stop) {
  co_return co_await usageOf(context, target.name, Measure::yes, stop);
}

Answering<Nothing> forgetKeys(CallContext& context, Nothing, std::stop_token) {
  context.targets.forgetKeys();
  co_return Nothing();
}

Answering<KnownSites> listSites(CallContext&, Nothing, std::stop_token) {
  KnownSites known;
  for (const QString& name : knownSites()) {
    CO_TRY(auto profile, readSite(name));
    known.sites.append({name, std::move(profile)});
  }
  co_return known;
}

Answering<TunnelRecord> openTunnel(CallContext& context, TunnelRequest request,
                                   std::stop_token stop) {
  co_return co_await context.tunnels.open(request, stop);
}

Answering<TunnelRecords> listTunnels(CallContext& context, Nothing, std::stop_token) {
  co_return TunnelRecords{context.tunnels.list()};
}

Answering<Nothing> closeTunnel(CallContext& context, CloseTunnelArguments arguments,
                               std::stop_token) {
  co_return done(context.tunnels.close(arguments.tunnel));
}

}  // namespace

void addTargetCalls(CallTable& table) {
  table.add(methods::pathsList, listPaths);
  table.add(methods::pathsCount, countPathsOf);
  table.add(methods::targetsList, listTargets);
  table.add(methods::startPractice, startPractice);
  table.add(methods::targetsAdd, addTarget);
  table.add(methods::targetsEdit, editTarget);
  table.add(methods::targetsRemove, removeTarget);
  table.add(methods::targetsConnect, connectTarget);
  table.add(methods::targetsDisconnect, disconnectTarget);
  table.add(methods::targetsBases, targetBases);
  table.add(methods::targetsCheck, checkTarget);
  table.add(methods::targetsUsage, targetUsage);
  table.add(methods::targetsClean, cleanTarget);
  table.add(methods::targetsForgetKeys, forgetKeys);
  table.add(methods::sitesList, listSites);
  table.add(methods::tunnelsOpen, openTunnel);
  table.add(methods::tunnelsList, listTunnels);
  table.add(methods::tunnelsClose, closeTunnel);
}

}  // namespace trainyard
