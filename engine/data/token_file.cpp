#include "engine/data/token_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "engine/contract/durable_file.h"
#include "engine/contract/messages.h"

namespace trainyard {

namespace {

Error damaged_tokens(const std::filesystem::path& path, const char* code, Map arguments = {}) {
  return prepared_damage(path, make_error(code, std::move(arguments)));
}

template <class Id>
void widen(const std::vector<char>& bytes, std::span<std::int64_t> out) {
  for (std::size_t i = 0; i < out.size(); ++i) {
    Id id;
    std::memcpy(&id, bytes.data() + i * sizeof(Id), sizeof(Id));
    out[i] = id;
  }
}

}  // namespace

Error prepared_damage(const std::filesystem::path& path, const Error& what) {
  return make_error("data.prepared_damaged",
                    {{"file", path.string()}, {"what", as_argument(what)}});
}

int token_bytes(std::int64_t vocab_size) { return vocab_size <= 65536 ? 2 : 4; }

Result<TokenFile> TokenFile::open(const std::filesystem::path& path, std::int64_t num_tokens,
                                  int bytes_per_token) {
  TokenFile file;
  file.path_ = path;
  file.num_tokens_ = num_tokens;
  file.bytes_per_token_ = bytes_per_token;
  file.descriptor_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file.descriptor_ < 0 && (errno == ENOENT || errno == ENOTDIR))
    return damaged_tokens(path, "prepared.file_missing");
  struct stat status{};
  if (file.descriptor_ < 0 || ::fstat(file.descriptor_, &status) != 0)
    return file_error(path, errno, FileStep::read);
  if (status.st_size != num_tokens * bytes_per_token)
    return damaged_tokens(path, "prepared.size",
                          {{"bytes", static_cast<std::int64_t>(status.st_size)},
                           {"expected", num_tokens * bytes_per_token}});
  return file;
}

TokenFile::TokenFile(TokenFile&& other) noexcept { *this = std::move(other); }

TokenFile& TokenFile::operator=(TokenFile&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(descriptor_, other.descriptor_);
  std::swap(bytes_per_token_, other.bytes_per_token_);
  std::swap(num_tokens_, other.num_tokens_);
  return *this;
}

TokenFile::~TokenFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

Result<void> TokenFile::read(std::int64_t first, std::span<std::int64_t> out) const {
  std::vector<char> bytes(out.size() * bytes_per_token_);
  std::size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t count = ::pread(descriptor_, bytes.data() + done, bytes.size() - done,
                                  first * bytes_per_token_ + static_cast<off_t>(done));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return file_error(path_, errno, FileStep::read);
    if (count == 0) return damaged_tokens(path_, "prepared.shortened");
    done += static_cast<std::size_t>(count);
  }
  if (bytes_per_token_ == 2)
    widen<std::uint16_t>(bytes, out);
  else
    widen<std::uint32_t>(bytes, out);
  return {};
}

Result<MicroBatch> BlockDataset::rows(const std::vector<std::int64_t>& indices) const {
  MicroBatch batch;
  batch.num_rows = static_cast<std::int64_t>(indices.size());
  batch.length = sequence_length_;
  batch.input_ids.resize(indices.size() * static_cast<std::size_t>(sequence_length_));
  std::span<std::int64_t> rest(batch.input_ids);
  for (const std::int64_t index : indices) {
    TRY(read_example(index, rest.first(static_cast<std::size_t>(sequence_length_))));
    rest = rest.subspan(static_cast<std::size_t>(sequence_length_));
  }
  return batch;
}

Result<void> BlockDataset::read_example(std::int64_t index, std::span<std::int64_t> out) const {
  TRY(file_.read(index * sequence_length_, out));
  for (std::size_t i = 0; i < out.size(); ++i)
    if (out[i] >= vocab_size_)
      return damaged_tokens(file_.path(), "prepared.token",
                            {{"position", index * sequence_length_ + static_cast<std::int64_t>(i)},
                             {"id", out[i]},
                             {"vocabulary", vocab_size_}});
  return {};
}

}  // namespace trainyard
