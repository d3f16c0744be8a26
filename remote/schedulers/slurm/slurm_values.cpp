// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/schedulers/slurm/slurm_values.h"

#include <algorithm>
#include <limits>

#include <QDateTime>
#include <QTimeZone>

#include "remote/values/numbers.h"

namespace trainyard {
namespace {

QList<QByteArrayView> splitAt(QByteArrayView text, char separator) {
  QList<QByteArrayView> parts;
  qsizetype begin = 0;
  for (qsizetype i = 0; i <= text.size(); ++i) {
    if (i < text.size() && text[i] != separator) continue;
    parts.append(text.sliced(begin, i - begin));
    begin = i + 1;
  }
  return parts;
}

std::optional<int> smallNumber(QByteArrayView text) {
  const auto number = slurmNumber(text);
  return number && *number <= std::numeric_limits<int>::max()
             ? std::optional(static_cast<int>(*number))
             : std::nullopt;
}

}  // namespace

std::optional<qint64> slurmNumber(QByteArrayView text) {
  if (text.isEmpty() || text.size() > 18) return std::nullopt;
  qint64 number = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return std::nullopt;
    number = number * 10 + (c - '0');
  }
  return number;
}

std::optional<qint64> slurmDuration(QByteArrayView text) {
  const QList<QByteArrayView> dayParts = splitAt(text, '-');
  if (dayParts.size() > 2) return std::nullopt;
  QList<qint64> numbers;
  for (const QByteArrayView part : splitAt(dayParts.last(), ':')) {
    const auto number = part.size() <= 9 ? slurmNumber(part) : std::nullopt;
    if (!number) return std::nullopt;
    numbers.append(*number);
  }
  if (numbers.size() > 3) return std::nullopt;
  if (dayParts.size() == 2) {  // days-hours[:minutes[:seconds]]
    const auto days = dayParts.first().size() <= 9 ? slurmNumber(dayParts.first()) : std::nullopt;
    if (!days) return std::nullopt;
    numbers.resize(3);
    return *days * 86400 + numbers[0] * 3600 + numbers[1] * 60 + numbers[2];
  }
  if (numbers.size() == 1) return numbers[0] * 60;
  if (numbers.size() == 2) return numbers[0] * 60 + numbers[1];
  return numbers[0] * 3600 + numbers[1] * 60 + numbers[2];
}

std::optional<double> slurmTime(QByteArrayView text) {
  if (const auto seconds = slurmNumber(text))
    return *seconds > 0 ? std::optional(static_cast<double>(*seconds)) : std::nullopt;
  if (text.size() != 19 || text[4] != '-' || text[7] != '-' || text[10] != 'T' || text[13] != ':' ||
      text[16] != ':')
    return std::nullopt;
  const auto part = [&](qsizetype at, qsizetype size) {
    return static_cast<int>(slurmNumber(text.sliced(at, size)).value_or(-1));
  };
  const QDate date(part(0, 4), part(5, 2), part(8, 2));
  const QTime time(part(11, 2), part(14, 2), part(17, 2));
  if (!date.isValid() || !time.isValid()) return std::nullopt;
  return static_cast<double>(QDateTime(date, time, Qt::UTC).toSecsSinceEpoch());
}

std::optional<SlurmExit> slurmExit(QByteArrayView text) {
  const QList<QByteArrayView> parts = splitAt(text, ':');
  if (parts.size() != 2) return std::nullopt;
  const auto code = smallNumber(parts[0]), signal = smallNumber(parts[1]);
  if (!code || !signal || *code > 255 || *signal > 255) return std::nullopt;
  return SlurmExit{*code, *signal};
}

std::optional<qint64> slurmMebibytes(QByteArrayView text) {
  if (text.endsWith('+')) text.chop(1);
  qint64 factor = 1;
  if (text.endsWith('M'))
    text.chop(1);
  else if (text.endsWith('G'))
    text.chop(1), factor = 1024;
  else if (text.endsWith('T'))
    text.chop(1), factor = 1024 * 1024;
  const auto number = text.size() <= 12 ? slurmNumber(text) : std::nullopt;
  return number ? std::optional(*number * factor) : std::nullopt;
}

QList<SlurmGpus> slurmGpus(QByteArrayView gres) {
  // Commas inside brackets belong to the sockets or indices of one entry.
  QByteArray bare;
  int depth = 0;
  for (const char c : gres) {
    if (c == '(') ++depth;
    if (depth == 0) bare.append(c);
    if (c == ')' && depth > 0) --depth;
  }
  QList<SlurmGpus> found;
  for (const QByteArrayView entry : splitAt(bare, ',')) {
    QList<QByteArrayView> parts = splitAt(entry.trimmed(), ':');
    if (parts.first() == "gres") parts.removeFirst();
    if (parts.isEmpty() || (parts.first() != "gpu" && parts.first() != "gres/gpu") ||
        parts.size() > 3)
      continue;
    SlurmGpus gpus;
    if (parts.size() == 3) gpus.type = parts[1].toByteArray();
    const auto count = parts.size() == 1 ? std::optional(1) : smallNumber(parts.last());
    if (count)
      gpus.count = *count;
    else if (parts.size() == 2)
      gpus.type = parts[1].toByteArray(), gpus.count = 1;
    else
      continue;
    if (gpus.count == 0) continue;
    const auto same = std::find_if(found.begin(), found.end(),
                                   [&](const SlurmGpus& known) { return known.type == gpus.type; });
    if (same != found.end())
      same->count = countSum(same->count, gpus.count);
    else
      found.append(gpus);
  }
  return found;
}

std::optional<bool> SlurmTasks::holds(int task) const {
  for (const Range& range : ranges)
    if (task >= range.first && task <= range.last && (task - range.first) % range.step == 0)
      return true;
  return isCut ? std::nullopt : std::optional(false);
}

std::optional<SlurmTasks> slurmTasks(QByteArrayView text) {
  if (const qsizetype percent = text.lastIndexOf('%'); percent >= 0) {
    if (!slurmNumber(text.sliced(percent + 1))) return std::nullopt;
    text = text.first(percent);
  }
  SlurmTasks tasks;
  if (text.endsWith("...")) {
    tasks.isCut = true;
    const qsizetype whole = text.lastIndexOf(',');  // what precedes it may be an incomplete number
    if (whole < 0) return std::nullopt;
    text = text.first(whole);
  }
  for (const QByteArrayView item : splitAt(text, ',')) {
    const QList<QByteArrayView> stepParts = splitAt(item, ':');
    const QList<QByteArrayView> ends = splitAt(stepParts.first(), '-');
    const auto first = smallNumber(ends.first()), last = smallNumber(ends.last());
    const auto step = stepParts.size() == 2 ? smallNumber(stepParts[1]) : std::optional(1);
    if (!first || !last || !step || *step < 1 || *last < *first || ends.size() > 2 ||
        stepParts.size() > 2)
      return std::nullopt;
    tasks.ranges.append({*first, *last, *step});
  }
  return tasks;
}

QList<QByteArrayView> slurmLines(QByteArrayView text) {
  QList<QByteArrayView> lines = splitAt(text, '\n');
  if (lines.last().isEmpty()) lines.removeLast();
  return lines;
}

}  // namespace trainyard
