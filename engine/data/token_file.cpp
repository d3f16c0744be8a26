// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/token_file.h"

#include <cstring>

#include "engine/contract/messages.h"

namespace trainyard {

namespace {

template <class Id>
void widen(const std::vector<char>& bytes, std::span<std::int64_t> out) {
  for (std::size_t i = 0; i < out.size(); ++i) {
    Id id;
    std::memcpy(&id, bytes.data() + i * sizeof(Id), sizeof(Id));
    out[i] = id;
  }
}

}  // namespace

int token_bytes(std::int64_t vocab_size) { return vocab_size <= 65536 ? 2 : 4; }

Result<TokenFile> TokenFile::open(const std::filesystem::path& folder, const PreparedFile& file,
                                  int bytes_per_token) {
  TRY(auto column, ColumnFile::open(folder, file));
  return TokenFile(std::move(column), bytes_per_token);
}

Result<void> TokenFile::read(std::int64_t first, std::span<std::int64_t> out,
                             std::int64_t vocab_size) const {
  std::vector<char> bytes(out.size() * static_cast<std::size_t>(bytes_per_token_));
  TRY(file_.read(first * bytes_per_token_, bytes.data(), bytes.size()));
  if (bytes_per_token_ == 2)
    widen<std::uint16_t>(bytes, out);
  else
    widen<std::uint32_t>(bytes, out);
  for (std::size_t i = 0; i < out.size(); ++i)
    if (out[i] >= vocab_size)
      return prepared_damage(
          file_.path(),
          make_error("prepared.token", {{"position", first + static_cast<std::int64_t>(i)},
                                        {"id", out[i]},
                                        {"vocabulary", vocab_size}}));
  return {};
}

Result<MicroBatch> BlockDataset::rows(const std::vector<std::int64_t>& indices) const {
  MicroBatch batch;
  batch.num_rows = static_cast<std::int64_t>(indices.size());
  batch.length = sequence_length_;
  batch.input_ids.resize(indices.size() * static_cast<std::size_t>(sequence_length_));
  std::span<std::int64_t> rest(batch.input_ids);
  for (const std::int64_t index : indices) {
    TRY(file_.read(index * sequence_length_, rest.first(static_cast<std::size_t>(sequence_length_)),
                   vocab_size_));
    rest = rest.subspan(static_cast<std::size_t>(sequence_length_));
  }
  return batch;
}

}  // namespace trainyard
