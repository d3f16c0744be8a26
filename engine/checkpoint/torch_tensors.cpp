// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/torch_tensors.h"

#include <map>
#include <optional>

#include "engine/contract/messages.h"

namespace trainyard {

namespace {

// "torch FloatStorage" -> "F32"
std::string dtype_of_storage(const std::string& global) {
  static const std::map<std::string, const char*> dtypes = {
      {"torch FloatStorage", "F32"},     {"torch HalfStorage", "F16"},
      {"torch BFloat16Storage", "BF16"}, {"torch DoubleStorage", "F64"},
      {"torch LongStorage", "I64"},      {"torch IntStorage", "I32"},
      {"torch ShortStorage", "I16"},     {"torch CharStorage", "I8"},
      {"torch ByteStorage", "U8"},       {"torch BoolStorage", "BOOL"}};
  const auto found = dtypes.find(global);
  return found == dtypes.end() ? std::string() : found->second;
}

class StateDict {
 public:
  explicit StateDict(const Pickle& pickle) : pickle_(pickle) {}

  Result<std::vector<StoredTensor>> tensors() const {
    const PickleNode& root = pickle_.at(pickle_.root);
    if (root.kind != PickleKind::dictionary) return make_error("torch_file.no_state_dict", {});
    std::vector<StoredTensor> tensors;
    for (std::size_t i = 0; i + 1 < root.items.size(); i += 2) {
      const PickleNode& key = pickle_.at(root.items[i]);
      const PickleNode* rebuilt =
          arguments_of(root.items[i + 1], "torch._utils _rebuild_parameter");
      const std::uint32_t value =
          rebuilt && !rebuilt->items.empty() ? rebuilt->items[0] : root.items[i + 1];
      const PickleNode* arguments = arguments_of(value, "torch._utils _rebuild_tensor_v2");
      if (key.kind != PickleKind::text || !arguments) continue;
      TRY(tensors.emplace_back(), tensor(key.text, *arguments));
    }
    if (tensors.empty()) return make_error("torch_file.no_state_dict", {});
    return tensors;
  }

 private:
  // The argument tuple of a call to `function`; nothing if the node is not such a call.
  const PickleNode* arguments_of(std::uint32_t node, const char* function) const {
    const PickleNode& call = pickle_.at(node);
    if (call.kind != PickleKind::call) return nullptr;
    const PickleNode& callee = pickle_.at(call.items[0]);
    if (callee.kind != PickleKind::global || callee.text != function) return nullptr;
    return &pickle_.at(call.items[1]);
  }

  std::optional<std::vector<std::int64_t>> integers(std::uint32_t node) const {
    const PickleNode& tuple = pickle_.at(node);
    if (tuple.kind != PickleKind::tuple) return std::nullopt;
    std::vector<std::int64_t> numbers;
    for (const std::uint32_t item : tuple.items) {
      if (pickle_.at(item).kind != PickleKind::integer || pickle_.at(item).integer < 0)
        return std::nullopt;
      numbers.push_back(pickle_.at(item).integer);
    }
    return numbers;
  }

  // _rebuild_tensor_v2(storage, offset, size, stride, ...); the storage is ("storage", type, key,
  // device, numbers).
  Result<StoredTensor> tensor(const std::string& name, const PickleNode& arguments) const {
    const auto damaged = [&] { return make_error("torch_file.tensor", {{"tensor", name}}); };
    if (arguments.items.size() < 4) return damaged();
    const PickleNode& persistent = pickle_.at(arguments.items[0]);
    const PickleNode& offset = pickle_.at(arguments.items[1]);
    const auto shape = integers(arguments.items[2]), strides = integers(arguments.items[3]);
    if (persistent.kind != PickleKind::persistent || offset.kind != PickleKind::integer ||
        offset.integer < 0 || !shape || !strides || shape->size() != strides->size())
      return damaged();
    const PickleNode& storage = pickle_.at(persistent.items[0]);
    if (storage.kind != PickleKind::tuple || storage.items.size() < 5) return damaged();
    const PickleNode &type = pickle_.at(storage.items[1]), &key = pickle_.at(storage.items[2]);
    if (type.kind != PickleKind::global || key.kind != PickleKind::text) return damaged();

    StoredTensor stored{
        .entry = {.name = name, .dtype = dtype_of_storage(type.text), .shape = *shape},
        .storage = "data/" + key.text};
    if (stored.entry.dtype.empty())
      return make_error("safetensors.dtype", {{"tensor", name}, {"dtype", type.text}});
    std::uint64_t count = 1;
    for (std::size_t i = shape->size(); i-- > 0;) {
      const auto extent = static_cast<std::uint64_t>((*shape)[i]);
      if (extent > 1 && static_cast<std::uint64_t>((*strides)[i]) != count)
        return make_error("torch_file.strides", {{"tensor", name}});
      if (__builtin_mul_overflow(count, extent, &count)) return damaged();
    }
    const std::uint64_t width = dtype_bytes(stored.entry.dtype);
    std::uint64_t size = 0;
    if (__builtin_mul_overflow(static_cast<std::uint64_t>(offset.integer), width,
                               &stored.entry.begin) ||
        __builtin_mul_overflow(count, width, &size) ||
        __builtin_add_overflow(stored.entry.begin, size, &stored.entry.end))
      return damaged();
    return stored;
  }

  const Pickle& pickle_;
};

}  // namespace

Result<std::vector<StoredTensor>> tensors_of_state_dict(const Pickle& pickle) {
  return StateDict(pickle).tensors();
}

}  // namespace trainyard
