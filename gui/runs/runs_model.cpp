#include "gui/runs/runs_model.h"

#include <QSet>
#include <algorithm>

#include "engine/contract/unix_time.h"
#include "gui/charts/axis_ticks.h"
#include "gui/forms/quantity_words.h"
#include "gui/runs/run_words.h"
#include "gui/targets/target_words.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

constexpr int clockMilliseconds = 1000;
constexpr int secondsOfMoments = 30;

QString optionalNumber(const std::optional<double>& value) {
  return value ? readOut(*value) : QString();
}

// From the oldest on, so that new ones end in the order of the list, and runs before the tasks of
// their arrays.
QList<RunRecord> runsBeforeTasks(QList<RunRecord> runs) {
  std::reverse(runs.begin(), runs.end());
  std::stable_partition(runs.begin(), runs.end(),
                        [](const RunRecord& run) { return run.parent.isEmpty(); });
  return runs;
}

}  // namespace

struct RunsModel::Node {
  RunRecord run;
  Node* above = nullptr;
  std::vector<std::unique_ptr<Node>> below;

  int row() const {
    const auto place = std::find_if(above->below.begin(), above->below.end(),
                                    [&](const auto& node) { return node.get() == this; });
    return static_cast<int>(place - above->below.begin());
  }
};

RunsModel::RunsModel(QObject* parent)
    : QAbstractItemModel(parent), m_top(std::make_unique<Node>()) {
  m_clock.setInterval(clockMilliseconds);
  connect(&m_clock, &QTimer::timeout, this, &RunsModel::tick);
  m_clock.start();
}

RunsModel::~RunsModel() = default;

void RunsModel::tick() {
  if (++m_seconds % secondsOfMoments == 0)  // "4 min ago"
    for (const Node* node : std::as_const(m_byName)) {
      const QModelIndex started = indexOf(*node).siblingAtColumn(StartedColumn);
      emit dataChanged(started, started, {Qt::DisplayRole});
    }
  for (const Node* node : std::as_const(m_byName)) {
    if (node->run.state != RunState::running) continue;
    const QModelIndex first = indexOf(*node);
    emit dataChanged(first.siblingAtColumn(StartedColumn), first.siblingAtColumn(DurationColumn),
                     {Qt::DisplayRole});
  }
}

void RunsModel::setRuns(const QList<RunRecord>& runs) {
  if (m_byName.isEmpty()) {
    beginResetModel();
    for (const RunRecord& run : runsBeforeTasks(runs)) put(run, placeOf(run));
    endResetModel();
    return;
  }
  QSet<QString> wanted;
  for (const RunRecord& run : runs) wanted.insert(run.run);
  for (const QString& known : m_byName.keys())
    if (!wanted.contains(known)) remove(known);
  update(runs);
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
    const QModelIndex first = indexOf(*node);
    emit dataChanged(first, first.siblingAtColumn(ColumnCount - 1));
  }
}

RunsModel::Place RunsModel::placeOf(const RunRecord& run) const {
  Node* above = m_byName.value(run.parent, m_top.get());
  const auto comesAfter = [&](const std::unique_ptr<Node>& other) {
    return above == m_top.get() ? other->run.created <= run.created
                                : other->run.arrayIndex.value_or(0) > run.arrayIndex.value_or(0);
  };
  return {above,
          static_cast<int>(std::find_if(above->below.begin(), above->below.end(), comesAfter) -
                           above->below.begin())};
}

void RunsModel::put(const RunRecord& run, const Place& place) {
  const auto added = place.above->below.insert(place.above->below.begin() + place.row,
                                               std::make_unique<Node>(Node{run, place.above, {}}));
  m_byName.insert(run.run, added->get());
}

void RunsModel::insert(const RunRecord& run) {
  const Place place = placeOf(run);
  beginInsertRows(place.above == m_top.get() ? QModelIndex() : indexOf(*place.above), place.row,
                  place.row);
  put(run, place);
  endInsertRows();
  QList<RunRecord> orphans;  // tasks that came before their run
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
  const int row = node->row();
  Node* above = node->above;
  beginRemoveRows(above == m_top.get() ? QModelIndex() : indexOf(*above), row, row);
  takeDown(*node);
  above->below.erase(above->below.begin() + row);
  endRemoveRows();
}

void RunsModel::takeDown(Node& node) {
  for (const auto& task : node.below) takeDown(*task);
  m_byName.remove(node.run.run);
  m_transfers.remove(node.run.run);
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

bool RunsModel::hasTasks() const {
  return std::any_of(m_top->below.begin(), m_top->below.end(),
                     [](const auto& node) { return !node->below.empty(); });
}

const RunsModel::Node& RunsModel::nodeOf(const QModelIndex& index) const {
  return index.isValid() ? *static_cast<const Node*>(index.constInternalPointer()) : *m_top;
}

QModelIndex RunsModel::indexOf(const Node& node) const {
  return createIndex(node.row(), 0, const_cast<Node*>(&node));
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
    return (RunWords::isReading(*transfer) ? tr("read: %1 %") : tr("sent: %1 %"))
        .arg(100 * transfer->bytesDone / transfer->bytesTotal);
  if (!run.step) return {};
  return run.totalSteps ? u"%1 / %2"_s.arg(*run.step).arg(*run.totalSteps)
                        : QString::number(*run.step);
}

QVariant RunsModel::display(const RunRecord& run, int column) const {
  switch (column) {
    case StateColumn:
      return RunWords::state(run);
    case NameColumn:
      return RunWords::name(run);
    case ProgressColumn:
      return progressText(run);
    case LossColumn:
      return optionalNumber(run.trainLoss);
    case EvalLossColumn:
      return optionalNumber(run.evalLoss);
    case SpeedColumn:
      return run.tokensPerSecond ? QLocale().toString(*run.tokensPerSecond, 'f', 0) : QString();
    case StartedColumn:
      return QuantityWords::moment(run.started > 0 ? run.started : run.created, unix_time());
    case DurationColumn:
      return run.started > 0 ? QuantityWords::duration(RunWords::elapsed(run, unix_time()))
                             : QString();
    case TargetColumn:
      return TargetWords::name(run.target);
    default:
      return {};
  }
}

QVariant RunsModel::sortKey(const RunRecord& run, int column) const {
  switch (column) {
    case StateColumn:
      return static_cast<int>(run.state);
    case ProgressColumn:
      return RunWords::progress(run).value_or(-1);
    case LossColumn:
      return run.trainLoss.value_or(1e300);
    case EvalLossColumn:
      return run.evalLoss.value_or(1e300);
    case SpeedColumn:
      return run.tokensPerSecond.value_or(-1);
    case StartedColumn:
      return run.created;
    case DurationColumn:
      return RunWords::elapsed(run, unix_time());
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
      return index.column() == NameColumn ? run.folder : RunWords::sentence(run);
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
    case ProgressRole: {
      if (const auto transfer = m_transfers.find(run.run);
          transfer != m_transfers.end() && transfer->bytesTotal > 0)
        return static_cast<double>(transfer->bytesDone) / static_cast<double>(transfer->bytesTotal);
      const auto progress = RunWords::progress(run);
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
