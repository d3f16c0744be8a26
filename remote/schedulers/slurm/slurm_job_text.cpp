// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/schedulers/slurm/slurm_job_text.h"

#include <algorithm>

namespace trainyard {
namespace {

// A name has few lines; a damaged record must not swallow the rest.
constexpr int maxLinesOfARecord = 16;
constexpr qint64 maxRestarts = 1'000'000;

bool isAbsent(QByteArrayView text) {
  return text.isEmpty() || text == "N/A" || text == "(null)" || text == "None" ||
         text == "Unknown" || text == "None assigned";
}

bool readState(QByteArrayView text, SlurmJobRow& row) {
  const qsizetype end = text.indexOf(' ');
  const QByteArrayView word = end < 0 ? text : text.first(end);
  if (word.isEmpty() || !std::all_of(word.begin(), word.end(),
                                     [](char c) { return (c >= 'A' && c <= 'Z') || c == '_'; }))
    return false;
  if (end >= 0 && (word != "CANCELLED" || !text.sliced(end).startsWith(" by "))) return false;
  row.state = word.toByteArray();
  row.isBySomebody = end >= 0;
  return true;
}

bool readShownId(QByteArrayView text, SlurmJobRow& row) {
  const qsizetype underscore = text.indexOf('_');
  const auto job = slurmNumber(underscore < 0 ? text : text.first(underscore));
  if (!job || *job == 0) return false;
  row.job = *job;
  if (underscore < 0) return true;
  QByteArrayView task = text.sliced(underscore + 1);
  if (!task.startsWith('[')) {
    const auto number = slurmNumber(task);
    if (!number || *number > 100'000'000) return false;
    row.task = static_cast<int>(*number);
    return true;
  }
  task = task.sliced(1);
  if (task.endsWith(']')) {
    row.tasks = slurmTasks(task.chopped(1));
    return row.tasks.has_value();
  }
  const qsizetype whole = task.lastIndexOf(',');
  row.tasks = whole > 0 ? slurmTasks(task.first(whole)) : std::nullopt;
  if (!row.tasks) return false;
  row.tasks->isCut = true;
  return true;
}

struct Ids {
  std::optional<QByteArrayView> array, task, raw;
};

// The id is printed more than once; if the values differ, the record is damaged.
bool agree(SlurmJobRow& row, const Ids& ids) {
  if (ids.array && slurmNumber(*ids.array) != row.job) return false;
  if (ids.raw) {
    const auto raw = slurmNumber(*ids.raw);
    if (!raw || (!row.task && raw != row.job)) return false;
  }
  if (!ids.task) return true;
  if (*ids.task == "N/A") return !row.task && !row.tasks;
  if (row.task) return slurmNumber(*ids.task) == *row.task;
  auto tasks = slurmTasks(*ids.task);
  if (!tasks || !row.tasks) return false;
  for (qsizetype i = 0; i < std::min(tasks->ranges.size(), row.tasks->ranges.size()); ++i)
    if (tasks->ranges[i] != row.tasks->ranges[i]) return false;
  row.tasks = std::move(tasks);
  return true;
}

bool isClock(QByteArrayView text) {
  return slurmDuration(text) || text == "UNLIMITED" || text == "INVALID" || text == "NOT_SET" ||
         text == "Partition_Limit" || isAbsent(text);
}

QByteArray presentText(QByteArrayView value) {
  return isAbsent(value) || value == "(null)" ? QByteArray() : value.toByteArray();
}

// Converts the columns of a record to a row; false if one of them is invalid.
bool readRow(const QList<QByteArrayView>& values, const QList<SlurmColumn>& columns,
             SlurmJobRow& row) {
  Ids ids;
  for (qsizetype i = 0; i < columns.size(); ++i) {
    const QByteArrayView value = values[i];
    const auto time = [&](std::optional<double>& into) {
      return (into = slurmTime(value)) || isAbsent(value);
    };
    bool good = true;
    switch (columns[i]) {
      case SlurmColumn::shownId:
        good = readShownId(value, row);
        break;
      case SlurmColumn::arrayId:
        ids.array = value;
        break;
      case SlurmColumn::task:
        ids.task = value;
        break;
      case SlurmColumn::rawId:
        ids.raw = value;
        break;
      case SlurmColumn::name:
        row.name = value.toByteArray();
        break;
      case SlurmColumn::folder:
        row.folder = value.toByteArray();
        break;
      case SlurmColumn::state:
        good = readState(value, row);
        break;
      case SlurmColumn::reason:
        row.reason = value.toByteArray();
        break;
      case SlurmColumn::nodes:
        row.nodes = isAbsent(value) || value.startsWith('(') ? QByteArray() : value.toByteArray();
        break;
      case SlurmColumn::start:
        good = time(row.start);
        break;
      case SlurmColumn::end:
        good = time(row.end);
        break;
      case SlurmColumn::submitted:
        good = time(row.submitted);
        break;
      case SlurmColumn::limit:
        row.limitSeconds = slurmDuration(value), good = isClock(value);
        break;
      case SlurmColumn::elapsed:
        row.elapsedSeconds = slurmDuration(value), good = isClock(value);
        break;
      case SlurmColumn::number:
        good = slurmNumber(value).has_value();
        break;
      case SlurmColumn::restarts:
        if (const auto number = slurmNumber(value); number && *number <= maxRestarts)
          row.restarts = static_cast<int>(*number);
        else
          good = value.isEmpty();
        break;
      case SlurmColumn::exitCode:
        row.exit = slurmExit(value);
        break;
      case SlurmColumn::derivedExitCode:
        row.derivedExit = slurmExit(value);
        break;
      case SlurmColumn::waitStatus:
        if (const auto status = slurmNumber(value); status && *status <= 0xffff)
          row.exit = SlurmExit{static_cast<int>(*status >> 8), static_cast<int>(*status & 0x7f)};
        else
          row.exit = slurmExit(value);
        break;
      case SlurmColumn::nodeCount:
        row.nodeCount = slurmNumber(value).value_or(0), good = slurmNumber(value).has_value();
        break;
      case SlurmColumn::user:
        row.user = value.toByteArray();
        break;
      case SlurmColumn::account:
        row.account = presentText(value);
        break;
      case SlurmColumn::qos:
        row.qos = presentText(value);
        break;
      case SlurmColumn::partition:
        row.partition = presentText(value);
        break;
      case SlurmColumn::priority:
        row.priority = slurmNumber(value).value_or(0), good = slurmNumber(value).has_value();
        break;
      case SlurmColumn::tres:
        row.tres = presentText(value);
        break;
      case SlurmColumn::tresPerNode:
        row.tresPerNode = presentText(value);
        break;
      case SlurmColumn::other:
        break;
    }
    if (!good) return false;
  }
  return agree(row, ids);
}

class RecordReader {
 public:
  explicit RecordReader(const SlurmLayout& layout)
      : m_layout(layout), m_name(layout.columns.indexOf(SlurmColumn::name)) {}

  bool read(QByteArrayView record, SlurmJobRow& row) {
    m_values.clear();
    qsizetype begin = 0;
    for (qsizetype i = 0; i <= record.size(); ++i) {
      if (i < record.size() && record[i] != m_layout.separator) continue;
      m_values.append(record.sliced(begin, i - begin));
      begin = i + 1;
    }
    const qsizetype columns = m_layout.columns.size(), surplus = m_values.size() - columns;
    if (surplus < 0) return false;
    if (surplus > 0) {
      // Additional separators are part of the name. If there are as many as in a complete record,
      // two records were merged.
      if (m_name < 0 || surplus >= columns - 1) return false;
      const QByteArrayView first = m_values[m_name], last = m_values[m_name + surplus];
      m_values[m_name] = QByteArrayView(first.data(), last.data() + last.size());
      m_values.remove(m_name + 1, surplus);
    }
    row = SlurmJobRow{};
    return readRow(m_values, m_layout.columns, row);
  }

 private:
  const SlurmLayout& m_layout;
  const qsizetype m_name;
  QList<QByteArrayView> m_values;
};

}  // namespace

SlurmJobRows readJobRows(QByteArrayView text, const SlurmLayout& layout) {
  SlurmJobRows found;
  QList<QByteArrayView> lines = slurmLines(text);
  if (!text.isEmpty() && !text.endsWith('\n')) lines.removeLast(), ++found.damaged;
  RecordReader reader(layout);
  SlurmJobRow row;
  for (qsizetype i = 0; i < lines.size();) {
    qsizetype taken = 0;
    for (qsizetype count = 1; count <= maxLinesOfARecord && i + count <= lines.size(); ++count) {
      const QByteArrayView last = lines[i + count - 1];
      SlurmJobRow whole;
      if (count > 1 && reader.read(last, whole))
        break;  // the next record starts: what came before it was damaged
      if (!reader.read(QByteArrayView(lines[i].data(), last.data() + last.size()), row)) continue;
      taken = count;
      break;
    }
    if (taken > 0)
      found.rows.append(row);
    else
      ++found.damaged;
    i += std::max<qsizetype>(taken, 1);
  }
  return found;
}

QByteArray squeueColumns() {
  QByteArray words;
  for (const char* column :
       {"JobArrayID", "ArrayJobID", "ArrayTaskID", "Name", "State", "Reason", "StartTime",
        "SubmitTime", "TimeUsed", "NumNodes", "NodeList", "WorkDir", "exit_code", "RestartCnt"})
    words += QByteArray(words.isEmpty() ? "" : ",") + column + ":" +
             (qstrcmp(column, "RestartCnt") == 0 ? "" : "\x1f");
  return words;
}

const SlurmLayout& squeueLayout() {
  using enum SlurmColumn;
  static const SlurmLayout layout{{shownId, arrayId, task, name, state, reason, start, submitted,
                                   elapsed, number, nodes, folder, waitStatus, restarts},
                                  '\x1f'};
  return layout;
}

QByteArray clusterQueueColumns() {
  QByteArray words;
  for (const char* column :
       {"JobArrayID", "ArrayJobID", "ArrayTaskID", "Name", "State", "Reason", "StartTime",
        "SubmitTime", "TimeUsed", "TimeLimit", "NumNodes", "NodeList", "UserName", "Account", "QOS",
        "Partition", "PriorityLong", "tres-alloc", "tres-per-node"})
    words += QByteArray(words.isEmpty() ? "" : ",") + column + ":" +
             (qstrcmp(column, "tres-per-node") == 0 ? "" : "\x1f");
  return words;
}

const SlurmLayout& clusterQueueLayout() {
  using enum SlurmColumn;
  static const SlurmLayout layout{
      {shownId, arrayId, task, name, state, reason, start, submitted, elapsed, limit, nodeCount,
       nodes, user, account, qos, partition, priority, tres, tresPerNode},
      '\x1f'};
  return layout;
}

QByteArray sacctColumns(bool hasRestarts) {
  return QByteArray(
             "JobIDRaw,JobID,JobName,State,ExitCode,DerivedExitCode,Elapsed,Start,End,NodeList,"
             "Reason,Submit,WorkDir") +
         (hasRestarts ? ",Restarts" : "");
}

const SlurmLayout& sacctLayout(bool hasRestarts) {
  using enum SlurmColumn;
  static const SlurmLayout without{{rawId, shownId, name, state, exitCode, derivedExitCode, elapsed,
                                    start, end, nodes, reason, submitted, folder},
                                   '\x1f'};
  static const SlurmLayout with{without.columns + QList{restarts}, '\x1f'};
  return hasRestarts ? with : without;
}

}  // namespace trainyard
