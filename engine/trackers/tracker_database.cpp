// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/trackers/tracker_database.h"

#include <algorithm>
#include <limits>
#include <set>
#include <utility>

#include "engine/system/iso_time.h"
#include "engine/trackers/database_values.h"

namespace trainyard {
namespace {

constexpr std::size_t max_runs = 10'000, max_runs_looked_at = 1000, max_id_bytes = 100,
                      max_label_bytes = 200;
constexpr std::uint64_t bytes_of_a_row = 64;  // at least

// The places in rows_.columns.
enum TrackioColumn { trackio_time, trackio_name, trackio_step, trackio_values, trackio_run };
enum MlflowColumn { mlflow_key, mlflow_number, mlflow_time, mlflow_run, mlflow_step, mlflow_nan };

std::string text_in(const SqliteValue& cell) {
  const auto* text = std::get_if<std::string>(&cell);
  return text ? *text : std::string();
}

std::optional<std::int64_t> integer_in(const SqliteValue& cell) {
  const auto* number = std::get_if<std::int64_t>(&cell);
  return number ? std::optional(*number) : std::nullopt;
}

// A real number without a fraction is an integer in the file.
std::optional<double> number_in(const SqliteValue& cell) {
  if (const auto* number = std::get_if<double>(&cell)) return *number;
  if (const auto* number = std::get_if<std::int64_t>(&cell)) return static_cast<double>(*number);
  return std::nullopt;
}

}  // namespace

TrackerDatabase::TrackerDatabase(std::filesystem::path file, double since)
    : since_(since), pages_(std::move(file)) {}

// Until its version 0.24, trackio knew a run by its name.
void TrackerDatabase::find_tables() {
  kind_.reset();
  runs_.reset();
  auto rows = tables_.find("metrics", {"timestamp", "run_name", "step", "metrics", "run_id"});
  if (!rows)
    rows = tables_.find("metrics", {"timestamp", "run_name", "step", "metrics", "run_name"});
  if (rows) kind_ = TrackerKind::trackio;
  if (!rows) {
    rows = tables_.find("metrics", {"key", "value", "timestamp", "run_uuid", "step", "is_nan"});
    runs_ = tables_.find("runs", {"run_uuid", "name"});
    if (rows && runs_) kind_ = TrackerKind::mlflow_database;
  }
  if (kind_) rows_ = *rows;
  schema_version_ = pages_.schema_version();
}

std::optional<double> TrackerDatabase::time_of(const SqliteRow& row) const {
  if (kind_ == TrackerKind::trackio)
    return seconds_from_iso(text_in(row.cells[trackio_time]), WithoutOffset::utc);
  const auto milliseconds = number_in(row.cells[mlflow_time]);
  return milliseconds ? std::optional(*milliseconds / 1000) : std::nullopt;
}

TrackerDatabase::NewPoint TrackerDatabase::point_of(const SqliteRow& row) const {
  NewPoint found;
  found.point.time = time_of(row);
  if (kind_ == TrackerKind::trackio) {
    found.run = text_in(row.cells[trackio_run]);
    found.point.step = integer_in(row.cells[trackio_step]);
    add_trackio_values(text_in(row.cells[trackio_values]), found.point.values);
    return found;
  }
  found.run = text_in(row.cells[mlflow_run]);
  found.point.step = integer_in(row.cells[mlflow_step]);
  const auto stored = number_in(row.cells[mlflow_number]);
  const bool is_nan = integer_in(row.cells[mlflow_nan]).value_or(0) != 0;
  if (stored || is_nan)
    found.point.values.emplace_back(text_in(row.cells[mlflow_key]),
                                    mlflow_value(stored.value_or(0), is_nan));
  return found;
}

// The first read begins where what was logged earlier ends, which may be much. Where rows were
// removed, later ones may have their numbers. False: there is too much behind it for one look.
bool TrackerDatabase::find_beginning(Found& found) {
  found.last_row = last_row_;
  if (last_row_) {
    bool is_there = true;
    tables_.each_backwards(rows_, [&](const SqliteRow& row) {
      is_there = row.number >= *last_row_;
      return false;
    });
    if (is_there) return true;
  }
  found.last_row = std::numeric_limits<std::int64_t>::min();
  return tables_.each_backwards(rows_, [&](const SqliteRow& row) {
    const auto time = time_of(row);
    if (time && *time >= since_) return true;
    found.last_row = row.number;
    return false;
  });
}

// Those of runs that have just begun are the last ones.
void TrackerDatabase::find_names(Found& found) {
  std::set<std::string, std::less<>> wanted;
  for (const NewPoint& each : found.points)
    if (!names_.contains(each.run)) wanted.insert(each.run);
  std::size_t num_rows = 0;
  if (!runs_ || wanted.empty()) return;
  tables_.each_backwards(*runs_, [&](const SqliteRow& row) {
    const std::string run = text_in(row.cells[0]);
    if (wanted.erase(run) > 0) found.names.emplace(run, text_in(row.cells[1]));
    return !wanted.empty() && ++num_rows < max_runs_looked_at;
  });
}

void TrackerDatabase::read_rows(std::uint64_t limit, Found& found) {
  if (!find_beginning(found)) {
    found.outcome = Outcome::more;
    return;
  }
  std::uint64_t bytes = 0;
  const bool is_whole = tables_.each_after(rows_, *found.last_row, [&](const SqliteRow& row) {
    found.last_row = row.number;
    bytes += bytes_of_a_row;
    for (const SqliteValue& cell : row.cells) bytes += text_in(cell).size();
    NewPoint point = point_of(row);
    const bool is_older = !point.point.time || *point.point.time < since_;
    if (!is_older && !point.run.empty() && point.run.size() <= max_id_bytes &&
        !point.point.values.empty()) {
      if (kind_ == TrackerKind::trackio)
        found.names.emplace(point.run, text_in(row.cells[trackio_name]));
      found.points.push_back(std::move(point));
    }
    return bytes < limit;
  });
  if (bytes >= limit) found.outcome = Outcome::more;
  if (!is_whole) found.outcome = Outcome::damaged;
  find_names(found);
}

// The run's name, as part of a path; with the beginning of its id, where another one has it.
const std::string& TrackerDatabase::label_of(const std::string& run) {
  const auto known = labels_.find(run);
  if (known != labels_.end()) return known->second;
  const auto name = names_.find(run);
  std::string label = name == names_.end() ? std::string() : name->second;
  std::replace(label.begin(), label.end(), '/', '-');
  if (label.empty() || label.size() > max_label_bytes || label.front() == '.') label = run;
  if (owners_.contains(label)) label += "-" + run.substr(0, 8);
  owners_.emplace(label, run);
  return labels_.emplace(run, std::move(label)).first->second;
}

TrackerDatabase::Outcome TrackerDatabase::read(std::uint64_t limit, const OnPoint& on_point) {
  const SqlitePages::Look look = pages_.begin();
  if (look == SqlitePages::Look::unclear) return Outcome::unclear;
  if (look != SqlitePages::Look::ready) return Outcome::all;
  if (schema_version_ != pages_.schema_version()) find_tables();
  Found found;
  if (kind_) read_rows(limit, found);
  if (!pages_.end()) {
    schema_version_.reset();
    return Outcome::unclear;
  }
  if (!kind_) return Outcome::all;
  if (found.outcome != Outcome::all) pages_.forget();
  last_row_ = found.last_row;
  for (auto& [run, name] : found.names)
    if (names_.size() < max_runs) names_.insert_or_assign(run, std::move(name));
  for (NewPoint& each : found.points)
    if (labels_.contains(each.run) || labels_.size() < max_runs)
      on_point(label_of(each.run), std::move(each.point));
  return found.outcome;
}

}  // namespace trainyard
