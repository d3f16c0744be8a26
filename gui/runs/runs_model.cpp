// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/runs_model.h"

#include <QSet>
#include <algorithm>
#include <cmath>

#include "engine/system/unix_time.h"
#include "gui/charts/axis_ticks.h"
#include "gui/forms/plain_tip.h"
#include "gui/forms/quantity_text.h"
#include "gui/runs/run_text.h"
#include "gui/targets/target_text.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

QString optionalNumber(const std::optional<double>& value) {
  return value ? readOut(*value) : QString();
}

// Oldest first, so that new ones end up in list order, and runs before the tasks of their arrays.
QList<RunRecord> runsBeforeTasks(QList<RunRecord> runs) {
  std::reverse(runs.begin(), runs.end());
  std::stable_partition(runs.begin(), runs.end(),
                        [](const RunRecord& run) { return run.parent.isEmpty(); });
  return runs;
}

// The order of siblings: runs newest first, tasks by index.
bool comesBefore(const RunRecord& a, const RunRecord& b, bool areTasks) {
  return areTasks ? a.arrayIndex.value_or(0) < b.arrayIndex.value_or(0) : a.created > b.created;
}

// The text that is searched.
QString searchedText(const RunRecord& run) {
  return QStringList{RunText::name(run), run.run, RunText::state(run), TargetText::name(run.target),
                     run.tags.join(QLatin1Char(' '))}
      .join(QLatin1Char(' '));
}

}  // namespace

struct RunsModel::Node {
  RunRecord run;
  Node* above = nullptr;
  std::vector<std::unique_ptr<Node>> below;
  int row = 0;       // among its siblings
  QString searched;  // computed once, and again when the run changes

  void number(std::size_t from) {
    for (std::size_t i = from; i < below.size(); ++i) below[i]->row = static_cast<int>(i);
  }
};

RunsModel::RunsModel(QObject* parent)
    : QAbstractItemModel(parent), m_top(std::make_unique<Node>()) {}

RunsModel::~RunsModel() = default;

void RunsModel::setRuns(const QList<RunRecord>& runs) {
  if (m_byName.isEmpty()) {
    beginResetModel();
    fill(runs);
    endResetModel();
    return;
  }
  QSet<QString> wanted;
  for (const RunRecord& run : runs) wanted.insert(run.run);
  for (const QString& known : m_byName.keys())
    if (!wanted.contains(known)) remove(known);
  update(runs);
}

// For many runs: each is appended to its siblings, which are then sorted and numbered once.
void RunsModel::fill(const QList<RunRecord>& runs) {
  QList<RunRecord> ordered = runs;
  std::stable_partition(ordered.begin(), ordered.end(),
                        [](const RunRecord& run) { return run.parent.isEmpty(); });
  for (const RunRecord& run : ordered) {
    Node* above = m_byName.value(run.parent, m_top.get());
    put(run, {above, static_cast<int>(above->below.size())});
  }
  const auto sort = [](Node& above, bool areTasks) {
    std::stable_sort(above.below.begin(), above.below.end(), [&](const auto& a, const auto& b) {
      return comesBefore(a->run, b->run, areTasks);
    });
    above.number(0);
  };
  sort(*m_top, false);
  for (const auto& node : m_top->below) sort(*node, true);
}

void RunsModel::update(const QList<RunRecord>& runs) {
  for (const RunRecord& run : runsBeforeTasks(runs)) {
    if (run.state != RunState::preparing) m_transfers.remove(run.run);
    Node* node = m_byName.value(run.run);
    if (!node) {
      insert(run);
      continue;
    }
    node->run = run;
    node->searched = searchedText(run);
    const QModelIndex first = indexOf(*node);
    emit dataChanged(first, first.siblingAtColumn(ColumnCount - 1));
  }
}

RunsModel::Place RunsModel::placeOf(const RunRecord& run) const {
  Node* above = m_byName.value(run.parent, m_top.get());
  const bool isTask = above != m_top.get();
  // A new run comes before those created at the same time, a new task after those with the same
  // index.
  const auto comesAfter = [&](const std::unique_ptr<Node>& other) {
    return isTask ? comesBefore(run, other->run, true) : !comesBefore(other->run, run, false);
  };
  return {above,
          static_cast<int>(std::find_if(above->below.begin(), above->below.end(), comesAfter) -
                           above->below.begin())};
}

void RunsModel::put(const RunRecord& run, const Place& place) {
  auto& siblings = place.above->below;
  const auto added =
      siblings.insert(siblings.begin() + place.row,
                      std::make_unique<Node>(Node{run, place.above, {}, 0, searchedText(run)}));
  place.above->number(static_cast<std::size_t>(place.row));
  m_byName.insert(run.run, added->get());
  if (place.above != m_top.get()) ++m_numTasks;
}

void RunsModel::insert(const RunRecord& run) {
  const Place place = placeOf(run);
  beginInsertRows(place.above == m_top.get() ? QModelIndex() : indexOf(*place.above), place.row,
                  place.row);
  put(run, place);
  endInsertRows();
  QList<RunRecord> orphans;  // tasks that arrived before their run
  for (const auto& node : m_top->below)
    if (node->run.parent == run.run) orphans << node->run;
  for (const RunRecord& orphan : orphans) {
    remove(orphan.run);
    insert(orphan);
  }
}

void RunsModel::remove(const QString& run) {
  Node* node = m_byName.value(run);
  if (!node) return;
  const int row = node->row;
  Node* above = node->above;
  beginRemoveRows(above == m_top.get() ? QModelIndex() : indexOf(*above), row, row);
  takeDown(*node);
  above->below.erase(above->below.begin() + row);
  above->number(static_cast<std::size_t>(row));
  endRemoveRows();
}

void RunsModel::takeDown(Node& node) {
  for (const auto& task : node.below) takeDown(*task);
  m_byName.remove(node.run.run);
  m_transfers.remove(node.run.run);
  if (node.above != m_top.get()) --m_numTasks;
}

void RunsModel::showTransfer(const ProgressReport& report) {
  const Node* node = m_byName.value(report.run);
  if (!node || node->run.state != RunState::preparing) return;
  m_transfers[report.run] = report;
  const QModelIndex cell = indexOf(*node).siblingAtColumn(ProgressColumn);
  emit dataChanged(cell, cell);
}

const RunRecord* RunsModel::find(const QString& run) const {
  const Node* node = m_byName.value(run);
  return node ? &node->run : nullptr;
}

QList<RunRecord> RunsModel::all() const {
  QList<RunRecord> runs;
  for (const auto& node : m_top->below) runs << node->run;
  return runs;
}

const RunsModel::Node& RunsModel::nodeOf(const QModelIndex& index) const {
  return index.isValid() ? *static_cast<const Node*>(index.constInternalPointer()) : *m_top;
}

QModelIndex RunsModel::indexOf(const Node& node) const {
  return createIndex(node.row, 0, const_cast<Node*>(&node));
}

QModelIndex RunsModel::indexOf(const QString& run) const {
  const Node* node = m_byName.value(run);
  return node ? indexOf(*node) : QModelIndex();
}

QModelIndex RunsModel::index(int row, int column, const QModelIndex& parent) const {
  if (!hasIndex(row, column, parent)) return {};
  return createIndex(row, column, nodeOf(parent).below[static_cast<std::size_t>(row)].get());
}

QModelIndex RunsModel::parent(const QModelIndex& index) const {
  if (!index.isValid()) return {};
  const Node* above = nodeOf(index).above;
  return above == m_top.get() ? QModelIndex() : indexOf(*above);
}

int RunsModel::rowCount(const QModelIndex& parent) const {
  return parent.column() > 0 ? 0 : static_cast<int>(nodeOf(parent).below.size());
}

int RunsModel::columnCount(const QModelIndex&) const { return ColumnCount; }

QString RunsModel::progressText(const RunRecord& run) const {
  if (const auto transfer = m_transfers.find(run.run);
      transfer != m_transfers.end() && transfer->bytesTotal > 0)
    return (RunText::isReading(*transfer) ? tr("read: %1 %") : tr("sent: %1 %"))
        .arg(100 * transfer->bytesDone / transfer->bytesTotal);
  if (!run.step) return {};
  return run.totalSteps ? u"%1 / %2"_s.arg(*run.step).arg(*run.totalSteps)
                        : QString::number(*run.step);
}

QVariant RunsModel::display(const RunRecord& run, int column) const {
  switch (column) {
    case StateColumn:
      return RunText::state(run);
    case NameColumn:
      return RunText::name(run);
    case ProgressColumn:
      return progressText(run);
    case LossColumn:
      return optionalNumber(run.trainLoss);
    case EvalLossColumn:
      return optionalNumber(run.evalLoss);
    case SpeedColumn:
      return run.tokensPerSecond ? QLocale().toString(*run.tokensPerSecond, 'f', 0) : QString();
    case StartedColumn:
      return QuantityText::moment(run.started > 0 ? run.started : run.created, unix_time());
    case DurationColumn:
      return run.started > 0 ? QuantityText::duration(RunText::elapsed(run, unix_time()))
                             : QString();
    case TargetColumn:
      return TargetText::name(run.target);
    default:
      return {};
  }
}

// Nothing if there is no value, which sorts last in both directions (RunsFilterModel).
QVariant RunsModel::sortKey(const RunRecord& run, int column) const {
  const auto keyOf = [](const std::optional<double>& value) {
    return value && !std::isnan(*value) ? QVariant(*value) : QVariant();
  };
  switch (column) {
    case StateColumn:
      return static_cast<int>(run.state);
    case ProgressColumn:
      return keyOf(RunText::progress(run));
    case LossColumn:
      return keyOf(run.trainLoss);
    case EvalLossColumn:
      return keyOf(run.evalLoss);
    case SpeedColumn:
      return keyOf(run.tokensPerSecond);
    case StartedColumn:
      return run.created;
    case DurationColumn:
      return run.started > 0 ? QVariant(RunText::elapsed(run, unix_time())) : QVariant();
    default:
      return display(run, column).toString().toLower();
  }
}

QVariant RunsModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const RunRecord& run = nodeOf(index).run;
  switch (role) {
    case Qt::DisplayRole:
      return display(run, index.column());
    case Qt::ToolTipRole:
      return plainTip(index.column() == NameColumn ? run.folder : RunText::summary(run));
    case Qt::TextAlignmentRole:
      if (index.column() >= LossColumn && index.column() <= SpeedColumn)
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
      return QVariant(Qt::AlignLeft | Qt::AlignVCenter);
    case SortRole:
      return sortKey(run, index.column());
    case RunRole:
      return run.run;
    case StateRole:
      return static_cast<int>(run.state);
    case SearchRole:
      return nodeOf(index).searched;
    case ProgressRole: {
      if (const auto transfer = m_transfers.find(run.run);
          transfer != m_transfers.end() && transfer->bytesTotal > 0)
        return static_cast<double>(transfer->bytesDone) / static_cast<double>(transfer->bytesTotal);
      const auto progress = RunText::progress(run);
      return progress ? QVariant(*progress) : QVariant();
    }
    default:
      return {};
  }
}

QVariant RunsModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
  switch (section) {
    case StateColumn:
      return tr("State");
    case NameColumn:
      return tr("Name");
    case ProgressColumn:
      return tr("Step");
    case LossColumn:
      return tr("Loss");
    case EvalLossColumn:
      return tr("Eval loss");
    case SpeedColumn:
      return tr("Tokens/s");
    case StartedColumn:
      return tr("Started");
    case DurationColumn:
      return tr("Duration");
    case TargetColumn:
      return tr("Target");
    default:
      return {};
  }
}

}  // namespace trainyard
