#include "engine/data/encode.h"

#include <algorithm>
#include <thread>

#include "engine/data/token_file.h"

namespace trainyard {

namespace {
constexpr std::size_t pending_limit_bytes = 4u << 20;
}

LineEncoder::LineEncoder(const ByteLevelBpe& tokenizer, DurableFile file, int num_threads)
    : file_(std::move(file)),
      bytes_per_token_(token_bytes(static_cast<std::int64_t>(tokenizer.id_limit()))) {
  for (int i = 0; i < std::max(1, num_threads); ++i) shares_.push_back({BpeEncoder(tokenizer), {}});
}

Result<LineEncoder> LineEncoder::create(const ByteLevelBpe& tokenizer,
                                        const std::filesystem::path& path, int num_threads) {
  auto file = DurableFile::create(path);
  if (!file) return file.error();
  return LineEncoder(tokenizer, std::move(*file), num_threads);
}

Result<void> LineEncoder::add(std::string_view line) {
  pending_ += line;
  line_ends_.push_back(pending_.size());
  return pending_.size() < pending_limit_bytes ? Result<void>() : flush();
}

Result<void> LineEncoder::flush() {
  const auto encode_share = [this](std::size_t index) {
    Share& share = shares_[index];
    share.ids.clear();
    const std::size_t first = line_ends_.size() * index / shares_.size();
    const std::size_t last = line_ends_.size() * (index + 1) / shares_.size();
    for (std::size_t line = first; line < last; ++line) {
      const std::size_t begin = line == 0 ? 0 : line_ends_[line - 1];
      share.encoder.encode(std::string_view(pending_).substr(begin, line_ends_[line] - begin),
                           share.ids);
    }
  };
  std::vector<std::thread> threads;
  for (std::size_t index = 1; index < shares_.size(); ++index)
    threads.emplace_back(encode_share, index);
  encode_share(0);
  for (std::thread& thread : threads) thread.join();
  pending_.clear();
  line_ends_.clear();
  for (const Share& share : shares_) {
    num_tokens_ += static_cast<std::int64_t>(share.ids.size());
    if (bytes_per_token_ == 4) {
      if (auto done = file_.write(share.ids.data(), share.ids.size() * 4); !done) return done;
      continue;
    }
    const std::vector<std::uint16_t> narrow(share.ids.begin(), share.ids.end());
    if (auto done = file_.write(narrow.data(), narrow.size() * 2); !done) return done;
  }
  return {};
}

Result<void> LineEncoder::finish() {
  if (auto done = flush(); !done) return done;
  return file_.finish();
}

}  // namespace trainyard
