#include "engine/data/encode.h"

#include <algorithm>
#include <future>

#include "engine/data/token_file.h"

namespace trainyard {

namespace {
constexpr std::size_t pending_limit_bytes = 4u << 20;
// What the encoders remember of words, all threads together.
constexpr std::size_t caches_limit_bytes = 512u << 20;
}  // namespace

LineEncoder::LineEncoder(const Tokenizer& tokenizer, DurableFile file, int num_threads)
    : file_(std::move(file)),
      bytes_per_token_(token_bytes(static_cast<std::int64_t>(tokenizer.id_limit()))) {
  const int num_shares = std::max(1, num_threads);
  for (int i = 0; i < num_shares; ++i)
    shares_.push_back({TextEncoder(tokenizer, caches_limit_bytes / num_shares), {}});
}

Result<LineEncoder> LineEncoder::create(const Tokenizer& tokenizer,
                                        const std::filesystem::path& path, int num_threads) {
  TRY(auto file, DurableFile::create(path));
  return LineEncoder(tokenizer, std::move(file), num_threads);
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
      share.encoder.encode_whole(std::string_view(pending_).substr(begin, line_ends_[line] - begin),
                                 share.ids);
    }
  };
  std::vector<std::future<void>> others;
  for (std::size_t index = 1; index < shares_.size(); ++index)
    others.push_back(std::async(std::launch::async, encode_share, index));
  encode_share(0);
  for (std::future<void>& other : others) other.get();
  pending_.clear();
  line_ends_.clear();
  for (const Share& share : shares_) {
    num_tokens_ += static_cast<std::int64_t>(share.ids.size());
    if (bytes_per_token_ == 4) {
      TRY(file_.write(share.ids.data(), share.ids.size() * 4));
      continue;
    }
    const std::vector<std::uint16_t> narrow(share.ids.begin(), share.ids.end());
    TRY(file_.write(narrow.data(), narrow.size() * 2));
  }
  return {};
}

Result<void> LineEncoder::finish() {
  TRY(flush());
  return file_.finish();
}

}  // namespace trainyard
