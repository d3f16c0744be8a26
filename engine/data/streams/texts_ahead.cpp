// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/streams/texts_ahead.h"

#include <algorithm>
#include <utility>

#include "engine/data/texts/texts.h"

namespace trainyard {

namespace {

constexpr std::size_t batch_limit = 2;

// Follows a pass over files by the bytes that were read of them. The texts of a piece of a file
// come before it counts as read, so that their own bytes are counted in between, which may be more
// than the file has if it is compressed.
class Progress {
 public:
  explicit Progress(double total) : total_(std::max(total, 1.0)) {}

  void add_text(std::size_t bytes) {
    of_texts_ += static_cast<double>(bytes);
    share_ = std::max(share_, (read_ + of_texts_) / total_);
  }
  void set_read(double bytes) {
    read_ = bytes;
    of_texts_ = 0;
  }
  double share() const { return share_; }

 private:
  const double total_;
  double read_ = 0, of_texts_ = 0, share_ = 0;
};

}  // namespace

TextsAhead::TextsAhead(const StreamedTexts& texts, std::int64_t first)
    : batches_(batch_limit, [&texts, first](ReadAhead<Batch>& batches) {
        return tokenize(texts, first, batches);
      }) {}

Result<void> TextsAhead::tokenize(const StreamedTexts& texts, std::int64_t first,
                                  ReadAhead<Batch>& batches) {
  TRY(auto files, open_files(texts.files));
  for (TextFile& file : files) file.check_while_reading();
  Progress progress(total_bytes(files));
  std::vector<double> shares;
  TextsEncoder encoder(texts.tokenizer, /*num_threads=*/1, [&](EncodedTexts&& encoded) {
    return batches.put({std::move(encoded), std::exchange(shares, {})});
  });
  const auto on_progress = [&](std::string_view, double done, double) {
    progress.set_read(done);
    return batches.is_wanted();
  };
  TRY(walk_texts(files, texts.data, "phase.tokenizing", on_progress,
                 [&](std::string_view text, std::int64_t number) -> Result<void> {
                   progress.add_text(text.size());
                   if (number < first) return {};
                   shares.push_back(progress.share());
                   return encoder.add(text);
                 }));
  return encoder.finish();
}

Result<bool> TextsAhead::next(TokenRow& ids) {
  while (used_ == batch_.texts.ends.size()) {
    TRY(auto batch, batches_.next());
    if (!batch) return false;
    batch_ = *std::move(batch);
    used_ = 0;
  }
  const std::vector<std::size_t>& ends = batch_.texts.ends;
  const auto all = batch_.texts.ids.begin();
  const std::size_t begin = used_ == 0 ? 0 : ends[used_ - 1];
  ids.assign(all + static_cast<std::ptrdiff_t>(begin),
             all + static_cast<std::ptrdiff_t>(ends[used_]));
  ++used_;
  return true;
}

double TextsAhead::share_read() const {
  constexpr double least = 1e-9;
  return used_ == 0 ? least : std::clamp(batch_.shares_read[used_ - 1], least, 1 - least);
}

}  // namespace trainyard
