// SPDX-License-Identifier: GPL-3.0-or-later
// What help says of files and documents is what the contract says today.
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

#include "engine/contract/experiment/writer.h"
#include "engine/contract/run/events.h"

namespace trainyard {
namespace {

std::string help_page(const std::string& name) {
  std::ifstream file(HELP_FOLDER "/" + name, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// The row that begins with this word in the table of this section: other tables may have a row of
// the same word.
std::string row_of(const std::string& word, const std::string& section, const std::string& page) {
  std::istringstream lines(page);
  bool is_inside = false;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("## ")) is_inside = line == "## " + section;
    if (is_inside && line.starts_with("| `" + word + "`")) return line;
  }
  return {};
}

void expect_keys(const std::string& event, const std::vector<FieldDescription>& fields,
                 const std::string& row) {
  for (const FieldDescription& field : fields) {
    EXPECT_TRUE(row.find("`" + field.key + "`") != row.npos)
        << "formats.md does not name " << field.key << " of the event " << event;
    if (field.members) expect_keys(event, field.members(), row);
  }
}

}  // namespace

TEST(HelpPages, ParametersPageIsFresh) {
  const std::string kept = help_page("parameters.md");
  ASSERT_FALSE(kept.empty()) << "parameters.md is missing";
  EXPECT_TRUE(kept == parameters_markdown())
      << "resources/help/parameters.md is not what the contract says: ./dev build writes it again";
}

TEST(HelpPages, FormatsPageNamesTheKeysOfEvents) {
  const std::string page = help_page("formats.md");
  for (const auto& [event, fields] : {std::pair("header", descriptions_of<HeaderEvent>()),
                                      {"start", descriptions_of<StartEvent>()},
                                      {"progress", descriptions_of<ProgressEvent>()},
                                      {"metrics", descriptions_of<MetricsEvent>()},
                                      {"checkpoint", descriptions_of<CheckpointEvent>()},
                                      {"system", descriptions_of<SystemEvent>()},
                                      {"message", descriptions_of<MessageEvent>()},
                                      {"end", descriptions_of<EndEvent>()}})
    expect_keys(event, fields, row_of(event, "events.jsonl", page));
}

}  // namespace trainyard
