// SPDX-License-Identifier: GPL-3.0-or-later
// database_points FILE [SINCE]: prints what is logged into a tracker's database while it goes on, a
// point a line as JSON, until its input ends; then how the last read ended.
#include <poll.h>
#include <unistd.h>

#include <cstdlib>
#include <iostream>

#include "engine/contract/json.h"
#include "engine/trackers/tracker_database.h"

using namespace trainyard;

int main(int count, char** arguments) {
  if (count < 2) return 2;
  TrackerDatabase database(arguments[1], count > 2 ? std::atof(arguments[2]) : 0);
  const auto read = [&] {
    const auto outcome = database.read(1 << 20, [](const std::string& run, TrackedPoint point) {
      Map values;
      for (const auto& [name, value] : point.values) values.emplace_back(name, value);
      Map line{{"run", run}, {"values", values}};
      if (point.step) line.emplace_back("step", *point.step);
      if (point.time) line.emplace_back("time", *point.time);
      std::cout << to_json(line) << "\n";
    });
    std::cout.flush();
    return outcome;
  };
  using Outcome = TrackerDatabase::Outcome;
  pollfd input{STDIN_FILENO, POLLIN, 0};
  while (::poll(&input, 1, 2) == 0) read();
  // What was changed a moment ago is read a moment later; a transaction that was not ended never
  // is.
  Outcome outcome = read();
  for (int looks = 0; looks < 20 && (outcome == Outcome::more || outcome == Outcome::unclear);) {
    looks = outcome == Outcome::more ? 0 : looks + 1;
    ::poll(nullptr, 0, 10);
    outcome = read();
  }
  const char* const names[] = {"all", "more", "unclear", "damaged"};
  std::cout << names[static_cast<int>(outcome)] << "\n";
  return 0;
}
