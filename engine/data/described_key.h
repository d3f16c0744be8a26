// SPDX-License-Identifier: GPL-3.0-or-later
// What prepared data depends on, from the description of the experiment's sections: a field that is
// added to a section is in the key of the cache without being named, so that data of another value
// is never taken for its own.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/contract/experiment/field.h"
#include "engine/contract/result.h"
#include "engine/data/text_sources.h"

namespace trainyard {

// Of the document, to a path of this machine.
using ResolvePath = std::function<std::filesystem::path(const std::string&)>;
// Paths of fields: "data.text_column".
using FieldNames = std::vector<std::string_view>;

// The fields of one section, which outlives them; the experiment that their `get` and `set` are
// given is not looked at.
template <class S>
std::vector<FieldInfo> described_fields(const std::string& name, S& section) {
  std::vector<FieldInfo> fields;
  Section<S> described(name, [&section](Experiment&) -> S& { return section; }, fields);
  describe(described);
  return fields;
}

// The values of fields that change numbers, but of those in `without`. Of a path that is what lies
// there: of a file its checksum, of a folder those of its files. Errors: what could not be read.
Result<Map> key_of_fields(const std::vector<FieldInfo>& fields, const FieldNames& without);

template <class S>
Result<Map> described_key(const std::string& name, S section, const FieldNames& without) {
  return key_of_fields(described_fields(name, section), without);
}

// Makes the fields that are paths those of this machine.
void resolve_fields(const std::vector<FieldInfo>& fields, const ResolvePath& resolve);

template <class S>
S with_paths(const std::string& name, S section, const ResolvePath& resolve) {
  resolve_fields(described_fields(name, section), resolve);
  return section;
}

// What the result depends on as far as every kind of preparing has it: the bytes of the sources,
// the held out share, if given all of the tokenizer's files, and this program's ways.
Result<Map> source_key(const TextSources& sources,
                       const std::optional<std::filesystem::path>& tokenizer,
                       const PrepareProgress& progress);

// Fields that are in no key: files and tokenizer, whose content source_key() has, those that choose
// among examples that are prepared, and what is held out where nothing is.
FieldNames fields_outside_keys(const TextSources& sources);

// Adds the entries of another key.
void append(Map& key, Map more);

}  // namespace trainyard
