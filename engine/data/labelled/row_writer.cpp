// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/labelled/row_writer.h"

#include <algorithm>

#include "engine/data/parallel_for.h"
#include "engine/data/token_file.h"

namespace trainyard {

namespace {

constexpr std::size_t pending_records_bytes = 4u << 20;
constexpr std::size_t record_overhead_bytes = sizeof(LabelledRecord);
// The size of the encoders' word caches, all threads together.
constexpr std::size_t word_caches_bytes = 512u << 20;

std::size_t record_size(const LabelledRecord& record) {
  std::size_t bytes = record_overhead_bytes + record.text.size() + record.text_pair.size();
  for (const auto* texts : {&record.words, &record.labels})
    for (const std::string& text : *texts) bytes += sizeof(text) + text.size();
  return bytes;
}

}  // namespace

RowWriter::RowWriter(const RowRules& rules, SplitWriter files) : files_(std::move(files)) {
  const int num_shares = std::max(1, rules.settings.num_threads);
  for (int i = 0; i < num_shares; ++i)
    shares_.push_back({RowEncoder(rules, word_caches_bytes / num_shares), {}, {}});
}

Result<RowWriter> RowWriter::create(const RowRules& rules, const std::filesystem::path& folder,
                                    const std::string& name) {
  const auto num_ids = static_cast<std::int64_t>(rules.tokenizer.id_limit());
  TRY(auto files,
      SplitWriter::create(
          folder, name, {rules.settings.rows, token_bytes(num_ids), rules.num_token_types() > 1}));
  return RowWriter(rules, std::move(files));
}

Result<void> RowWriter::add(LabelledRecord&& record) {
  pending_bytes_ += record_size(record);
  pending_.push_back(std::move(record));
  return pending_bytes_ < pending_records_bytes ? Result<void>() : flush();
}

void RowWriter::encode_share(Share& share, std::size_t first, std::size_t last) const {
  share.rows = {};
  share.outcome = {};
  for (std::size_t i = first; i < last && share.outcome; ++i)
    share.outcome = share.encoder.encode(pending_[i], share.rows);
}

Result<void> RowWriter::flush() {
  parallel_for(pending_.size(), shares_.size(),
               [this](std::size_t index, std::size_t first, std::size_t last) {
                 encode_share(shares_[index], first, last);
               });
  pending_.clear();
  pending_bytes_ = 0;
  for (const Share& share : shares_) {
    if (!share.outcome) return share.outcome;  // of the first record with an error
    TRY(files_.append(share.rows));
  }
  return {};
}

Result<PreparedSplit> RowWriter::finish() {
  TRY(flush());
  for (const Share& share : shares_) {
    files_.count_cut(share.encoder.num_cut());
    files_.count_begins_twice(share.encoder.num_begins_twice());
  }
  return files_.finish();
}

}  // namespace trainyard
