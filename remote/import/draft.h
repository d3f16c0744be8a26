// SPDX-License-Identifier: GPL-3.0-or-later
// The experiment that grows out of files of other trainers, with where each value came from and
// what was said about the rest.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/contract/diagnostic.h"
#include "remote/import/setting.h"
#include "engine/contract/result.h"

namespace trainyard {

// What follows the last slash.
std::string file_name_of(std::string_view path);
// "ds_config.json:12: optimizer.params.lr", without the folder: documents are read elsewhere, too.
std::string place_of(const Origin& origin);

class Draft {
 public:
  // A value that a file gives for the field at `path`, brought to the field's kind ("5e-5" becomes
  // a number, one text a list of one). What the field does not allow is noted and left out; null
  // only fits fields that may be null. Two origins that give different values are a refusal.
  void set(std::string_view path, const Value& value, const Origin& origin);

  // A value that the other trainer takes where nothing is given; it stands where it differs from
  // the default here. `words` are the comment above it.
  void set_default(std::string_view path, const Value& value, std::string words);

  // The same, and it stands in any case: a file asks for it without saying it ("auto").
  void set_filled_in(std::string_view path, const Value& value, const Origin& origin);

  // A text that is a file of its own, which the field at `path` names.
  void set_file(std::string_view path, std::string name, std::string text, const Origin& origin);
  struct File {
    std::string path, name, text;
    Origin origin;
  };
  // Takes them out again, with a note for each.
  void leave_files();
  const std::vector<File>& files() const { return files_; }

  bool has(std::string_view path) const;              // given by a file
  const Value* value(std::string_view path) const;    // given or by default; null: neither
  const Origin* origin(std::string_view path) const;  // of what is given

  // A sentence about a setting, with its key as the argument {key}.
  void note(const char* code, const Origin& origin, Map arguments = {},
            Severity severity = Severity::warning);

  void set_workload(std::string workload) { workload_ = std::move(workload); }

  // What makes the files impossible to read as one experiment; the first one counts.
  void refuse(Error error);
  void refuse_conflict(const Origin& first, const Value& first_value, const Origin& second,
                       const Value& second_value, std::string_view field);
  const std::optional<Error>& refusal() const { return refusal_; }

  const std::vector<Diagnostic>& notes() const { return notes_; }

  // The document: `heading` as its first comment, then every value below the words about its
  // origin, in the order of the fields.
  std::string document(std::string_view heading, const std::string& name) const;

 private:
  struct Entry {
    Value value;
    std::optional<Origin> origin;  // absent: by default
    std::string words;
    bool is_always_written = true;
  };

  std::map<std::string, Entry, std::less<>> entries_;
  std::vector<Diagnostic> notes_;
  std::optional<Error> refusal_;
  std::string workload_ = "engine";
  std::vector<File> files_;
};

}  // namespace trainyard
