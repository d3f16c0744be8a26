#include "engine/checkpoint/weights.h"

#include <algorithm>
#include <map>

#include "engine/checkpoint/safetensors.h"
#include "engine/contract/json.h"
#include "engine/contract/run_folder.h"

namespace trainyard {

namespace fs = std::filesystem;

namespace {

Error unreadable(const fs::path& path, const std::string& what) {
  return {"checkpoint.damaged",
          {{"file", path.string()}, {"what", what}},
          path.string() + ": " + what,
          ExitCode::checkpoint};
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

std::string shape_text(c10::IntArrayRef shape) {
  std::string text = "(";
  for (std::size_t i = 0; i < shape.size(); ++i) text += (i ? ", " : "") + std::to_string(shape[i]);
  return text + ")";
}

bool ends_with_any(const std::string& name, std::initializer_list<const char*> ends) {
  return std::any_of(ends.begin(), ends.end(),
                     [&](const char* end) { return name.ends_with(end); });
}

}  // namespace

struct WeightFolder::Content {
  fs::path origin;
  std::map<fs::path, SafetensorsHeader> files;
  std::map<std::string, std::pair<fs::path, TensorEntry>> tensors;

  Result<void> add(const fs::path& file) {
    auto header = read_safetensors_header(file);
    if (!header) return header.error();
    for (const TensorEntry& entry : header->tensors) tensors[entry.name] = {file, entry};
    files.emplace(file, std::move(*header));
    return {};
  }
};

WeightFolder::WeightFolder(std::unique_ptr<Content> content) : content_(std::move(content)) {}
WeightFolder::~WeightFolder() = default;
WeightFolder::WeightFolder(WeightFolder&&) noexcept = default;

Result<WeightFolder> WeightFolder::open_file(const fs::path& file) {
  auto content = std::make_unique<Content>();
  content->origin = file;
  if (auto added = content->add(file); !added) return added.error();
  return WeightFolder(std::move(content));
}

Result<WeightFolder> WeightFolder::open(const fs::path& folder) {
  std::error_code ignored;
  if (fs::exists(folder / "model.safetensors", ignored))
    return open_file(folder / "model.safetensors");
  const fs::path index = folder / "model.safetensors.index.json";
  if (!fs::exists(index, ignored))
    return unreadable(folder, "holds neither model.safetensors nor model.safetensors.index.json");
  auto text = read_file(index, 100u << 20);
  if (!text) return unreadable(index, "cannot be read");
  auto json = parse_json(*text);
  const Map* root = json ? json->get_if<Map>() : nullptr;
  const Value* weight_map = root ? find(*root, "weight_map") : nullptr;
  if (!weight_map || !weight_map->get_if<Map>()) return unreadable(index, "has no weight_map");
  auto content = std::make_unique<Content>();
  content->origin = folder;
  for (const auto& [name, value] : *weight_map->get_if<Map>()) {
    const std::string* file = value.get_if<std::string>();
    if (!file || file->find('/') != std::string::npos)
      return unreadable(index, "names no file of the folder for " + name);
    if (!content->files.contains(folder / *file))
      if (auto added = content->add(folder / *file); !added) return added.error();
    if (!content->files.at(folder / *file).find(name))
      return unreadable(folder / *file, "lacks " + name + ", which the index promises");
  }
  return WeightFolder(std::move(content));
}

std::vector<std::string> WeightFolder::names() const {
  std::vector<std::string> names;
  for (const auto& [name, place] : content_->tensors) names.push_back(name);
  return names;
}

Result<void> WeightFolder::read(const std::string& name, const at::Tensor& target) const {
  const auto other_model = [&](const std::string& what) {
    return Error{"checkpoint.other_model",
                 {{"file", content_->origin.string()}, {"tensor", name}},
                 content_->origin.string() + ": " + what + "; it belongs to another model",
                 ExitCode::checkpoint};
  };
  const auto found = content_->tensors.find(name);
  if (found == content_->tensors.end()) return other_model("has no tensor " + name);
  const auto& [file, entry] = found->second;
  if (!target.sizes().equals(entry.shape))
    return other_model("tensor " + name + " has the shape " + shape_text(entry.shape) +
                       " instead of " + shape_text(target.sizes()));
  const at::ScalarType type = scalar_type(entry.dtype);
  if (type == at::ScalarType::Undefined)
    return unreadable(file, "tensor " + name + " has the number format " + entry.dtype +
                                ", which is not supported");
  const at::NoGradGuard no_gradient;
  at::Tensor content = at::empty(entry.shape, at::TensorOptions().dtype(type));
  if (auto done =
          read_tensor_bytes(file, content_->files.at(file), entry, content.mutable_data_ptr());
      !done)
    return done;
  target.copy_(content);
  return {};
}

Result<std::vector<std::string>> load_weights(const fs::path& folder, Parameters& parameters) {
  auto weights = WeightFolder::open(folder);
  if (!weights) return weights.error();
  std::vector<std::string> left = weights->names();
  const std::string prefix = "transformer.";
  for (const LayerSpec& layer : parameters.table())
    for (const ParameterSpec& spec : layer.parameters) {
      std::string name = spec.name;
      if (std::find(left.begin(), left.end(), name) == left.end() && name.starts_with(prefix))
        name = name.substr(prefix.size());
      const std::string& asked =
          std::find(left.begin(), left.end(), name) == left.end() ? spec.name : name;
      if (auto done = weights->read(asked, parameters.find(spec.name)); !done) return done.error();
      std::erase(left, asked);
    }
  std::erase_if(left, [](const std::string& name) {
    return name == "lm_head.weight" || ends_with_any(name, {".attn.bias", ".attn.masked_bias"});
  });
  return left;
}

Result<void> save_tensors(const fs::path& file, const NamedTensors& tensors) {
  std::vector<TensorBytes> bytes;
  std::vector<at::Tensor> kept;
  for (const auto& [name, tensor] : tensors) {
    kept.push_back(tensor.detach().cpu().contiguous());
    bytes.push_back({name, tensor.scalar_type() == at::kLong ? "I64" : "F32", tensor.sizes().vec(),
                     kept.back().const_data_ptr()});
  }
  return write_safetensors(file, bytes, {{"format", "pt"}});
}

NamedTensors named_weights(const Parameters& parameters) {
  NamedTensors tensors;
  for (const LayerSpec& layer : parameters.table())
    for (const ParameterSpec& spec : layer.parameters)
      tensors.emplace_back(spec.name, parameters.find(spec.name));
  return tensors;
}

}  // namespace trainyard
