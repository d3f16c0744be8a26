// SPDX-License-Identifier: GPL-3.0-or-later
// What prepared data depends on, derived from the description of the experiment's sections: a field
// added to a section is automatically part of the cache key, so that data made with a different
// value is never reused.
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

// Resolves a path in the document on this machine.
using ResolvePath = std::function<std::filesystem::path(const std::string&)>;
// Paths of fields, such as "data.text_column".
using FieldNames = std::vector<std::string_view>;

// A field with its value in a section.
struct FieldValue {
  const FieldDescription* field;
  Value value;
};

// Returns the values of fields that affect results, except those in `without`. A path is replaced
// by its content: the checksum of a file, or of a folder's files. Errors: read errors.
Result<Map> key_of_fields(const std::vector<FieldValue>& fields, const FieldNames& without);

template <class S>
Result<Map> described_key(const std::string& name, const S& section, const FieldNames& without) {
  Section<S> described(name);
  describe(described);
  std::vector<FieldValue> values;
  for (const Field<S>& field : described.fields()) values.push_back({&field, field.get(section)});
  return key_of_fields(values, without);
}

// Resolves a path or list of paths on this machine.
Value resolved(const Value& value, const ResolvePath& resolve);

// Returns the section with paths resolved on this machine.
template <class S>
S with_paths(S section, const ResolvePath& resolve) {
  Section<S> described;
  describe(described);
  for (const Field<S>& field : described.fields())
    if (field.is_path) field.set(section, resolved(field.get(section), resolve));
  return section;
}

// The part of the key common to all kinds of data: the bytes of the sources, the held-out share,
// the tokenizer's files if given, and the version of this program's processing.
Result<Map> source_key(const TextSources& sources,
                       const std::optional<std::filesystem::path>& tokenizer,
                       const PrepareProgress& progress);

// Fields that are in no key: files and tokenizer, whose content is in source_key(); fields that
// select among prepared examples; those of streams, which are not prepared; and the held-out share
// if nothing is held out.
FieldNames fields_outside_keys(const TextSources& sources);

// Adds the entries of another key.
void append(Map& key, Map more);

}  // namespace trainyard
