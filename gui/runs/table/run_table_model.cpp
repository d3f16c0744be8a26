// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/table/run_table_model.h"

#include <QMimeData>
#include <algorithm>

#include "engine/system/unix_time.h"
#include "gui/forms/plain_tip.h"
#include "gui/runs/records/run_text.h"
#include "gui/runs/table/run_columns.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

constexpr int shownAtFirst = 10;  // as many as there are colours
// A view looks for the row of each change: of more of them it is told at once.
constexpr qsizetype mostSingleChanges = 100;

bool isStoredKey(const QString& key) {
  return !RunColumns::settingOf(key).isEmpty() || !RunColumns::metricOf(key).isEmpty();
}

// The store has no curves in its table: their column carries the last value.
QString asStored(const QString& key) {
  return key.startsWith("curve:"_L1) ? u"last:"_s + RunColumns::metricOf(key) : key;
}

}  // namespace

RunTableModel::RunTableModel(const RunRecords* records) : m_records(records) {
  connect(records, &RunRecords::changed, this, &RunTableModel::noteRecords);
}

void RunTableModel::setKeys(const QStringList& keys) {
  if (keys == m_keys) return;
  beginResetModel();
  m_keys = keys;
  endResetModel();
}

QStringList RunTableModel::storedKeys() const {
  QStringList stored;
  for (const QString& key : m_keys)
    if (isStoredKey(key)) stored << asStored(key);
  stored.removeDuplicates();
  return stored;
}

std::vector<RunTableModel::Group> RunTableModel::grouped(const RunTable& table) {
  std::vector<Group> groups;
  m_tasks.clear();
  for (const RunTableGroup& group : table.groups) groups.push_back({group, {}, {}});
  for (const RunTableRow& row : table.rows) {
    Group& group = groups[static_cast<std::size_t>(row.group)];
    group.everyRun << row.run;
    const RunRecord* run = m_records->find(row.run);
    const bool isTask = run && !run->parent.isEmpty();
    if (isTask) m_tasks[run->parent] << row.run;
    if (!isTask || !isFolded(run->parent)) group.rows.push_back(row);
  }
  return groups;
}

void RunTableModel::setFolded(const QString& array, bool isFolded) {
  if (!isArray(array) || isFolded == this->isFolded(array)) return;
  if (isFolded)
    m_unfolded.remove(array);
  else
    m_unfolded.insert(array);
  setTable(m_table, m_storedKeys, Order::asRead);
}

void RunTableModel::setTable(const RunTable& table, const QStringList& storedKeys, Order order) {
  QHash<QString, int> values;
  for (int i = 0; i < storedKeys.size(); ++i) values.insert(storedKeys[i], i);
  m_table = table;
  m_storedKeys = storedKeys;
  std::vector<Group> groups = grouped(table);
  m_valueOfKey = values;
  m_varying = table.varying;
  if (order == Order::kept && updateInPlace(groups)) return;
  beginResetModel();
  m_isFilled = true;
  m_groups = std::move(groups);
  m_places.clear();
  for (std::size_t group = 0; group < m_groups.size(); ++group)
    for (std::size_t row = 0; row < m_groups[group].rows.size(); ++row)
      m_places.insert(m_groups[group].rows[row].run,
                      {static_cast<int>(group), static_cast<int>(row)});
  noteShown();
  noteColours();
  endResetModel();
}

// If the same runs are in the same groups, only their values are taken over.
bool RunTableModel::updateInPlace(const std::vector<Group>& groups) {
  if (!m_isFilled || groups.size() != m_groups.size()) return false;
  for (std::size_t i = 0; i < groups.size(); ++i)
    if (groups[i].rows.size() != m_groups[i].rows.size() ||
        groups[i].about.key != m_groups[i].about.key)
      return false;
  for (std::size_t group = 0; group < groups.size(); ++group)
    for (const RunTableRow& row : groups[group].rows) {
      const auto place = m_places.find(row.run);
      if (place == m_places.end() || place->first != static_cast<int>(group)) return false;
    }
  for (std::size_t group = 0; group < groups.size(); ++group) {
    m_groups[group].about = groups[group].about;
    for (const RunTableRow& row : groups[group].rows) {
      RunTableRow& mine = m_groups[group].rows[static_cast<std::size_t>(m_places[row.run].second)];
      if (mine.values == row.values) continue;
      mine.values = row.values;
      const QModelIndex at = indexOf(row.run);
      emit dataChanged(at, at.siblingAtColumn(columnCount() - 1));
    }
  }
  noteShown();
  noteColours();
  return true;
}

QString RunTableModel::groupTitle(const QString& run) const {
  const auto place = m_places.find(run);
  return place == m_places.end() ? QString()
                                 : m_groups[static_cast<std::size_t>(place->first)].about.title;
}

void RunTableModel::noteShown() {
  m_shown.clear();
  for (const Group& group : m_groups)
    for (const QString& id : group.everyRun)
      if (const RunRecord* run = m_records->find(id); run && run->isShown) m_shown.insert(id);
  if (!m_shown.isEmpty() || m_groups.empty()) return;
  for (const QString& id : m_groups.front().everyRun)
    if (const RunRecord* run = m_records->find(id);
        run && run->step && m_shown.size() < shownAtFirst)
      m_shown.insert(id);
}

QStringList RunTableModel::withCurves(const QStringList& runs) const {
  QStringList out;
  for (const QString& run : runs) out += isArray(run) ? tasksOf(run) : QStringList{run};
  out.removeDuplicates();
  return out;
}

QString RunTableModel::arrayOf(const QString& task) const {
  const RunRecord* run = m_records->find(task);
  return run && isArray(run->parent) ? run->parent : QString();
}

bool RunTableModel::isShown(const QString& run) const {
  const auto tasks = m_tasks.constFind(run);
  if (tasks == m_tasks.constEnd()) return m_shown.contains(run);
  return std::ranges::any_of(*tasks, [this](const QString& task) { return isShown(task); });
}

// What is shown gets the lowest colour that is free when it is first shown, and keeps it as long as
// no other has it; so sorting and grouping change no colour, and of many runs the shown ones alone
// count. The hidden ones follow.
void RunTableModel::noteColours() {
  std::vector<const RunRecord*> inOrder;
  for (const Group& group : m_groups)
    for (const QString& id : group.everyRun)
      if (const RunRecord* run = m_records->find(id); run && !isArray(id)) inOrder.push_back(run);
  std::ranges::stable_sort(inOrder, {}, &RunRecord::created);
  const auto hidden = std::ranges::stable_partition(
      inOrder, [this](const RunRecord* run) { return m_shown.contains(run->run); });
  m_colours.clear();
  QSet<int> taken;
  const auto give = [&](const RunRecord* run, int colour) {
    m_colours.insert(run->run, colour);
    taken.insert(colour);
  };
  for (const RunRecord* run : inOrder)
    if (run->colour >= 0) give(run, run->colour);
  const auto giveKept = [&](const RunRecord* run) {
    const int kept = m_keptColours.value(run->run, -1);
    if (!m_colours.contains(run->run) && kept >= 0 && !taken.contains(kept)) give(run, kept);
  };
  int free = 0;  // none below it is
  const auto giveFree = [&](const RunRecord* run) {
    while (taken.contains(free)) ++free;
    if (!m_colours.contains(run->run)) give(run, free);
  };
  const std::ranges::subrange shown(inOrder.begin(), hidden.begin());
  std::ranges::for_each(shown, giveKept);
  std::ranges::for_each(shown, giveFree);
  // What is hidden has lost a colour that another one took.
  m_keptColours.removeIf([&](const std::pair<const QString&, int&>& kept) {
    return !m_shown.contains(kept.first) && taken.contains(kept.second);
  });
  for (const RunRecord* run : shown) m_keptColours.insert(run->run, m_colours.value(run->run));
  std::ranges::for_each(hidden, giveKept);
  std::ranges::for_each(hidden, giveFree);
}

void RunTableModel::noteRecords(const QStringList& runs, bool) {
  if (runs.size() > mostSingleChanges) return noteAllRows(markColumn, columnCount() - 1);
  for (const QString& run : runs) {
    const QModelIndex at = indexOf(run);
    if (at.isValid())
      emit dataChanged(at.siblingAtColumn(markColumn), at.siblingAtColumn(columnCount() - 1));
  }
}

int RunTableModel::colourOf(const QString& run) const { return m_colours.value(run, 0); }

QStringList RunTableModel::runs() const {
  QStringList all;
  for (const Group& group : m_groups)
    for (const RunTableRow& row : group.rows)
      if (const RunRecord* run = m_records->find(row.run); run && run->parent.isEmpty())
        all << row.run;
  return all;
}

QStringList RunTableModel::runsAndTasks() const {
  QStringList all;
  for (const Group& group : m_groups) all += group.everyRun;
  return all;
}

QStringList RunTableModel::shown() const {
  QStringList all;
  for (const Group& group : m_groups)
    for (const QString& run : group.everyRun)
      if (m_shown.contains(run)) all << run;
  return all;
}

void RunTableModel::setShown(const QStringList& runs) {
  m_shown = QSet<QString>(runs.begin(), runs.end());
  noteColours();
  noteAllRows(markColumn, markColumn);
}

void RunTableModel::noteAllRows(int firstColumn, int lastColumn) {
  for (std::size_t group = 0; group < m_groups.size(); ++group)
    if (!m_groups[group].rows.empty())
      emit dataChanged(createIndex(0, firstColumn, static_cast<quintptr>(group + 1)),
                       createIndex(static_cast<int>(m_groups[group].rows.size()) - 1, lastColumn,
                                   static_cast<quintptr>(group + 1)));
}

int RunTableModel::numRuns() const { return static_cast<int>(runs().size()); }

const RunTableRow* RunTableModel::rowAt(const QModelIndex& index) const {
  if (!index.isValid() || isGroup(index)) return nullptr;
  return &m_groups[index.internalId() - 1].rows[static_cast<std::size_t>(index.row())];
}

const RunTableGroup& RunTableModel::groupOf(const QModelIndex& index) const {
  return m_groups[isGroup(index) ? static_cast<std::size_t>(index.row()) : index.internalId() - 1]
      .about;
}

QString RunTableModel::runAt(const QModelIndex& index) const {
  const RunTableRow* row = rowAt(index);
  return row ? row->run : QString();
}

const RunRecord* RunTableModel::recordAt(const QModelIndex& index) const {
  const RunTableRow* row = rowAt(index);
  return row ? m_records->find(row->run) : nullptr;
}

QVariant RunTableModel::valueAt(const QModelIndex& index) const {
  const RunTableRow* row = rowAt(index);
  if (!row || index.column() < nameColumn) return {};
  const auto value = m_valueOfKey.find(asStored(m_keys[index.column() - nameColumn]));
  return value != m_valueOfKey.end() && *value < row->values.size() ? row->values[*value]
                                                                    : QVariant();
}

bool RunTableModel::isBest(const QModelIndex& index) const {
  if (!m_keys.value(index.column() - nameColumn).startsWith("best:"_L1)) return false;
  const RunTableGroup& group = groupOf(index);
  const QVariant value = valueAt(index);
  return group.runs > 1 && group.best.isValid() && value.isValid() && value == group.best;
}

QModelIndex RunTableModel::indexOf(const QString& run) const {
  const auto place = m_places.find(run);
  if (place == m_places.end()) return {};
  return createIndex(place->second, nameColumn, static_cast<quintptr>(place->first + 1));
}

QModelIndex RunTableModel::index(int row, int column, const QModelIndex& parent) const {
  if (!hasIndex(row, column, parent)) return {};
  return createIndex(row, column,
                     parent.isValid() ? static_cast<quintptr>(parent.row() + 1) : quintptr{0});
}

QModelIndex RunTableModel::parent(const QModelIndex& index) const {
  if (!index.isValid() || isGroup(index)) return {};
  return createIndex(static_cast<int>(index.internalId()) - 1, 0, quintptr{0});
}

int RunTableModel::rowCount(const QModelIndex& parent) const {
  if (!parent.isValid()) return static_cast<int>(m_groups.size());
  if (!isGroup(parent) || parent.column() > 0) return 0;
  return static_cast<int>(m_groups[static_cast<std::size_t>(parent.row())].rows.size());
}

int RunTableModel::columnCount(const QModelIndex&) const {
  return nameColumn + static_cast<int>(m_keys.size());
}

QVariant RunTableModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  if (isGroup(index))
    return role == Qt::DisplayRole && index.column() == 0 ? QVariant(groupOf(index).title)
                                                          : QVariant();
  const RunRecord* run = recordAt(index);
  if (!run) return {};
  const QString key = m_keys.value(index.column() - nameColumn);
  switch (role) {
    case RunRole:
      return run->run;
    case KeyRole:
      return key;
    case ValueRole:
      return valueAt(index);
    case Qt::DisplayRole:
      if (index.column() == markColumn) return {};
      if (key == "progress"_L1)
        return RunColumns::progressText(*run, m_records->transferOf(run->run), unix_time());
      return RunColumns::text(key, *run, valueAt(index), unix_time());
    case Qt::ToolTipRole:
      if (index.column() == markColumn)
        return plainTip(isShown(run->run)
                            ? tr("Its curves are shown. Click the eye to hide them (Space).")
                            : tr("Click the eye to show its curves (Space)."));
      return plainTip(key == "name"_L1 && !run->note.isEmpty() ? run->note
                                                               : RunText::summary(*run));
    case Qt::AccessibleTextRole:
      if (index.column() == markColumn) return isShown(run->run) ? tr("shown") : tr("hidden");
      return {};
    default:
      return {};
  }
}

Qt::ItemFlags RunTableModel::flags(const QModelIndex& index) const {
  const Qt::ItemFlags flags = QAbstractItemModel::flags(index);
  return index.isValid() ? flags | Qt::ItemIsDragEnabled : flags;
}

// Of the row of a group, all of its runs; of a task, its array.
QMimeData* RunTableModel::mimeData(const QModelIndexList& indexes) const {
  QStringList runs;
  for (const QModelIndex& index : indexes) {
    if (isGroup(index))
      for (const RunTableRow& row : m_groups[static_cast<std::size_t>(index.row())].rows)
        runs << row.run;
    else
      runs << runAt(index);
  }
  for (QString& run : runs)
    if (const QString array = arrayOf(run); !array.isEmpty()) run = array;
  runs.removeDuplicates();
  auto* data = new QMimeData;
  data->setData(runsType(), runs.join(u'\n').toUtf8());
  return data;
}

QVariant RunTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || section < nameColumn) return {};
  const QString key = m_keys.value(section - nameColumn);
  if (role == Qt::DisplayRole) return RunColumns::title(key);
  if (role == Qt::ToolTipRole) return plainTip(RunColumns::description(key));
  if (role == KeyRole) return key;
  if (role == Qt::TextAlignmentRole)
    return QVariant((RunColumns::kind(key) == RunColumns::Kind::number || key == "progress"_L1
                         ? Qt::AlignRight
                         : Qt::AlignLeft) |
                    Qt::AlignVCenter);
  return {};
}

}  // namespace trainyard
