// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/timelines/gzip_file.h"

#include <zlib.h>

#include "engine/contract/messages.h"
#include "engine/contract/files/whole_file.h"

namespace trainyard {

namespace {

// Frees zlib's state on destruction.
class Inflater {
 public:
  Inflater() { is_ready_ = inflateInit2(&stream, 16 + MAX_WBITS) == Z_OK; }  // 16: gzip only
  ~Inflater() {
    if (is_ready_) inflateEnd(&stream);
  }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;
  bool is_ready() const { return is_ready_; }

  z_stream stream{};

 private:
  bool is_ready_ = false;
};

}  // namespace

Result<std::string> read_gzip_file(const std::filesystem::path& path, std::uint64_t limit) {
  TRY(std::string packed, read_file(path, limit));
  const auto failure = [&](const char* code) {
    return make_error(code, {{"path", path.string()}, {"limit", static_cast<std::int64_t>(limit)}});
  };
  Inflater inflater;
  if (!inflater.is_ready()) return failure("gzip.damaged");
  z_stream& stream = inflater.stream;
  stream.next_in = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_in = static_cast<uInt>(packed.size());
  std::string content;
  char block[1 << 16];
  for (;;) {
    stream.next_out = reinterpret_cast<Bytef*>(block);
    stream.avail_out = sizeof block;
    const int state = inflate(&stream, Z_NO_FLUSH);
    if (state != Z_OK && state != Z_STREAM_END) return failure("gzip.damaged");
    const std::size_t made = sizeof block - stream.avail_out;
    if (content.size() + made > limit) return failure("gzip.too_large");
    content.append(block, made);
    if (state == Z_OK) continue;
    if (stream.avail_in == 0) return content;
    if (inflateReset(&stream) != Z_OK) return failure("gzip.damaged");
  }
}

}  // namespace trainyard
