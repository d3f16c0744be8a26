// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/queue/lane_plan.h"

#include <QMap>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "gui/queue/host_names.h"

namespace trainyard {
namespace {

constexpr double endless = std::numeric_limits<double>::infinity();
constexpr qsizetype maxLanes = 8, maxIdleLanes = 2;
constexpr int maxGpusOfNode = 64;
constexpr double hour = 3600, longestPlan = 72 * hour;

// A node with the time at which each of its GPUs is free.
struct NodeUse {
  Lane lane;
  QList<double> freeAt;
  bool isMine = false;

  // The rows that are free first, and when the last of them is.
  QList<int> firstRows(int number) const {
    QList<int> rows(freeAt.size());
    std::iota(rows.begin(), rows.end(), 0);
    std::stable_sort(rows.begin(), rows.end(), [&](int a, int b) { return freeAt[a] < freeAt[b]; });
    rows.resize(std::min<qsizetype>(rows.size(), number));
    std::sort(rows.begin(), rows.end());
    return rows;
  }
  double freeFrom(int number) const {
    if (number > freeAt.size()) return endless;
    double last = 0;
    for (const int row : firstRows(number)) last = std::max(last, freeAt[row]);
    return last;
  }
  // Neighbouring rows are one bar.
  void add(LaneBar bar, int number) {
    for (const int row : firstRows(number)) {
      freeAt[row] = bar.end;
      LaneBar* last = lane.bars.isEmpty() ? nullptr : &lane.bars.last();
      if (last && last->job == bar.job && last->begin == bar.begin &&
          last->row + last->rows == row) {
        ++last->rows;
      } else {
        bar.row = row;
        lane.bars << bar;
      }
    }
  }
};

class LanePlanner {
 public:
  LanePlanner(const QueueAnswer& queue, const ClusterState& state, double now)
      : m_queue(queue), m_state(state) {
    m_plan.now = now;
  }

  LanePlan plan(const QString& job) {
    const auto chosen = std::ranges::find_if(
        m_queue.jobs, [&](const QueueEntry& entry) { return entry.job.id == job; });
    if (chosen == m_queue.jobs.end()) return m_plan;
    m_job = &chosen->job;
    measureNodes();
    addRunning();
    addIdle();
    if (m_job->phase == QueuedJob::Phase::waiting) addWaiting(chosen->isMine);
    choose();
    return m_plan;
  }

 private:
  bool isInPartition(const QueuedJob& job) const {
    return std::ranges::any_of(
        job.partitions, [&](const QString& name) { return m_job->partitions.contains(name); });
  }
  static int nodesOf(const QueuedJob& job) { return std::max(1, job.nodeCount); }
  int rowsOf(const QueuedJob& job) const {
    if (!m_plan.countsGpus) return 1;
    const int each = (job.gpus + nodesOf(job) - 1) / nodesOf(job);
    return std::clamp(each, 0, maxGpusOfNode);
  }
  double endOf(const QueuedJob& job, double begin) const {
    return job.limitSeconds ? begin + static_cast<double>(*job.limitSeconds) : endless;
  }

  // How many GPUs a node of the job's partitions has, if all have as many.
  void measureNodes() {
    QList<int> sizes;
    for (const PartitionState& partition : m_state.partitions) {
      if (!m_job->partitions.contains(partition.limits.name)) continue;
      m_nodes += partition.nodes.total() - partition.nodes.down;
      m_idle += partition.nodes.idle;
      m_running += partition.running;
      for (const GpuKind& kind : partition.limits.gpus)
        if (!sizes.contains(kind.perNode)) sizes << kind.perNode;
    }
    m_plan.countsGpus = !sizes.isEmpty() && m_job->gpus > 0;
    m_size = sizes.size() == 1 ? std::clamp(sizes.first(), 1, maxGpusOfNode) : 0;
  }

  // Jobs that run on nodes of these partitions, whatever partition they were submitted to.
  void addRunning() {
    qint64 listed = 0;
    for (const QueueEntry& entry : m_queue.jobs)
      if (entry.job.phase != QueuedJob::Phase::waiting && isInPartition(entry.job)) {
        ++listed;
        for (const QString& node : hostNames(entry.job.nodes)) m_use[node].lane.node = node;
      }
    m_plan.isComplete = listed >= m_running;
    for (const QueueEntry& entry : m_queue.jobs)
      if (entry.job.phase != QueuedJob::Phase::waiting)
        for (const QString& node : hostNames(entry.job.nodes))
          if (m_use.contains(node)) addRunning(m_use[node], entry);
    for (NodeUse& use : m_use) use.lane.size = static_cast<int>(use.freeAt.size());
  }

  void addRunning(NodeUse& use, const QueueEntry& entry) {
    const QueuedJob& job = entry.job;
    if (m_plan.countsGpus && use.freeAt.isEmpty()) use.freeAt.resize(std::max(m_size, 1), 0.0);
    const int rows = rowsOf(job);
    qsizetype isFree = std::ranges::count_if(use.freeAt, [](double at) { return at <= 0; });
    // A node that has more than was thought, or of which only the jobs are counted.
    for (; isFree < rows && use.freeAt.size() < maxGpusOfNode; ++isFree) use.freeAt << 0.0;
    const double begin = job.start > 0 ? job.start : m_plan.now;
    const double end = std::max(endOf(job, begin), m_plan.now);
    use.isMine = use.isMine || entry.isMine;
    const auto kind = entry.isMine ? LaneBar::Kind::mine : LaneBar::Kind::others;
    if (rows > 0) use.add({kind, job.id, job.user, m_plan.now, end}, rows);
  }

  void addIdle() {
    if (!m_plan.countsGpus || m_size == 0) return;
    for (int i = 0; i < std::min(m_idle, static_cast<int>(maxIdleLanes)); ++i) {
      NodeUse& use = m_use[QStringLiteral("~%1").arg(i)];
      use.freeAt.resize(m_size, 0.0);
      use.lane.size = m_size;
    }
  }

  // What the scheduler plans itself is known better than what follows from limits.
  void addWaiting(bool isMine) {
    const bool isKnown = m_plan.countsGpus && m_size > 0 && m_plan.isComplete;
    if (!m_job->nodes.isEmpty() && m_job->start > 0) return addPlanned();
    if (!isKnown || !m_job->isEligible) return;
    QList<const QueueEntry*> before;
    for (const QueueEntry& entry : m_queue.jobs)
      if (isBefore(entry.job, *m_job)) before << &entry;
    std::ranges::stable_sort(before, [](const QueueEntry* a, const QueueEntry* b) {
      return a->job.priority != b->job.priority ? a->job.priority > b->job.priority
                                                : a->job.submitted < b->job.submitted;
    });
    for (const QueueEntry* entry : before) place(*entry, LaneBar::Kind::before);
    place({*m_job, isMine, false, false, {}, 0}, LaneBar::Kind::expected);
  }

  void addPlanned() {
    const int rows = std::max(rowsOf(*m_job), 1);
    for (const QString& node : hostNames(m_job->nodes)) {
      NodeUse& use = m_use[node];
      use.lane.node = node;
      if (use.freeAt.size() < rows) use.freeAt.resize(std::max(rows, m_size), 0.0);
      use.lane.size = static_cast<int>(use.freeAt.size());
      use.add({LaneBar::Kind::expected, m_job->id, m_job->user, m_job->start,
               endOf(*m_job, m_job->start)},
              rows);
      m_plan.startNodes << node;
    }
    m_plan.start = m_job->start;
    m_plan.isPlanned = true;
  }

  // Where its nodes are free first.
  void place(const QueueEntry& entry, LaneBar::Kind kind) {
    const QueuedJob& job = entry.job;
    const int rows = rowsOf(job), number = nodesOf(job);
    if (rows == 0) return;
    QList<NodeUse*> nodes;
    for (NodeUse& use : m_use) nodes << &use;
    std::ranges::stable_sort(nodes, [&](const NodeUse* a, const NodeUse* b) {
      return a->freeFrom(rows) < b->freeFrom(rows);
    });
    if (nodes.size() < number) return;
    const double begin = std::max(m_plan.now, nodes[number - 1]->freeFrom(rows));
    if (!std::isfinite(begin)) return;
    for (NodeUse* use : nodes.first(number)) {
      use->add({kind, job.id, job.user, begin, endOf(job, begin)}, rows);
      QStringList& named = kind == LaneBar::Kind::expected ? m_plan.startNodes : m_plan.takenBefore;
      if (!use->lane.node.isEmpty() && !named.contains(use->lane.node)) named << use->lane.node;
    }
    if (kind == LaneBar::Kind::expected) m_plan.start = begin;
  }

  static int rankOf(const NodeUse& use) {
    const auto has = [&](LaneBar::Kind kind) {
      return std::ranges::any_of(use.lane.bars,
                                 [&](const LaneBar& bar) { return bar.kind == kind; });
    };
    if (has(LaneBar::Kind::expected)) return 0;
    return use.isMine ? 1 : has(LaneBar::Kind::before) ? 2 : 3;
  }

  // The lanes that say something about the job, by the names of their nodes.
  void choose() {
    QList<const NodeUse*> nodes;
    for (const NodeUse& use : std::as_const(m_use)) nodes << &use;
    std::ranges::stable_sort(nodes, [](const NodeUse* a, const NodeUse* b) {
      const int first = rankOf(*a), second = rankOf(*b);
      return first != second ? first < second : a->freeFrom(1) < b->freeFrom(1);
    });
    nodes.resize(std::min(nodes.size(), maxLanes));
    std::ranges::sort(nodes, [](const NodeUse* a, const NodeUse* b) {
      const QString &first = a->lane.node, &second = b->lane.node;
      if (first.isEmpty() != second.isEmpty()) return second.isEmpty();
      return first.size() != second.size() ? first.size() < second.size() : first < second;
    });
    for (const NodeUse* use : nodes) m_plan.lanes << use->lane;
    m_plan.omitted = std::max(0, m_nodes - static_cast<int>(nodes.size()));
    double last = m_plan.now + hour;
    for (const NodeUse* use : nodes)
      for (const LaneBar& bar : use->lane.bars)
        if (std::isfinite(bar.end)) last = std::max(last, bar.end);
    const double start = m_plan.start > m_plan.now ? m_plan.start - m_plan.now : 0;
    // As far as the start and somewhat beyond it: a job of a week would leave no space for the
    // rest.
    const double span = start > 0 ? std::max(4 * start, 2 * hour) : longestPlan / 3;
    m_plan.end = std::min(last, m_plan.now + std::min(std::max(span, 1.2 * start), longestPlan));
  }

  const QueueAnswer& m_queue;
  const ClusterState& m_state;
  const QueuedJob* m_job = nullptr;
  LanePlan m_plan;
  QMap<QString, NodeUse> m_use;  // by node
  int m_size = 0, m_nodes = 0, m_idle = 0;
  qint64 m_running = 0;
};

}  // namespace

LanePlan lanePlan(const QueueAnswer& queue, const ClusterState& state, const QString& job,
                  double now) {
  return LanePlanner(queue, state, now).plan(job);
}

}  // namespace trainyard
