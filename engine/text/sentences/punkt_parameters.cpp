// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/text/sentences/punkt_parameters.h"

#include <algorithm>
#include <array>

#include "engine/contract/json.h"
#include "engine/contract/messages.h"
#include "engine/contract/files/whole_file.h"
#include "engine/text/sentences/punkt_file.h"
#include "engine/text/unicode/utf8.h"

namespace trainyard {
namespace {

std::int64_t line_of_byte(std::string_view text, std::int64_t byte) {
  const auto end = std::clamp<std::int64_t>(byte, 0, static_cast<std::int64_t>(text.size()));
  return 1 + std::count(text.begin(), text.begin() + end, '\n');
}

// Why the text is not JSON, and on which line.
Error broken_json(std::string_view text, const std::string& file, const Error& error) {
  std::int64_t line = 1;
  if (const Value* problem = find(error.arguments, "problem")) {
    const Map* inner = problem->get_if<Map>();
    const Value* arguments = inner == nullptr ? nullptr : find(*inner, "arguments");
    if (arguments != nullptr && arguments->get_if<Map>() != nullptr)
      line = line_of_byte(text, get<std::int64_t>(*arguments->get_if<Map>(), "byte", 1) - 1);
  }
  return damaged_punkt_file(file, line, as_argument(error));
}

Error bad_entry(const std::string& file, const char* key, std::size_t index, const char* code) {
  return damaged_punkt_file(
      file, 0,
      as_argument(
          make_error(code, {{"key", key}, {"entry", static_cast<std::int64_t>(index + 1)}})));
}

Result<List> list_at(const Map& top, const char* key, const std::string& file) {
  const Value* value = find(top, key);
  const List* list = value == nullptr ? nullptr : value->get_if<List>();
  if (list == nullptr)
    return damaged_punkt_file(file, 0,
                              as_argument(make_error("sentences.no_list", {{"key", key}})));
  return *list;
}

template <typename Types>
Result<void> read_types(const Map& top, const char* key, const std::string& file, Types& types) {
  TRY(const List list, list_at(top, key, file));
  for (std::size_t i = 0; i < list.size(); ++i) {
    const auto type = json_text(list[i]);
    if (!type || type->empty()) return bad_entry(file, key, i, "sentences.no_type");
    types.insert(*type);
  }
  return {};
}

Result<void> read_collocations(const Map& top, const std::string& file, PunktParameters& out) {
  TRY(const List list, list_at(top, "collocations", file));
  for (std::size_t i = 0; i < list.size(); ++i) {
    const List* pair = list[i].get_if<List>();
    const bool is_pair = pair != nullptr && pair->size() == 2;
    const auto first = is_pair ? json_text((*pair)[0]) : std::nullopt;
    const auto second = is_pair ? json_text((*pair)[1]) : std::nullopt;
    if (!first || !second) return bad_entry(file, "collocations", i, "sentences.no_pair");
    out.collocations.emplace(*first, *second);
  }
  return {};
}

Result<void> read_contexts(const Map& top, const std::string& file, PunktParameters& out) {
  const Value* value = find(top, "orthographic_context");
  const Map* contexts = value == nullptr ? nullptr : value->get_if<Map>();
  if (contexts == nullptr)
    return damaged_punkt_file(file, 0, as_argument(make_error("sentences.no_contexts", {})));
  for (std::size_t i = 0; i < contexts->size(); ++i) {
    const auto& [type, bits] = (*contexts)[i];
    const std::int64_t* number = bits.get_if<std::int64_t>();
    if (number == nullptr || *number < 0 || *number > max_punkt_context)
      return bad_entry(file, "orthographic_context", i, "sentences.bad_context");
    out.orthographic_context[type] = static_cast<std::uint32_t>(*number);
  }
  return {};
}

// Entries in brackets, one per line.
template <typename Entries, typename Write>
void append_entries(std::string& out, const char* key, std::string_view brackets,
                    const Entries& entries, const Write& write, bool is_last = false) {
  out.append(" \"").append(key).append("\": ").append(brackets.substr(0, 1));
  const char* separator = "\n  ";
  for (const auto& entry : entries) {
    out += separator;
    write(entry);
    separator = ",\n  ";
  }
  out.append(brackets.substr(1)).append(is_last ? "}\n" : ",\n");
}

}  // namespace

Error damaged_punkt_file(const std::string& file, std::int64_t line, Map reason) {
  if (line == 0) return make_error("sentences.damaged", {{"file", file}, {"reason", reason}});
  return make_error("sentences.damaged_line", {{"file", file}, {"line", line}, {"reason", reason}});
}

Result<std::string> read_punkt_text(const std::filesystem::path& file) {
  TRY(std::string text, read_file(file, max_punkt_bytes));
  if (const auto fault = find_invalid_utf8(text))
    return damaged_punkt_file(file.string(), static_cast<std::int64_t>(fault->line),
                              as_argument(make_error("sentences.not_utf8", {})));
  return text;
}

Result<PunktParameters> PunktParameters::from_json(std::string_view text, const std::string& file) {
  const auto document = parse_json(text);
  if (!document) return broken_json(text, file, document.error());
  const Map* top = document->get_if<Map>();
  if (top == nullptr || get<std::string>(*top, "format") != "punkt")
    return damaged_punkt_file(file, 0, as_argument(make_error("sentences.no_format", {})));
  if (get<std::int64_t>(*top, "version") != 1)
    return damaged_punkt_file(file, 0, as_argument(make_error("sentences.other_version", {})));
  PunktParameters out;
  TRY(read_types(*top, "abbreviations", file, out.abbreviations));
  TRY(read_collocations(*top, file, out));
  TRY(read_types(*top, "sentence_starters", file, out.sentence_starters));
  TRY(read_contexts(*top, file, out));
  return out;
}

Result<PunktParameters> PunktParameters::read_json(const std::filesystem::path& file) {
  TRY(const std::string text, read_punkt_text(file));
  return from_json(text, file.string());
}

Result<PunktParameters> PunktParameters::read(const std::filesystem::path& path) {
  std::error_code failed;
  if (std::filesystem::is_directory(path, failed)) return read_punkt_tab(path);
  return read_json(path);
}

std::string PunktParameters::to_json() const {
  std::string out = "{\"format\": \"punkt\", \"version\": 1,\n";
  const auto text = [&](const std::string& content) { out += trainyard::to_json(Value(content)); };
  append_entries(out, "abbreviations", "[]", abbreviations, text);
  append_entries(out, "collocations", "[]", collocations, [&](const auto& pair) {
    out += trainyard::to_json(Value(List{pair.first, pair.second}));
  });
  append_entries(out, "sentence_starters", "[]", sentence_starters, text);
  append_entries(
      out, "orthographic_context", "{}", orthographic_context,
      [&](const auto& entry) {
        text(entry.first);
        out.append(": ").append(std::to_string(entry.second));
      },
      true);
  return out;
}

Result<void> PunktParameters::write_json(const std::filesystem::path& file) const {
  return write_file_atomically(file, to_json());
}

}  // namespace trainyard
