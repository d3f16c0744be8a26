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

#include "engine/contract/describe/field.h"
#include "engine/contract/result.h"
#include "engine/data/text_sources.h"

namespace trainyard {

// Of the document, to a path of this machine.
using ResolvePath = std::function<std::filesystem::path(const std::string&)>;
// Paths of fields: "data.text_column".
using FieldNames = std::vector<std::string_view>;

// One field with its value, as it stands in a section.
struct FieldValue {
  const FieldDescription* field;
  Value value;
};

// The values of fields that change numbers, but of those in `without`. Of a path that is what lies
// there: of a file its checksum, of a folder those of its files. Errors: what could not be read.
Result<Map> key_of_fields(const std::vector<FieldValue>& fields, const FieldNames& without);

template <class S>
Result<Map> described_key(const std::string& name, const S& section, const FieldNames& without) {
  Section<S> described(name);
  describe(described);
  std::vector<FieldValue> values;
  for (const Field<S>& field : described.fields()) values.push_back({&field, field.get(section)});
  return key_of_fields(values, without);
}

// A path or list of paths, as those of this machine.
Value resolved(const Value& value, const ResolvePath& resolve);

// The section with the paths of this machine.
template <class S>
S with_paths(S section, const ResolvePath& resolve) {
  Section<S> described;
  describe(described);
  for (const Field<S>& field : described.fields())
    if (field.is_path) field.set(section, resolved(field.get(section), resolve));
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
