// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/service/calls/path_probes.h"

#include "engine/contract/messages.h"
#include "remote/transfer/turns.h"

namespace trainyard {
namespace {

constexpr std::size_t maxKept = 64;

template <class Kept>
void forgetOld(std::list<Kept>& kept, std::chrono::milliseconds age) {
  kept.remove_if([&](const Kept& one) { return one.age.hasExpired(age.count()); });
}

template <class Kept>
void keep(std::list<Kept>& kept, Kept one) {
  one.age.start();
  kept.push_front(std::move(one));
  if (kept.size() > maxKept) kept.pop_back();
}

}  // namespace

std::optional<PathNames> PathProbes::known(const QString& target, const QString& folder,
                                           const QString& prefix) {
  forgetOld(m_names, namesAge);
  const bool isHidden = prefix.startsWith(QLatin1Char('.'));
  for (const auto& one : m_names) {
    if (one.target != target || one.path != folder || !prefix.startsWith(one.prefix) ||
        isHidden != one.prefix.startsWith(QLatin1Char('.')))
      continue;
    if (one.prefix == prefix) return one.answer;
    if (one.answer.hasMore || one.answer.unwritable > 0) continue;
    PathNames narrowed = one.answer;
    narrowed.names.removeIf([&](const NamedPath& each) { return !each.name.startsWith(prefix); });
    return narrowed;
  }
  return std::nullopt;
}

std::optional<PathCount> PathProbes::known(const QString& target, const QString& path) {
  forgetOld(m_counts, countAge);
  for (const auto& one : m_counts)
    if (one.target == target && one.path == path) return one.answer;
  return std::nullopt;
}

QCoro::Task<Result<PathNames>> PathProbes::names(Target target, QString folder, QString prefix,
                                                 std::stop_token stop) {
  CO_TRY(const auto turn,
         co_await TransferTurn::take(*target.host, QStringLiteral("paths.list"), stop));
  if (auto kept = known(target.name, folder, prefix)) co_return std::move(*kept);
  CO_TRY(auto answer, co_await namesIn(*target.host, folder, prefix, stop));
  keep(m_names, {target.name, folder, prefix, answer, {}});
  co_return answer;
}

QCoro::Task<Result<QList<PathCount>>> PathProbes::count(Target target, QStringList paths,
                                                        std::stop_token stop) {
  if (paths.size() > countedPathsLimit)
    co_return make_error("target.too_many_paths", {{"limit", std::int64_t{countedPathsLimit}}});
  CO_TRY(const auto turn,
         co_await TransferTurn::take(*target.host, QStringLiteral("paths.count"), stop));
  QStringList unknown;
  for (const QString& path : paths)
    if (!known(target.name, path)) unknown << path;
  unknown.removeDuplicates();
  if (!unknown.isEmpty()) {
    CO_TRY(auto counts, co_await countPaths(*target.host, unknown, stop));
    for (qsizetype i = 0; i < unknown.size(); ++i)
      keep(m_counts, {target.name, unknown[i], {}, counts[i], {}});
  }
  QList<PathCount> answer;
  for (const QString& path : paths) answer << known(target.name, path).value_or(PathCount());
  co_return answer;
}

}  // namespace trainyard
