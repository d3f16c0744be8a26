#include "gui/runs/runs_model.h"

#include <QDateTime>
#include <QSet>
#include <algorithm>

#include "gui/charts/axis_ticks.h"
#include "gui/forms/quantity_words.h"
#include "gui/runs/run_words.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

constexpr int clockMilliseconds = 1000;

double now() { return static_cast<double>(QDateTime::currentMSecsSinceEpoch()) / 1000; }

QString optionalNumber(const std::optional<double>& value) { return value ? readOut(*value) : QString(); }

}  // namespace

RunsModel::RunsModel(QObject* parent) : QAbstractTableModel(parent) {
  m_clock.setInterval(clockMilliseconds);
  connect(&m_clock, &QTimer::timeout, this, &RunsModel::tick);
  m_clock.start();
}

void RunsModel::tick() {
  for (int row = 0; row < m_runs.size(); ++row)
    if (m_runs[row].state == RunState::running) emit dataChanged(index(row, StartedColumn), index(row, DurationColumn), {Qt::DisplayRole});
}

void RunsModel::setRuns(const QList<RunRecord>& runs) {
  if (m_runs.isEmpty()) {
    beginResetModel();
    m_runs = runs;
    endResetModel();
    return;
  }
  QSet<QString> wanted;
  for (const RunRecord& run : runs) wanted.insert(run.run);
  for (qsizetype row = m_runs.size() - 1; row >= 0; --row)
    if (!wanted.contains(m_runs[row].run)) remove(QString(m_runs[row].run));
  // From the oldest on, so that new ones end in the order of the list.
  for (auto run = runs.rbegin(); run != runs.rend(); ++run) update({*run});
}

void RunsModel::update(const QList<RunRecord>& runs) {
  for (const RunRecord& run : runs) {
    const int row = rowOf(run.run);
    if (row >= 0) {
      m_runs[row] = run;
      emit dataChanged(index(row, 0), index(row, ColumnCount - 1));
      continue;
    }
    const auto place = std::find_if(m_runs.cbegin(), m_runs.cend(), [&](const RunRecord& other) { return other.created <= run.created; });
    const int at = static_cast<int>(place - m_runs.cbegin());
    beginInsertRows({}, at, at);
    m_runs.insert(at, run);
    endInsertRows();
  }
}

void RunsModel::remove(const QString& run) {
  const int row = rowOf(run);
  if (row < 0) return;
  beginRemoveRows({}, row, row);
  m_runs.removeAt(row);
  endRemoveRows();
}

int RunsModel::rowOf(const QString& run) const {
  for (int row = 0; row < m_runs.size(); ++row)
    if (m_runs[row].run == run) return row;
  return -1;
}

const RunRecord* RunsModel::find(const QString& run) const {
  const int row = rowOf(run);
  return row < 0 ? nullptr : &m_runs[row];
}

int RunsModel::rowCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : static_cast<int>(m_runs.size()); }

int RunsModel::columnCount(const QModelIndex& parent) const { return parent.isValid() ? 0 : ColumnCount; }

QVariant RunsModel::display(const RunRecord& run, int column) const {
  switch (column) {
    case StateColumn: return RunWords::state(run.state);
    case NameColumn: return run.name;
    case ProgressColumn:
      if (!run.step) return QString();
      return run.totalSteps ? u"%1 / %2"_s.arg(*run.step).arg(*run.totalSteps) : QString::number(*run.step);
    case LossColumn: return optionalNumber(run.trainLoss);
    case EvalLossColumn: return optionalNumber(run.evalLoss);
    case SpeedColumn: return run.tokensPerSecond ? QLocale().toString(*run.tokensPerSecond, 'f', 0) : QString();
    case StartedColumn: return QuantityWords::moment(run.started > 0 ? run.started : run.created, now());
    case DurationColumn: return run.started > 0 ? QuantityWords::duration(RunWords::elapsed(run, now())) : QString();
    case TargetColumn: return run.target == u"here"_s ? tr("This computer") : run.target;
    default: return {};
  }
}

QVariant RunsModel::sortKey(const RunRecord& run, int column) const {
  switch (column) {
    case StateColumn: return static_cast<int>(run.state);
    case ProgressColumn: return RunWords::progress(run).value_or(-1);
    case LossColumn: return run.trainLoss.value_or(1e300);
    case EvalLossColumn: return run.evalLoss.value_or(1e300);
    case SpeedColumn: return run.tokensPerSecond.value_or(-1);
    case StartedColumn: return run.created;
    case DurationColumn: return RunWords::elapsed(run, now());
    default: return display(run, column).toString().toLower();
  }
}

QVariant RunsModel::data(const QModelIndex& index, int role) const {
  if (!checkIndex(index, CheckIndexOption::IndexIsValid)) return {};
  const RunRecord& run = m_runs[index.row()];
  switch (role) {
    case Qt::DisplayRole: return display(run, index.column());
    case Qt::ToolTipRole: return index.column() == NameColumn ? run.folder : RunWords::sentence(run);
    case Qt::TextAlignmentRole:
      if (index.column() >= LossColumn && index.column() <= SpeedColumn) return QVariant(Qt::AlignRight | Qt::AlignVCenter);
      return QVariant(Qt::AlignLeft | Qt::AlignVCenter);
    case SortRole: return sortKey(run, index.column());
    case RunRole: return run.run;
    case StateRole: return static_cast<int>(run.state);
    case ProgressRole: {
      const auto progress = RunWords::progress(run);
      return progress ? QVariant(*progress) : QVariant();
    }
    default: return {};
  }
}

QVariant RunsModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
  switch (section) {
    case StateColumn: return tr("State");
    case NameColumn: return tr("Name");
    case ProgressColumn: return tr("Step");
    case LossColumn: return tr("Loss");
    case EvalLossColumn: return tr("Eval loss");
    case SpeedColumn: return tr("Tokens/s");
    case StartedColumn: return tr("Started");
    case DurationColumn: return tr("Duration");
    case TargetColumn: return tr("Target");
    default: return {};
  }
}

}  // namespace trainyard
