// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/instructions/preference_columns.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "engine/contract/messages.h"
#include "engine/data/texts/first_columns.h"
#include "engine/data/text_file.h"
#include "engine/system/comma_list.h"

namespace trainyard {

namespace {

constexpr std::string_view kPreferences[] = {"label",  "labels", "chosen", "rejected",  "score",
                                             "scores", "rating", "reward", "preference"};

std::vector<std::string> preferences_in(const std::filesystem::path& path) {
  const auto file = TextFile::open(path);
  if (!file) return {};
  auto columns = columns_of(*file);
  if (!columns) return {};
  std::erase_if(*columns, [](const std::string& name) {
    return std::ranges::find(kPreferences, name) == std::end(kPreferences);
  });
  return *std::move(columns);
}

}  // namespace

std::vector<Error> preference_columns_left(const TextSources& sources) {
  std::vector<Error> notes;
  for (const Split split : all_splits)
    for (const std::filesystem::path& path : sources.files(split)) {
      const std::vector<std::string> found = preferences_in(path);
      if (found.empty()) continue;
      notes.push_back(
          make_error("instructions.preference_columns", {{"split", std::string(name_of(split))},
                                                         {"file", path.string()},
                                                         {"columns", comma_list(found)}}));
      break;
    }
  return notes;
}

}  // namespace trainyard
