// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/checkpoint/torch_file.h"

#include <algorithm>

#include <caffe2/serialize/inline_container.h>

#include "engine/checkpoint/torch_tensors.h"
#include "engine/system/first_line.h"
#include "engine/contract/messages.h"
#include "engine/contract/files/downloaded_file.h"

namespace trainyard {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kMaxPickle = 1U << 28;  // in bytes

Error unusable(const fs::path& path, const Error& what) {
  return make_error("torch_file.unusable", {{"file", path.string()}, {"what", as_argument(what)}});
}

Result<SafetensorsHeader> header_of(caffe2::serialize::PyTorchStreamReader& archive,
                                    std::uint64_t file_bytes) {
  if (!archive.hasRecord("data.pkl")) return make_error("torch_file.no_state_dict", {});
  if (archive.hasRecord("byteorder")) {
    const auto [order, size] = archive.getRecord("byteorder");
    if (std::string_view(static_cast<const char*>(order.get()), size) != "little")
      return make_error("torch_file.byte_order", {});
  }
  if (archive.getRecordSize("data.pkl") > kMaxPickle) return make_error("pickle.damaged", {});
  const auto [bytes, size] = archive.getRecord("data.pkl");
  TRY(const Pickle pickle, parse_pickle({static_cast<const char*>(bytes.get()), size}));
  TRY(auto stored, tensors_of_state_dict(pickle));
  SafetensorsHeader header;
  for (StoredTensor& tensor : stored) {
    const auto outside = [&] {
      return make_error("torch_file.tensor", {{"tensor", tensor.entry.name}});
    };
    if (!archive.hasRecord(tensor.storage)) return outside();
    const std::uint64_t begin = archive.getRecordOffset(tensor.storage),
                        storage = archive.getRecordSize(tensor.storage);
    // A compressed record would be shorter in the file than its stated size.
    if (tensor.entry.end > storage || begin > file_bytes || storage > file_bytes - begin)
      return outside();
    tensor.entry.begin += begin;
    tensor.entry.end += begin;
    header.tensors.push_back(std::move(tensor.entry));
  }
  std::ranges::stable_sort(header.tensors, {}, &TensorEntry::begin);
  return header;
}

}  // namespace

Result<SafetensorsHeader> read_torch_header(const fs::path& path) {
  std::error_code problem;
  const std::uint64_t file_bytes = fs::file_size(path, problem);
  if (auto other = not_downloaded(path)) return *std::move(other);
  if (problem) return unusable(path, make_error("safetensors.unreadable", {}));
  try {
    caffe2::serialize::PyTorchStreamReader archive(path.string());
    auto header = header_of(archive, file_bytes);
    if (!header) return unusable(path, header.error());
    return header;
  } catch (const std::exception& error) {  // not a zip archive, which includes files from before
                                           // torch 1.6
    return unusable(path,
                    make_error("torch_file.no_archive", {{"detail", first_line(error.what())}}));
  }
}

}  // namespace trainyard
