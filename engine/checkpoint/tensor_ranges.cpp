// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/tensor_ranges.h"

#include <algorithm>
#include <utility>

#include "engine/checkpoint/weight_files.h"
#include "engine/contract/files/whole_file.h"
#include "engine/contract/json.h"
#include "engine/contract/messages.h"
#include "engine/contract/run/checkpoint_manifest.h"

namespace trainyard {

namespace fs = std::filesystem;

void describe(Section<RangePart>& section) {
  section.field("file", &RangePart::file).required();
  section.field("begin", &RangePart::begin).required();
  section.field("end", &RangePart::end).required();
}

void describe(Section<RangedTensor>& section) {
  section.field("dtype", &RangedTensor::dtype).required();
  section.field("shape", &RangedTensor::shape).required();
  section.field("parts", &RangedTensor::parts).required();
}

void describe(Section<RangesIndex>& section) {
  section.field("tensors", &RangesIndex::tensors).required();
}

namespace {

constexpr std::uint64_t index_limit = 256u << 20;

Error damaged(const fs::path& index, const char* code, Map arguments = {}) {
  return checkpoint_damage(index, make_error(code, std::move(arguments)));
}

std::optional<std::int64_t> num_elements_of(const std::vector<std::int64_t>& shape) {
  std::int64_t count = 1;
  for (const std::int64_t extent : shape)
    if (extent < 0 || __builtin_mul_overflow(count, extent, &count)) return std::nullopt;
  return count;
}

// The parts in the order of their elements, of which each is there once.
Result<void> check_parts(const fs::path& index, const std::string& name,
                         const RangedTensor& tensor) {
  const auto elements = num_elements_of(tensor.shape);
  if (!elements || dtype_bytes(tensor.dtype) == 0)
    return damaged(index, "ranges.shape", {{"tensor", name}});
  std::int64_t end = 0;
  for (const RangePart& part : tensor.parts) {
    if (part.file.empty() || part.file.find('/') != std::string::npos)
      return damaged(index, "ranges.elsewhere", {{"tensor", name}});
    if (part.begin < 0 || part.end <= part.begin || part.end > *elements)
      return damaged(index, "ranges.outside",
                     {{"tensor", name}, {"begin", part.begin}, {"end", part.end}});
    if (part.begin != end)
      return damaged(index, part.begin < end ? "ranges.overlap" : "ranges.gap",
                     {{"tensor", name}, {"begin", std::min(part.begin, end)}});
    end = part.end;
  }
  if (end != *elements) return damaged(index, "ranges.gap", {{"tensor", name}, {"begin", end}});
  return {};
}

}  // namespace

Result<RangesIndex> save_ranges(const fs::path& file, const std::vector<TensorRange>& ranges) {
  RangesIndex index;
  NamedTensors tensors;
  for (const TensorRange& range : ranges) {
    const at::Tensor values = range.values.reshape({-1});
    index.tensors.emplace_back(
        range.name,
        RangedTensor{dtype_of(values.scalar_type()),
                     range.shape,
                     {{file.filename().string(), range.begin, range.begin + values.numel()}}});
    tensors.emplace_back(range.name, values);
  }
  TRY(save_tensors(file, tensors));
  return index;
}

Result<RangesIndex> joined(const fs::path& index, const std::vector<RangesIndex>& written) {
  std::map<std::string, RangedTensor> tensors;
  for (const RangesIndex& one : written)
    for (const auto& [name, tensor] : one.tensors) {
      const auto [entry, is_new] = tensors.try_emplace(name, tensor);
      if (is_new) continue;
      if (entry->second.shape != tensor.shape || entry->second.dtype != tensor.dtype)
        return damaged(index, "ranges.shape", {{"tensor", name}});
      entry->second.parts.insert(entry->second.parts.end(), tensor.parts.begin(),
                                 tensor.parts.end());
    }
  RangesIndex all;
  for (auto& [name, tensor] : tensors) {
    std::ranges::sort(tensor.parts, {}, &RangePart::begin);
    TRY(check_parts(index, name, tensor));
    all.tensors.emplace_back(name, std::move(tensor));
  }
  return all;
}

Result<TensorRanges> TensorRanges::open(const fs::path& index) {
  TensorRanges ranges;
  ranges.index_ = index;
  const auto text = read_file(index, index_limit);
  if (!text) return checkpoint_damage(index, text.error());
  const auto json = parse_json(*text);
  ReadProblem problem;
  auto content = json ? read_record<RangesIndex>(*json, problem) : std::nullopt;
  if (!content) return damaged(index, "ranges.no_index");
  for (auto& [name, tensor] : content->tensors) {
    TRY(check_parts(index, name, tensor));
    if (!ranges.tensors_.emplace(name, std::move(tensor)).second)
      return damaged(index, "safetensors.twice", {{"tensor", name}});
  }
  return ranges;
}

Result<TensorRanges> TensorRanges::open_whole(const fs::path& file) {
  TensorRanges ranges;
  TRY(WeightFolder whole, WeightFolder::open_file(file));
  ranges.whole_.emplace(std::move(whole));
  return ranges;
}

Result<const WeightFolder*> TensorRanges::file(const std::string& name) {
  auto known = files_.find(name);
  if (known == files_.end()) {
    TRY(WeightFolder opened, WeightFolder::open_file(index_.parent_path() / name));
    known = files_.emplace(name, std::move(opened)).first;
  }
  return &known->second;
}

Result<void> TensorRanges::read(const std::string& name, const std::vector<std::int64_t>& shape,
                                std::int64_t begin, const at::Tensor& target) {
  if (whole_) return whole_->read_range(name, shape, begin, target);
  const auto found = tensors_.find(name);
  if (found == tensors_.end())
    return make_error("checkpoint.no_tensor", {{"file", index_.string()}, {"tensor", name}});
  const RangedTensor& tensor = found->second;
  if (tensor.shape != shape) return other_shape(index_, name, tensor.shape, shape);
  const at::Tensor values = target.view({-1});
  const std::int64_t end = begin + values.numel();
  for (const RangePart& part : tensor.parts) {
    const std::int64_t from = std::max(part.begin, begin), to = std::min(part.end, end);
    if (from >= to) continue;
    TRY(const WeightFolder* there, file(part.file));
    TRY(there->read_range(name, {part.end - part.begin}, from - part.begin,
                          values.narrow(0, from - begin, to - from)));
  }
  return {};
}

}  // namespace trainyard
