// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/npy_file.h"

#include <bit>
#include <string>

namespace trainyard {

namespace {

static_assert(std::endian::native == std::endian::little);

std::string header_of(at::ScalarType type, const std::vector<std::int64_t>& shape) {
  constexpr std::size_t kBeforeText = 10, kAlignment = 64;
  const bool is_integer = type == at::kLong;
  std::string text = std::string("{'descr': '<") + (is_integer ? "i" : "f") +
                     std::to_string(at::elementSize(type)) +
                     "', 'fortran_order': False, 'shape': (";
  for (const std::int64_t size : shape) text += std::to_string(size) + ", ";
  text += "), }";
  text.append(kAlignment - (kBeforeText + text.size() + 1) % kAlignment, ' ');
  text += '\n';
  std::string header("\x93NUMPY\x01\x00", 8);
  header += static_cast<char>(text.size() & 0xff);
  header += static_cast<char>(text.size() >> 8);
  return header + text;
}

}  // namespace

Result<NpyFile> NpyFile::create(const std::filesystem::path& path, at::ScalarType type,
                                const std::vector<std::int64_t>& shape) {
  TRY(DurableFile file, DurableFile::create(path));
  const std::string header = header_of(type, shape);
  TRY(file.write(header.data(), header.size()));
  return NpyFile(std::move(file), type);
}

Result<void> NpyFile::write(const at::Tensor& rows) {
  const at::Tensor host = rows.to(at::kCPU, type_).contiguous();
  return file_.write(host.const_data_ptr(), host.nbytes());
}

}  // namespace trainyard
