// SPDX-License-Identifier: GPL-3.0-or-later
// Reads what a program logs into a database of trackio or MLflow while it goes on. A row that was
// read is not read again.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/trackers/sqlite_tables.h"
#include "engine/trackers/tracker_reader.h"

namespace trainyard {

class TrackerDatabase {
 public:
  // What was logged before `since` (Unix seconds) is not passed on.
  TrackerDatabase(std::filesystem::path file, double since);

  enum class Outcome {
    all,      // everything is read, or there is nothing to read
    more,     // there are more rows
    unclear,  // it was in the middle of a change, and nothing was read
    damaged,  // as read up to the damage
  };
  // Passes on what is new, together with the name of its run, from about `limit` bytes of rows.
  using OnPoint = std::function<void(const std::string& run, TrackedPoint point)>;
  Outcome read(std::uint64_t limit, const OnPoint& on_point);

  // Set as soon as the tables are there: trackio, or mlflow_database.
  std::optional<TrackerKind> kind() const { return kind_; }

 private:
  struct NewPoint {
    std::string run;  // its id
    TrackedPoint point;
  };
  // What a look has found, which counts if its pages belong together.
  struct Found {
    std::vector<NewPoint> points;
    std::map<std::string, std::string> names;
    std::optional<std::int64_t> last_row;
    Outcome outcome = Outcome::all;
  };

  void find_tables();
  void read_rows(std::uint64_t limit, Found& found);
  bool find_beginning(Found& found);
  void find_names(Found& found);
  std::optional<double> time_of(const SqliteRow& row) const;
  NewPoint point_of(const SqliteRow& row) const;
  const std::string& label_of(const std::string& run);

  double since_;
  SqlitePages pages_;
  SqliteTables tables_{pages_};
  std::optional<TrackerKind> kind_;
  std::optional<std::uint32_t> schema_version_;
  SqliteTable rows_;                                   // what was logged
  std::optional<SqliteTable> runs_;                    // MLflow's table of runs
  std::optional<std::int64_t> last_row_;               // that was read; nothing: none was
  std::map<std::string, std::string> names_, labels_;  // of runs, by id
  std::map<std::string, std::string> owners_;          // ids of runs, by label
};

}  // namespace trainyard
