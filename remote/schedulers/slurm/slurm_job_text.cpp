// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/schedulers/slurm/slurm_job_text.h"

#include <algorithm>
#include <iterator>
#include <utility>

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
using Reader = bool (*)(QByteArrayView value, SlurmJobRow& row, Ids& ids);

template <QByteArray SlurmJobRow::* member>
bool readBytes(QByteArrayView value, SlurmJobRow& row, Ids&) {
  return row.*member = value.toByteArray(), true;
}

template <QByteArray SlurmJobRow::* member>
bool readText(QByteArrayView value, SlurmJobRow& row, Ids&) {
  return row.*member = presentText(value), true;
}

template <std::optional<QByteArrayView> Ids::* member>
bool readId(QByteArrayView value, SlurmJobRow&, Ids& ids) {
  return ids.*member = value, true;
}

template <std::optional<double> SlurmJobRow::* member>
bool readTime(QByteArrayView value, SlurmJobRow& row, Ids&) {
  return (row.*member = slurmTime(value)) || isAbsent(value);
}

template <std::optional<qint64> SlurmJobRow::* member>
bool readClock(QByteArrayView value, SlurmJobRow& row, Ids&) {
  return row.*member = slurmDuration(value), isClock(value);
}

template <qint64 SlurmJobRow::* member>
bool readNumber(QByteArrayView value, SlurmJobRow& row, Ids&) {
  const auto number = slurmNumber(value);
  return row.*member = number.value_or(0), number.has_value();
}

template <std::optional<SlurmExit> SlurmJobRow::* member>
bool readExit(QByteArrayView value, SlurmJobRow& row, Ids&) {
  return row.*member = slurmExit(value), true;
}

bool readNodes(QByteArrayView value, SlurmJobRow& row, Ids&) {
  row.nodes = isAbsent(value) || value.startsWith('(') ? QByteArray() : value.toByteArray();
  return true;
}

bool readRestarts(QByteArrayView value, SlurmJobRow& row, Ids&) {
  const auto number = slurmNumber(value);
  if (!number || *number > maxRestarts) return value.isEmpty();
  return row.restarts = static_cast<int>(*number), true;
}

bool readWaitStatus(QByteArrayView value, SlurmJobRow& row, Ids&) {
  if (const auto status = slurmNumber(value); status && *status <= 0xffff)
    row.exit = SlurmExit{static_cast<int>(*status >> 8), static_cast<int>(*status & 0x7f)};
  else
    row.exit = slurmExit(value);
  return true;
}

constexpr std::pair<SlurmColumn, Reader> readers[] = {
    {SlurmColumn::shownId,
     [](QByteArrayView value, SlurmJobRow& row, Ids&) { return readShownId(value, row); }},
    {SlurmColumn::arrayId, readId<&Ids::array>},
    {SlurmColumn::task, readId<&Ids::task>},
    {SlurmColumn::rawId, readId<&Ids::raw>},
    {SlurmColumn::name, readBytes<&SlurmJobRow::name>},
    {SlurmColumn::folder, readBytes<&SlurmJobRow::folder>},
    {SlurmColumn::state,
     [](QByteArrayView value, SlurmJobRow& row, Ids&) { return readState(value, row); }},
    {SlurmColumn::reason, readBytes<&SlurmJobRow::reason>},
    {SlurmColumn::nodes, readNodes},
    {SlurmColumn::start, readTime<&SlurmJobRow::start>},
    {SlurmColumn::end, readTime<&SlurmJobRow::end>},
    {SlurmColumn::submitted, readTime<&SlurmJobRow::submitted>},
    {SlurmColumn::limit, readClock<&SlurmJobRow::limitSeconds>},
    {SlurmColumn::elapsed, readClock<&SlurmJobRow::elapsedSeconds>},
    {SlurmColumn::number,
     [](QByteArrayView value, SlurmJobRow&, Ids&) { return slurmNumber(value).has_value(); }},
    {SlurmColumn::restarts, readRestarts},
    {SlurmColumn::exitCode, readExit<&SlurmJobRow::exit>},
    {SlurmColumn::derivedExitCode, readExit<&SlurmJobRow::derivedExit>},
    {SlurmColumn::waitStatus, readWaitStatus},
    {SlurmColumn::nodeCount, readNumber<&SlurmJobRow::nodeCount>},
    {SlurmColumn::user, readBytes<&SlurmJobRow::user>},
    {SlurmColumn::account, readText<&SlurmJobRow::account>},
    {SlurmColumn::qos, readText<&SlurmJobRow::qos>},
    {SlurmColumn::partition, readText<&SlurmJobRow::partition>},
    {SlurmColumn::priority, readNumber<&SlurmJobRow::priority>},
    {SlurmColumn::tres, readText<&SlurmJobRow::tres>},
    {SlurmColumn::tresPerNode, readText<&SlurmJobRow::tresPerNode>},
    {SlurmColumn::other, [](QByteArrayView, SlurmJobRow&, Ids&) { return true; }}};

bool readRow(const QList<QByteArrayView>& values, const QList<SlurmColumn>& columns,
             SlurmJobRow& row) {
  Ids ids;
  for (qsizetype i = 0; i < columns.size(); ++i) {
    const auto reader = std::find_if(std::begin(readers), std::end(readers),
                                     [&](const auto& each) { return each.first == columns[i]; });
    if (!reader->second(values[i], row, ids)) return false;
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
