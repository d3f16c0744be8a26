// SPDX-License-Identifier: GPL-3.0-or-later
// What tests of importing share: files of tests/fixtures/import, and what came of them.
#pragma once

#include <algorithm>
#include <gtest/gtest.h>
#include <string>
#include <utility>
#include <vector>

#include "engine/contract/experiment/field_info.h"
#include "engine/contract/experiment/reader.h"
#include "engine/contract/experiment/scalar.h"
#include "remote/import/final_notes.h"
#include "remote/import/import.h"
#include "engine/contract/files/whole_file.h"

namespace trainyard {

inline ImportSource fixture(const std::string& name) {
  const auto text =
      read_file(std::string(TRAINYARD_SOURCE_DIR) + "/tests/fixtures/import/" + name, 1 << 20);
  EXPECT_TRUE(text) << name;
  return {name, text ? *text : std::string()};
}

inline std::vector<ImportSource> fixtures(const std::vector<std::string>& names) {
  std::vector<ImportSource> out;
  for (const std::string& name : names) out.push_back(fixture(name));
  return out;
}

// What came of the files: the experiment as our reader reads it.
struct ImportOutcome {
  Imported imported;
  Document document;

  // Keys for which nothing is left to do share a note.
  bool is_noted(const std::string& code, const std::string& key) const {
    return std::any_of(imported.notes.begin(), imported.notes.end(), [&](const Diagnostic& note) {
      const std::string found = get<std::string>(note.arguments, "key");
      return note.code == code &&
             (found == key || (is_joined_note(code) &&
                               (", " + found + ", ").find(", " + key + ", ") != std::string::npos));
    });
  }
  // The sentences of all notes of the code, one a line.
  std::string text(const std::string& code) const {
    std::string out;
    for (const Diagnostic& note : imported.notes)
      if (note.code == code) out += note.text + "\n";
    return out;
  }
  int line_of(const std::string& key) const {
    for (const Diagnostic& note : imported.notes)
      if (get<std::string>(note.arguments, "key") == key) return note.line;
    return -1;
  }
  std::string value(const std::string& path) const {
    return spell(find_field(path)->get(document.experiment));
  }
};

inline ImportOutcome import_all(const std::vector<ImportSource>& sources,
                                const ImportChoices& choices = {}) {
  auto imported = import_settings(sources, choices);
  EXPECT_TRUE(imported) << imported.error().message;
  if (!imported) return {};
  ImportOutcome out{*std::move(imported), {}};
  out.document = read_experiment(out.imported.document, "experiment.yaml");
  for (const Diagnostic& finding : out.document.diagnostics)
    EXPECT_TRUE(finding.severity != Severity::error || finding.code.starts_with("rule."))
        << to_line(finding);
  for (const Diagnostic& note : out.imported.notes)
    EXPECT_NE(note.severity, Severity::error) << to_line(note);
  return out;
}

inline ImportOutcome import_text(const std::string& text, ImportAs as = ImportAs::automatic) {
  return import_all({{"settings", text}}, {.as = as});
}

inline void expect_values(const ImportOutcome& out,
                          const std::vector<std::pair<std::string, std::string>>& expected) {
  for (const auto& [path, value] : expected) EXPECT_EQ(out.value(path), value) << path;
}

}  // namespace trainyard
