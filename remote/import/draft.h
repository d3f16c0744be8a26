// SPDX-License-Identifier: GPL-3.0-or-later
// The experiment being assembled from other trainers' files, with the origin of each value and
// notes about the rest.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/contract/describe/diagnostic.h"
#include "remote/import/setting.h"
#include "engine/contract/result.h"

namespace trainyard {

// Returns what follows the last slash.
std::string file_name_of(std::string_view path);
// "ds_config.json:12: optimizer.params.lr", without the folder: the document may be read on a
// different computer.
std::string place_of(const Origin& origin);

class Draft {
 public:
  // Sets the field at `path` to a value from a file, converted to the field's kind ("5e-5" becomes
  // a number, a single text a list of one). Values that the field does not allow are noted and
  // dropped; null only fits nullable fields. Two origins with different values are an error.
  void set(std::string_view path, const Value& value, const Origin& origin);

  // Sets a value that is the other trainer's default; it is written if it differs from the default
  // here. `words` becomes the comment above it.
  void set_default(std::string_view path, const Value& value, std::string words);

  // The same, but it is always written: a file asks for it without giving the value ("auto").
  void set_filled_in(std::string_view path, const Value& value, const Origin& origin);

  // A text for a separate file that the field at `path` refers to.
  void set_file(std::string_view path, std::string name, std::string text, const Origin& origin);
  struct File {
    std::string path, name, text;
    Origin origin;
  };
  // Removes them again, with a note for each.
  void leave_files();
  const std::vector<File>& files() const { return files_; }

  bool has(std::string_view path) const;              // set by a file
  const Value* value(std::string_view path) const;    // set or by default; null: neither
  const Origin* origin(std::string_view path) const;  // of a value that is set

  // Adds a message about a setting, with its key as the argument {key}.
  void note(const char* code, const Origin& origin, Map arguments = {},
            Severity severity = Severity::warning);

  void set_workload(std::string workload) { workload_ = std::move(workload); }

  // Records why the files cannot be read as one experiment; only the first error counts.
  void refuse(Error error);
  void refuse_conflict(const Origin& first, const Value& first_value, const Origin& second,
                       const Value& second_value, std::string_view field);
  const std::optional<Error>& refusal() const { return refusal_; }

  const std::vector<Diagnostic>& notes() const { return notes_; }

  // Returns the document: `heading` as its first comment, then every value below a comment about
  // its origin, in field order.
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

// The whole number that a file sets for the field.
std::optional<std::int64_t> whole_in(const Draft& draft, std::string_view path);

}  // namespace trainyard
