// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/unpacker.h"

#include <algorithm>

#include <bzlib.h>
#include <lzma.h>
#include <zlib.h>
#include <zstd.h>

#include "engine/contract/messages.h"

namespace trainyard {

namespace {

std::string lower_ending(const std::filesystem::path& file) {
  std::string ending = file.extension().string();
  for (char& letter : ending)
    if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
  return ending;
}

// All four libraries have the same interface: a state, input, output, and one function.
class GzipUnpacker final : public Unpacker {
 public:
  explicit GzipUnpacker(const std::filesystem::path& file) : Unpacker(file) {
    is_ready = inflateInit2(&stream_, 16 + MAX_WBITS) == Z_OK;  // 16: gzip only
  }
  ~GzipUnpacker() override {
    if (is_ready) inflateEnd(&stream_);
  }
  bool is_ready = false;

 private:
  State step(std::string_view packed, std::size_t& used, char* room, std::size_t size,
             std::size_t& made) override {
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
    stream_.avail_in = static_cast<uInt>(packed.size());
    stream_.next_out = reinterpret_cast<Bytef*>(room);
    stream_.avail_out = static_cast<uInt>(size);
    const int state = inflate(&stream_, Z_NO_FLUSH);
    used = packed.size() - stream_.avail_in;
    made = size - stream_.avail_out;
    if (state == Z_STREAM_END) return State::member_ended;
    return state == Z_OK || state == Z_BUF_ERROR ? State::going_on : State::damaged;
  }
  bool begin_again() override { return inflateReset(&stream_) == Z_OK; }
  bool is_filling(char byte) const override { return byte == '\0'; }

  z_stream stream_{};
};

class ZstandardUnpacker final : public Unpacker {
 public:
  explicit ZstandardUnpacker(const std::filesystem::path& file)
      : Unpacker(file), stream_(ZSTD_createDStream()) {
    is_ready = stream_ != nullptr &&
               ZSTD_isError(ZSTD_DCtx_setParameter(stream_, ZSTD_d_windowLogMax, 27)) == 0;
  }
  ~ZstandardUnpacker() override { ZSTD_freeDStream(stream_); }
  bool is_ready = false;

 private:
  State step(std::string_view packed, std::size_t& used, char* room, std::size_t size,
             std::size_t& made) override {
    ZSTD_inBuffer in{packed.data(), packed.size(), 0};
    ZSTD_outBuffer out{room, size, 0};
    const std::size_t state = ZSTD_decompressStream(stream_, &out, &in);
    used = in.pos;
    made = out.pos;
    if (ZSTD_isError(state)) return State::damaged;
    return state == 0 ? State::member_ended : State::going_on;
  }
  bool begin_again() override {
    return ZSTD_isError(ZSTD_DCtx_reset(stream_, ZSTD_reset_session_only)) == 0;
  }

  ZSTD_DStream* stream_;
};

class XzUnpacker final : public Unpacker {
 public:
  explicit XzUnpacker(const std::filesystem::path& file) : Unpacker(file) { is_ready = open(); }
  ~XzUnpacker() override { lzma_end(&stream_); }
  bool is_ready = false;

 private:
  bool open() {
    constexpr std::uint64_t kMemory = std::uint64_t{256} << 20;
    return lzma_stream_decoder(&stream_, kMemory, 0) == LZMA_OK;
  }
  State step(std::string_view packed, std::size_t& used, char* room, std::size_t size,
             std::size_t& made) override {
    stream_.next_in = reinterpret_cast<const std::uint8_t*>(packed.data());
    stream_.avail_in = packed.size();
    stream_.next_out = reinterpret_cast<std::uint8_t*>(room);
    stream_.avail_out = size;
    const lzma_ret state = lzma_code(&stream_, LZMA_RUN);
    used = packed.size() - stream_.avail_in;
    made = size - stream_.avail_out;
    if (state == LZMA_STREAM_END) return State::member_ended;
    return state == LZMA_OK || state == LZMA_BUF_ERROR ? State::going_on : State::damaged;
  }
  bool begin_again() override { return open(); }
  bool is_filling(char byte) const override { return byte == '\0'; }

  lzma_stream stream_ = LZMA_STREAM_INIT;
};

class Bzip2Unpacker final : public Unpacker {
 public:
  explicit Bzip2Unpacker(const std::filesystem::path& file) : Unpacker(file) { is_ready = open(); }
  ~Bzip2Unpacker() override {
    if (is_ready) BZ2_bzDecompressEnd(&stream_);
  }
  bool is_ready = false;

 private:
  bool open() {
    stream_ = {};
    return BZ2_bzDecompressInit(&stream_, 0, 0) == BZ_OK;
  }
  State step(std::string_view packed, std::size_t& used, char* room, std::size_t size,
             std::size_t& made) override {
    stream_.next_in = const_cast<char*>(packed.data());
    stream_.avail_in = static_cast<unsigned>(packed.size());
    stream_.next_out = room;
    stream_.avail_out = static_cast<unsigned>(size);
    const int state = BZ2_bzDecompress(&stream_);
    used = packed.size() - stream_.avail_in;
    made = size - stream_.avail_out;
    if (state == BZ_STREAM_END) return State::member_ended;
    return state == BZ_OK ? State::going_on : State::damaged;
  }
  bool begin_again() override {
    if (is_ready) BZ2_bzDecompressEnd(&stream_);
    return is_ready = open();
  }

  bz_stream stream_{};
};

template <class Kind>
std::unique_ptr<Unpacker> ready(const std::filesystem::path& file) {
  auto made = std::make_unique<Kind>(file);
  if (!made->is_ready) return nullptr;
  return made;
}

}  // namespace

Compression compression_of(const std::filesystem::path& file) {
  const std::string ending = lower_ending(file);
  if (ending == ".gz") return Compression::gzip;
  if (ending == ".zst") return Compression::zstandard;
  if (ending == ".xz") return Compression::xz;
  if (ending == ".bz2") return Compression::bzip2;
  return Compression::none;
}

std::string ending_of(const std::filesystem::path& file) {
  return lower_ending(compression_of(file) == Compression::none ? file : file.stem());
}

Result<std::unique_ptr<Unpacker>> Unpacker::create(Compression compression,
                                                   const std::filesystem::path& file) {
  std::unique_ptr<Unpacker> made;
  if (compression == Compression::gzip) made = ready<GzipUnpacker>(file);
  if (compression == Compression::zstandard) made = ready<ZstandardUnpacker>(file);
  if (compression == Compression::xz) made = ready<XzUnpacker>(file);
  if (compression == Compression::bzip2) made = ready<Bzip2Unpacker>(file);
  if (!made) return make_error("data.unpacker", {{"file", file.string()}});
  return made;
}

Result<void> Unpacker::unpack(std::string_view& packed, std::string& content) {
  const auto damaged = [&] {
    return make_error("data.packed_damaged", {{"file", file_.string()}});
  };
  const std::size_t before = content.size();
  content.resize(before + kMaxAtOnce);
  std::size_t filled = before;
  Result<void> outcome;
  // Runs even without input: there may be pending output.
  for (bool goes_on = true; goes_on && outcome && filled < content.size();) {
    if (has_ended_) {
      while (!packed.empty() && is_filling(packed.front())) packed.remove_prefix(1);
      if (packed.empty()) break;
      if (!begin_again()) {
        outcome = damaged();
        break;
      }
      has_ended_ = false;
    }
    std::size_t used = 0, made = 0;
    const State state = step(packed, used, content.data() + filled, content.size() - filled, made);
    packed.remove_prefix(used);
    filled += made;
    has_ended_ = state == State::member_ended;
    if (state == State::damaged) outcome = damaged();
    goes_on = has_ended_ || used > 0 || made > 0;
    if (!goes_on && !packed.empty()) outcome = damaged();
  }
  content.resize(filled);
  return outcome;
}

Result<void> Unpacker::finish() const {
  if (has_ended_) return {};
  return make_error("data.packed_short", {{"file", file_.string()}});
}

}  // namespace trainyard
