// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/safetensors.h"

#include <algorithm>
#include <fstream>
#include <limits>
#include <set>

#include "engine/contract/files/durable_file.h"
#include "engine/contract/files/downloaded_file.h"
#include "engine/contract/json.h"
#include "engine/contract/messages.h"

namespace trainyard {

namespace {

constexpr std::uint64_t header_limit = 100'000'000;

Error refused(const std::string& file, const Error& what) {
  return make_error("checkpoint.not_safetensors", {{"file", file}, {"what", as_argument(what)}});
}
Error refused(const std::string& file, const char* code, Map arguments = {}) {
  return refused(file, make_error(code, std::move(arguments)));
}

// The product of the shape and the element's size, or nothing if it overflows or a dimension is
// negative.
std::optional<std::uint64_t> byte_size(const TensorEntry& entry) {
  std::uint64_t size = dtype_bytes(entry.dtype);
  for (const std::int64_t extent : entry.shape)
    if (extent < 0 || __builtin_mul_overflow(size, static_cast<std::uint64_t>(extent), &size))
      return std::nullopt;
  return size;
}

Result<void> parse_entry(const Map& map, TensorEntry& entry) {
  const auto wrong = [&](const char* code) { return make_error(code, {{"tensor", entry.name}}); };
  const Value* dtype = find(map, "dtype");
  const Value* shape = find(map, "shape");
  const Value* offsets = find(map, "data_offsets");
  if (!dtype || !dtype->get_if<std::string>() || !shape || !shape->get_if<List>() || !offsets ||
      !offsets->get_if<List>())
    return wrong("safetensors.incomplete");
  entry.dtype = *dtype->get_if<std::string>();
  if (dtype_bytes(entry.dtype) == 0)
    return make_error("safetensors.dtype", {{"tensor", entry.name}, {"dtype", entry.dtype}});
  for (const Value& extent : *shape->get_if<List>()) {
    if (!extent.get_if<std::int64_t>()) return wrong("safetensors.shape");
    entry.shape.push_back(*extent.get_if<std::int64_t>());
  }
  const List& pair = *offsets->get_if<List>();
  if (pair.size() != 2 || !pair[0].get_if<std::int64_t>() || !pair[1].get_if<std::int64_t>())
    return wrong("safetensors.offsets");
  const std::int64_t begin = *pair[0].get_if<std::int64_t>(), end = *pair[1].get_if<std::int64_t>();
  if (begin < 0 || end < begin) return wrong("safetensors.backwards");
  entry.begin = static_cast<std::uint64_t>(begin);
  entry.end = static_cast<std::uint64_t>(end);
  const auto size = byte_size(entry);
  if (!size || *size != entry.end - entry.begin) return wrong("safetensors.size");
  return {};
}

Result<void> parse_members(const Map& members, SafetensorsHeader& header) {
  std::set<std::string> names;
  for (const auto& [name, value] : members) {
    if (!names.insert(name).second) return make_error("safetensors.twice", {{"tensor", name}});
    const Map* map = value.get_if<Map>();
    if (!map) return make_error("safetensors.no_tensor", {{"tensor", name}});
    if (name == "__metadata__") {
      for (const auto& [key, text] : *map) {
        if (!text.get_if<std::string>()) return make_error("safetensors.metadata", {});
        header.metadata[key] = *text.get_if<std::string>();
      }
      continue;
    }
    TensorEntry entry;
    entry.name = name;
    TRY(parse_entry(*map, entry));
    header.tensors.push_back(std::move(entry));
  }
  return {};
}

std::string header_text(const std::vector<TensorBytes>& tensors,
                        const std::map<std::string, std::string>& metadata) {
  Map members;
  Map notes;
  for (const auto& [key, text] : metadata) notes.emplace_back(key, text);
  if (!notes.empty()) members.emplace_back("__metadata__", notes);
  std::int64_t offset = 0;
  for (const TensorBytes& tensor : tensors) {
    const TensorEntry entry{.name = tensor.name, .dtype = tensor.dtype, .shape = tensor.shape};
    const auto size = static_cast<std::int64_t>(byte_size(entry).value_or(0));
    List shape;
    for (const std::int64_t extent : tensor.shape) shape.emplace_back(extent);
    members.emplace_back(tensor.name, Map{{"dtype", tensor.dtype},
                                          {"shape", shape},
                                          {"data_offsets", List{offset, offset + size}}});
    offset += size;
  }
  std::string text = to_json(Value(members));
  text.append((8 - text.size() % 8) % 8, ' ');
  return text;
}

}  // namespace

const TensorEntry* SafetensorsHeader::find(std::string_view name) const {
  const auto found = std::find_if(tensors.begin(), tensors.end(),
                                  [&](const TensorEntry& entry) { return entry.name == name; });
  return found == tensors.end() ? nullptr : &*found;
}

std::uint64_t dtype_bytes(std::string_view dtype) {
  static const std::map<std::string_view, std::uint64_t> sizes = {
      {"BOOL", 1}, {"U8", 1},  {"I8", 1},  {"F8_E5M2", 1}, {"F8_E4M3", 1},
      {"I16", 2},  {"U16", 2}, {"F16", 2}, {"BF16", 2},    {"I32", 4},
      {"U32", 4},  {"F32", 4}, {"I64", 8}, {"U64", 8},     {"F64", 8}};
  const auto found = sizes.find(dtype);
  return found == sizes.end() ? 0 : found->second;
}

Result<SafetensorsHeader> parse_safetensors_header(std::string_view head, std::uint64_t file_bytes,
                                                   const std::string& file) {
  if (file_bytes < 8 || head.size() < 8) return refused(file, "safetensors.short");
  std::uint64_t length = 0;
  for (int i = 7; i >= 0; --i) length = length << 8 | static_cast<unsigned char>(head[i]);
  if (length > header_limit)
    return refused(
        file, "safetensors.long_header",
        {{"bytes", static_cast<std::int64_t>(std::min<std::uint64_t>(length, INT64_MAX))},
         {"limit", static_cast<std::int64_t>(header_limit)}});
  if (length > file_bytes - 8 || length > head.size() - 8)
    return refused(file, "safetensors.header_end");
  const std::string_view text = head.substr(8, length);
  if (text.empty() || text.front() != '{') return refused(file, "safetensors.no_brace");
  Result<Value> json = parse_json(text);
  if (!json) return refused(file, json.error());
  const Map* members = json->get_if<Map>();
  if (!members) return refused(file, "safetensors.no_brace");

  SafetensorsHeader header;
  if (auto parsed = parse_members(*members, header); !parsed) return refused(file, parsed.error());
  std::sort(header.tensors.begin(), header.tensors.end(),
            [](const TensorEntry& a, const TensorEntry& b) {
              return a.begin != b.begin ? a.begin < b.begin : a.end < b.end;
            });
  std::uint64_t expected = 0;
  for (const TensorEntry& entry : header.tensors) {
    if (entry.begin != expected)
      return refused(file, entry.begin < expected ? "safetensors.overlap" : "safetensors.gap",
                     {{"tensor", entry.name}});
    expected = entry.end;
  }
  header.data_begin = 8 + length;
  if (header.data_begin + expected != file_bytes)
    return refused(file, "safetensors.file_size",
                   {{"bytes", static_cast<std::int64_t>(file_bytes)},
                    {"expected", static_cast<std::int64_t>(header.data_begin + expected)}});
  return header;
}

Result<SafetensorsHeader> read_safetensors_header(const std::filesystem::path& path) {
  std::error_code problem;
  const std::uint64_t file_bytes = std::filesystem::file_size(path, problem);
  std::ifstream stream(path, std::ios::binary);
  if (auto other = not_downloaded(path)) return *std::move(other);
  if (problem || !stream) return refused(path.string(), "safetensors.unreadable");
  std::string head(std::min<std::uint64_t>(file_bytes, 8), '\0');
  stream.read(head.data(), static_cast<std::streamsize>(head.size()));
  std::uint64_t length = 0;
  for (int i = static_cast<int>(head.size()) - 1; i >= 0; --i)
    length = length << 8 | static_cast<unsigned char>(head[i]);
  if (head.size() == 8 && length <= header_limit && length <= file_bytes - 8) {
    head.resize(8 + length);
    stream.read(head.data() + 8, static_cast<std::streamsize>(length));
    if (static_cast<std::uint64_t>(stream.gcount()) != length)
      return refused(path.string(), "safetensors.unreadable");
  }
  return parse_safetensors_header(head, file_bytes, path.string());
}

Result<void> read_tensor_bytes(const std::filesystem::path& path, const SafetensorsHeader& header,
                               const TensorEntry& entry, void* out) {
  return read_tensor_bytes(path, header, entry, 0, entry.end - entry.begin, out);
}

Result<void> read_tensor_bytes(const std::filesystem::path& path, const SafetensorsHeader& header,
                               const TensorEntry& entry, std::uint64_t first, std::uint64_t count,
                               void* out) {
  const auto past_the_end = [&] {
    return refused(path.string(), "safetensors.tensor_end", {{"tensor", entry.name}});
  };
  const std::uint64_t bytes = entry.end - entry.begin;
  if (first > bytes || count > bytes - first) return past_the_end();
  std::ifstream stream(path, std::ios::binary);
  stream.seekg(static_cast<std::streamoff>(header.data_begin + entry.begin + first));
  stream.read(static_cast<char*>(out), static_cast<std::streamsize>(count));
  if (static_cast<std::uint64_t>(stream.gcount()) != count) return past_the_end();
  return {};
}

Result<void> write_safetensors(const std::filesystem::path& path,
                               const std::vector<TensorBytes>& tensors,
                               const std::map<std::string, std::string>& metadata) {
  const std::string text = header_text(tensors, metadata);
  char length[8];
  for (int i = 0; i < 8; ++i) length[i] = static_cast<char>(text.size() >> (8 * i) & 0xff);
  TRY(auto file, DurableFile::create(path));
  TRY(file.write(length, 8));
  TRY(file.write(text.data(), text.size()));
  for (const TensorBytes& tensor : tensors) {
    const TensorEntry entry{.name = tensor.name, .dtype = tensor.dtype, .shape = tensor.shape};
    TRY(file.write(tensor.data, byte_size(entry).value_or(0)));
  }
  return file.finish();
}

}  // namespace trainyard
