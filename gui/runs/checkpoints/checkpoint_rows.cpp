// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/checkpoints/checkpoint_rows.h"

#include <algorithm>

#include "engine/contract/run/run_folder.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

const QString checkpointFolder = u"checkpoints/"_s;

// The name of its folder in checkpoints/; empty where it lies elsewhere.
QString checkpointNameOf(const QString& path) {
  QString name = path;
  if (!name.startsWith(checkpointFolder)) return {};
  name.remove(0, checkpointFolder.size());
  return name.contains(u'/') ? QString() : name;
}

// "step-00000400.tmp-0002": what an attempt writes, or wrote when it ended; "….damaged-0002": what
// a resume set aside.
struct UnfinishedName {
  qint64 step;
  bool isWritten;  // it could still be
};

std::optional<UnfinishedName> unfinishedFrom(const QString& name) {
  for (const QString& mark : {u".tmp-"_s, u".damaged-"_s})
    if (const qsizetype at = name.indexOf(mark); at > 0)
      if (const auto step = checkpoint_step(name.first(at).toStdString()))
        return UnfinishedName{*step, mark == u".tmp-"_s};
  return std::nullopt;
}

// Of several records of a step the newest counts: an attempt that resumed wrote it again.
QMap<qint64, CheckpointRow> reportedRows(const CheckpointFacts& facts) {
  QMap<qint64, CheckpointRow> rows;
  for (const CheckpointRecord& record : facts.written) {
    CheckpointRow row;
    row.step = record.step;
    row.name = checkpointNameOf(record.path);
    row.path = record.path;
    row.time = record.time;
    if (record.bytes > 0) row.bytes = record.bytes;
    row.stallSeconds = record.stallSeconds;
    row.writeSeconds = record.writeSeconds;
    rows.insert(record.step, row);
  }
  return rows;
}

// What the listing says of what was reported, and what it has besides.
void applyListing(const CheckpointListing& listing, bool isOpen, QMap<qint64, CheckpointRow>& rows,
                  QList<CheckpointRow>& unfinished) {
  QStringList folders;
  for (const TargetFile& file : listing.files)
    if (file.kind == FileKind::folder) folders << file.name;
  for (CheckpointRow& row : rows) {
    if (row.name.isEmpty()) continue;
    const bool isNewer = row.time > listing.time;
    row.state =
        folders.contains(row.name) || isNewer ? CheckpointState::saved : CheckpointState::removed;
  }
  for (const TargetFile& file : listing.files) {
    if (file.kind != FileKind::folder) continue;
    CheckpointRow row;
    row.name = file.name;
    row.path = checkpointFolder + file.name;
    row.time = file.modified;
    if (const auto step = checkpoint_step(file.name.toStdString()); step && !rows.contains(*step)) {
      row.step = *step;
      row.state = CheckpointState::saved;
      rows.insert(*step, row);
    } else if (const auto begun = unfinishedFrom(file.name)) {
      row.step = begun->step;
      row.state =
          begun->isWritten && isOpen ? CheckpointState::beingWritten : CheckpointState::incomplete;
      unfinished << row;
    }
  }
}

void addKeptReasons(const CheckpointFacts& facts, CheckpointRows& rows) {
  rows.keepLast =
      std::max<qint64>(1, facts.settings.value(u"checkpoint.keep_last"_s, 1).toLongLong());
  const qint64 resumed = facts.attempts.isEmpty() ? 0 : facts.attempts.back().resumeStep;
  qint64 place = 0;
  for (CheckpointRow& row : rows.there) {
    if (!row.isUsable()) continue;
    if (++place == 1)
      row.keptFor << CheckpointReason::last;
    else if (place <= rows.keepLast)
      row.keptFor << CheckpointReason::oneOfLast;
    if (row.step == rows.best) row.keptFor << CheckpointReason::best;
    if (facts.isOpen && resumed > 0 && row.step == resumed)
      row.keptFor << CheckpointReason::resumed;
  }
}

}  // namespace

CheckpointRows CheckpointRows::of(const CheckpointFacts& facts) {
  CheckpointRows out;
  QMap<qint64, CheckpointRow> rows = reportedRows(facts);
  QList<CheckpointRow> unfinished;
  if (facts.listing) applyListing(*facts.listing, facts.isOpen, rows, unfinished);
  for (const CheckpointRow& row : rows) (row.isThere() ? out.there : out.removed) << row;
  out.there << unfinished;
  std::ranges::stable_sort(out.there, std::greater(), &CheckpointRow::step);
  for (QList<CheckpointRow>* list : {&out.there, &out.removed})
    for (CheckpointRow& row : *list)
      for (const EvaluatedMetric& metric : facts.evaluated) {
        const auto value = metric.values.find(row.step);
        row.values << (value == metric.values.end() ? std::nullopt : std::optional(*value));
      }
  // Training's own word counts more than the curve, in which an evaluation may be missing.
  if (facts.listing && !facts.listing->best.isEmpty()) {
    const auto step = checkpoint_step(facts.listing->best.toStdString());
    if (step) out.best = *step;
  } else if (!facts.evaluated.isEmpty()) {
    out.best = facts.evaluated.front().best();
  }
  if (out.best && std::ranges::none_of(out.there, [&](const CheckpointRow& row) {
        return row.step == out.best && row.isUsable();
      }))
    out.best.reset();
  addKeptReasons(facts, out);
  return out;
}

const CheckpointRow* CheckpointRows::find(qint64 step) const {
  for (const QList<CheckpointRow>* list : {&there, &removed})
    for (const CheckpointRow& row : *list)
      if (row.step == step) return &row;
  return nullptr;
}

const CheckpointRow* CheckpointRows::newest() const {
  const auto found = std::ranges::find_if(there, &CheckpointRow::isUsable);
  return found == there.end() ? nullptr : &*found;
}

qint64 CheckpointRows::bytes() const {
  qint64 sum = 0;
  for (const CheckpointRow& row : there) sum += row.bytes.value_or(0);
  return sum;
}

}  // namespace trainyard
