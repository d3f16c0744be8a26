// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/weights.h"

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <map>
#include <set>

#include "engine/checkpoint/finite_weights.h"
#include "engine/checkpoint/torch_file.h"
#include "engine/contract/json.h"
#include "engine/contract/messages.h"
#include "engine/contract/files/downloaded_file.h"
#include "engine/contract/files/durable_file.h"
#include "engine/contract/files/whole_file.h"
#include "engine/model/adapters.h"

namespace trainyard {

namespace fs = std::filesystem;

namespace {

Error unusable_weights(const char* code, const fs::path& path, Map arguments = {}) {
  arguments.emplace_back("file", path.string());
  return make_error(code, std::move(arguments));
}

std::string shape_text(c10::IntArrayRef shape) {
  std::string text = "(";
  for (std::size_t i = 0; i < shape.size(); ++i) text += (i ? ", " : "") + std::to_string(shape[i]);
  return text + ")";
}

}  // namespace

Error other_shape(const fs::path& path, const std::string& name, c10::IntArrayRef found,
                  c10::IntArrayRef expected) {
  return unusable_weights(
      "checkpoint.other_model", path,
      {{"tensor", name}, {"shape", shape_text(found)}, {"expected", shape_text(expected)}});
}

at::ScalarType scalar_type(const std::string& dtype) {
  static const std::map<std::string, at::ScalarType> types = {{"F32", at::kFloat},
                                                              {"F16", at::kHalf},
                                                              {"BF16", at::kBFloat16},
                                                              {"F64", at::kDouble},
                                                              {"I64", at::kLong}};
  const auto found = types.find(dtype);
  return found == types.end() ? at::ScalarType::Undefined : found->second;
}

Result<SafetensorsHeader> read_weights_header(const fs::path& file) {
  return file.extension() == ".bin" ? read_torch_header(file) : read_safetensors_header(file);
}

namespace {

at::ScalarType type_of(const TensorEntry& entry, bool are_bytes) {
  if (!are_bytes) return scalar_type(entry.dtype);
  return entry.dtype == "U8" ? at::kByte : at::ScalarType::Undefined;
}

}  // namespace

struct WeightFolder::Content {
  fs::path origin;
  std::map<fs::path, SafetensorsHeader> files;
  std::map<std::string, std::pair<fs::path, TensorEntry>> tensors;

  Result<void> add(const fs::path& file) {
    TRY(auto header, read_weights_header(file));
    for (const TensorEntry& entry : header.tensors) tensors[entry.name] = {file, entry};
    files.emplace(file, std::move(header));
    return {};
  }
};

WeightFolder::WeightFolder(std::unique_ptr<Content> content) : content_(std::move(content)) {}
WeightFolder::~WeightFolder() = default;
WeightFolder::WeightFolder(WeightFolder&&) noexcept = default;

Result<WeightFolder> WeightFolder::open_file(const fs::path& file) {
  auto content = std::make_unique<Content>();
  content->origin = file;
  TRY(content->add(file));
  return WeightFolder(std::move(content));
}

Result<WeightFolder> WeightFolder::open(const fs::path& folder) {
  std::error_code ignored;
  for (const char* file : {"model.safetensors", "pytorch_model.bin"}) {
    const fs::path index = folder / (std::string(file) + ".index.json");
    for (const fs::path& given : {folder / file, index})
      if (auto other = not_downloaded(given)) return *std::move(other);
    if (fs::exists(folder / file, ignored)) return open_file(folder / file);
    if (fs::exists(index, ignored)) return open_shards(folder, index);
  }
  return unusable_weights("model.no_weights", folder);
}

Result<WeightFolder> WeightFolder::open_shards(const fs::path& folder, const fs::path& index) {
  auto text = read_file(index, 100u << 20);
  if (!text) return unusable_weights("model.unreadable", index);
  auto json = parse_json(*text);
  const Map* root = json ? json->get_if<Map>() : nullptr;
  const Value* weight_map = root ? find(*root, "weight_map") : nullptr;
  if (!weight_map || !weight_map->get_if<Map>())
    return unusable_weights("model.no_weight_map", index);
  auto content = std::make_unique<Content>();
  content->origin = folder;
  for (const auto& [name, value] : *weight_map->get_if<Map>()) {
    const std::string* file = value.get_if<std::string>();
    if (!file || file->find('/') != std::string::npos)
      return unusable_weights("model.index_outside", index, {{"tensor", name}});
    if (!content->files.contains(folder / *file)) {
      std::error_code ignored;
      if (auto other = not_downloaded(folder / *file)) return *std::move(other);
      if (!fs::exists(folder / *file, ignored))
        return unusable_weights("model.no_shard", folder / *file, {{"index", index.string()}});
      TRY(content->add(folder / *file));
    }
    if (!content->files.at(folder / *file).find(name))
      return unusable_weights("model.index_broken", folder / *file, {{"tensor", name}});
  }
  return WeightFolder(std::move(content));
}

// With the prefix that whoever saved the weights has put before the names, if there is one.
Error WeightFolder::no_tensor(const std::string& name) const {
  constexpr std::pair<std::string_view, const char*> kPrefixes[] = {
      {"base_model.model.", "checkpoint.prefix_of_adapters"},
      {"module.", "checkpoint.prefix_of_replicas"},
      {"_orig_mod.", "checkpoint.prefix_of_compiled"}};
  for (const auto& [prefix, origin] : kPrefixes)
    for (const auto& entry : content_->tensors)
      if (entry.first.starts_with(prefix))
        return unusable_weights("checkpoint.prefix", content_->origin,
                                {{"tensor", name},
                                 {"prefix", std::string(prefix)},
                                 {"origin", as_argument(make_error(origin, {}))}});
  return unusable_weights("checkpoint.no_tensor", content_->origin, {{"tensor", name}});
}

std::vector<std::string> WeightFolder::names() const {
  std::vector<std::string> names;
  for (const auto& [name, place] : content_->tensors) names.push_back(name);
  return names;
}

const fs::path& WeightFolder::origin() const { return content_->origin; }

std::vector<fs::path> WeightFolder::files() const {
  std::vector<fs::path> files;
  for (const auto& [file, header] : content_->files) files.push_back(file);
  return files;
}

Result<std::string> weights_digest(const fs::path& folder) {
  constexpr std::streamoff part = 1 << 20;
  TRY(const WeightFolder weights, WeightFolder::open(folder));
  std::string content;
  for (const fs::path& file : weights.files()) {
    std::ifstream stream(file, std::ios::binary | std::ios::ate);
    const std::streamoff size = stream.tellg();
    content += std::to_string(size) + '\n';
    for (const std::streamoff begin : {std::streamoff(0), std::max(part, size - part)}) {
      if (begin >= size) continue;
      std::string bytes(static_cast<std::size_t>(std::min(part, size - begin)), '\0');
      stream.seekg(begin);
      if (!stream.read(bytes.data(), static_cast<std::streamsize>(bytes.size())))
        return file_error(file, errno, FileStep::read);
      content += bytes;
    }
  }
  return digest_text(content);
}

std::int64_t WeightFolder::bytes_of(const std::string& name) const {
  const TensorEntry& entry = content_->tensors.at(name).second;
  return static_cast<std::int64_t>(entry.end - entry.begin);
}

Result<void> WeightFolder::read(const std::string& name, const at::Tensor& target) const {
  return read_range(name, target.sizes().vec(), 0, target);
}

Result<void> WeightFolder::read_range(const std::string& name,
                                      const std::vector<std::int64_t>& shape, std::int64_t begin,
                                      const at::Tensor& target) const {
  const auto found = content_->tensors.find(name);
  if (found == content_->tensors.end()) return no_tensor(name);
  const auto& [file, entry] = found->second;
  if (entry.shape != shape) return other_shape(content_->origin, name, entry.shape, shape);
  const at::ScalarType type = type_of(entry, target.scalar_type() == at::kByte);
  if (type == at::ScalarType::Undefined)
    return unusable_weights("checkpoint.number_format", file,
                            {{"tensor", name}, {"dtype", entry.dtype}});
  const bool is_in_place =
      target.is_cpu() && target.is_contiguous() && type == target.scalar_type();
  const at::Tensor content = is_in_place ? target.detach() : at::empty(target.sizes(), type);
  const std::uint64_t width = content.element_size();
  TRY(read_tensor_bytes(file, content_->files.at(file), entry,
                        static_cast<std::uint64_t>(begin) * width, content.nbytes(),
                        content.data_ptr()));
  const at::NoGradGuard no_gradient;
  if (!is_in_place) target.copy_(content);
  return {};
}

Result<void> WeightFolder::check(const std::string& name, const std::vector<std::int64_t>& shape,
                                 bool grows) const {
  const auto found = content_->tensors.find(name);
  if (found == content_->tensors.end()) return no_tensor(name);
  const auto& [file, entry] = found->second;
  if (scalar_type(entry.dtype) == at::ScalarType::Undefined)
    return unusable_weights("checkpoint.number_format", file,
                            {{"tensor", name}, {"dtype", entry.dtype}});
  std::vector<std::int64_t> there = entry.shape;
  if (grows && !there.empty() && !shape.empty() && there.front() > 0)
    there.front() = std::max(there.front(), shape.front());
  if (there == shape) return {};
  return other_shape(content_->origin, name, entry.shape, shape);
}

Result<void> WeightFolder::read_grown(const std::string& name, const at::Tensor& target) const {
  const auto found = content_->tensors.find(name);
  if (found == content_->tensors.end()) return read(name, target);
  const std::vector<std::int64_t>& shape = found->second.second.shape;
  if (shape.empty() || shape.front() == 0 || shape.front() >= target.size(0))
    return read(name, target);
  const std::int64_t there = shape.front(), added = target.size(0) - there;
  const at::Tensor old = target.detach().narrow(0, 0, there);
  TRY(read(name, old));
  const at::NoGradGuard no_gradient;
  target.narrow(0, there, added).copy_(old.to(at::kFloat).mean(0, /*keepdim=*/true));
  return {};
}

Result<at::Tensor> WeightFolder::load(const std::string& name) const {
  const auto found = content_->tensors.find(name);
  if (found == content_->tensors.end()) return no_tensor(name);
  const auto& [file, entry] = found->second;
  const at::ScalarType type = scalar_type(entry.dtype);
  if (type == at::ScalarType::Undefined)
    return unusable_weights("checkpoint.number_format", file,
                            {{"tensor", name}, {"dtype", entry.dtype}});
  at::Tensor content = at::empty(entry.shape, at::TensorOptions().dtype(type));
  TRY(read_tensor_bytes(file, content_->files.at(file), entry, content.mutable_data_ptr()));
  return content;
}

namespace {

// The name of the parameter `name` in a folder with the tensors `there`; `name` itself if it has
// none.
std::string name_in(const std::set<std::string>& there, const std::string& name,
                    const WeightNames& names) {
  std::vector<std::string> spellings{name};
  for (const auto& [ours, older] : names.older_endings)
    if (name.ends_with(ours))
      spellings.push_back(name.substr(0, name.size() - ours.size()) + std::string(older));
  for (const std::string& spelling : spellings) {
    if (there.contains(spelling)) return spelling;
    if (!spelling.starts_with(names.base_prefix)) continue;
    if (std::string bare = spelling.substr(names.base_prefix.size()); there.contains(bare))
      return bare;
  }
  for (const auto& [head, source] : names.tied)
    if (name == source && there.contains(std::string(head))) return std::string(head);
  return name;
}

}  // namespace

Result<void> read_parameter(const WeightFolder& folder, const std::string& name,
                            Parameters& parameters, std::size_t layer, std::size_t index,
                            bool grows) {
  const at::Tensor& value = parameters.layers()[layer].parameters[index].value;
  const bool is_active = parameters.sharding().is_active();
  const at::Tensor whole = is_active ? at::empty(value.sizes(), at::kFloat) : value;
  TRY(grows ? folder.read_grown(name, whole) : folder.read(name, whole));
  TRY(check_finite(folder.origin(), name, whole));
  if (is_active) parameters.assign(layer, index, whole);
  return {};
}

namespace {

// As read_parameter(). Of one that ranks share out, each reads only what it owns; the others' parts
// come when the values are gathered. New rows are the mean of all others, which have to be read.
Result<void> read_share(const WeightFolder& folder, const std::string& name, Parameters& parameters,
                        std::size_t l, std::size_t i, bool grows) {
  const LayerParameters& layer = parameters.layers()[l];
  const ParameterSpec& spec = parameters.table()[l].parameters[i];
  if (!parameters.sharding().is_active() || !spec.trainable || !spec.is_sharded || grows)
    return read_parameter(folder, name, parameters, l, i, grows);
  const OwnedPiece piece = owned_piece(layer, spec, i);
  if (piece.count == 0) return folder.check(name, spec.shape, grows);
  const at::Tensor own = layer.owned[piece.part].value.narrow(0, piece.place, piece.count);
  TRY(folder.read_range(name, spec.shape, piece.begin, own));
  return check_finite(folder.origin(), name, own);
}

}  // namespace

Result<LoadedWeights> load_weights(const fs::path& folder, Parameters& parameters,
                                   const WeightNames& names, std::int64_t grown_vocabulary,
                                   const ReadProgress& progress) {
  TRY(const WeightFolder weights, WeightFolder::open(folder));
  const std::vector<std::string> there = weights.names();
  std::set<std::string> left(there.begin(), there.end());
  LoadedWeights loaded;
  std::int64_t done = 0, total = 0;
  for (const std::string& name : there) total += weights.bytes_of(name);
  for (std::size_t l = 0; l < parameters.layers().size(); ++l)
    for (std::size_t i = 0; i < parameters.layers()[l].parameters.size(); ++i) {
      const ParameterSpec& spec = parameters.table()[l].parameters[i];
      if (is_adapter(spec.name)) continue;
      const std::string name = name_in(left, spec.name, names);
      if (spec.is_of_task && !left.contains(name)) {
        loaded.missing.push_back(spec.name);
        continue;
      }
      const bool may_grow = grown_vocabulary > 0 && spec.shape.front() == grown_vocabulary;
      TRY(read_share(weights, name, parameters, l, i, may_grow));
      left.erase(name);
      done += weights.bytes_of(name);
      if (progress && !progress(done, total))
        return make_error("model.reading_stopped", {{"folder", folder.string()}});
    }
  std::erase_if(left, [&](const std::string& name) {
    return std::ranges::any_of(names.unused_endings,
                               [&](std::string_view end) { return name.ends_with(end); });
  });
  loaded.unused.assign(left.begin(), left.end());
  return loaded;
}

Result<void> check_weights(const fs::path& folder, const ParameterTable& table,
                           const WeightNames& names, bool grows) {
  TRY(const WeightFolder weights, WeightFolder::open(folder));
  const std::vector<std::string> list = weights.names();
  const std::set<std::string> there(list.begin(), list.end());
  for (const LayerSpec& layer : table)
    for (const ParameterSpec& spec : layer.parameters) {
      if (is_adapter(spec.name) || spec.is_of_task) continue;
      TRY(weights.check(name_in(there, spec.name, names), spec.shape, grows));
    }
  return {};
}

Result<bool> has_other_head(const fs::path& folder, const WeightNames& names) {
  if (names.tied.empty()) return false;
  TRY(const WeightFolder weights, WeightFolder::open(folder));
  const std::vector<std::string> list = weights.names();
  const std::set<std::string> there(list.begin(), list.end());
  for (const auto& [head, source] : names.tied) {
    const std::string own(head), tied_to = name_in(there, std::string(source), names);
    if (!there.contains(own) || !there.contains(tied_to) || tied_to == own) continue;
    TRY(const at::Tensor one, weights.load(own));
    TRY(const at::Tensor other, weights.load(tied_to));
    if (!one.sizes().equals(other.sizes()) || !at::equal(one, other.to(one.scalar_type())))
      return true;
  }
  return false;
}

NamedTensors named_weights(const Parameters& parameters) {
  NamedTensors tensors;
  for (const LayerSpec& layer : parameters.table())
    for (const ParameterSpec& spec : layer.parameters)
      tensors.emplace_back(spec.name, parameters.find(spec.name));
  return tensors;
}

}  // namespace trainyard
