#include "engine/data/labelled/row_writer.h"

#include <algorithm>
#include <future>

#include "engine/data/prepared_folder.h"

namespace trainyard {

namespace {

constexpr std::size_t pending_records_bytes = 4u << 20;
constexpr std::size_t record_overhead_bytes = sizeof(LabelledRecord);
// What the encoders remember of words, all threads together.
constexpr std::size_t word_caches_bytes = 512u << 20;

std::size_t record_size(const LabelledRecord& record) {
  std::size_t bytes = record_overhead_bytes + record.text.size() + record.text_pair.size();
  for (const auto* texts : {&record.words, &record.labels})
    for (const std::string& text : *texts) bytes += sizeof(text) + text.size();
  return bytes;
}

template <class T>
Result<void> write_all(DurableFile& file, const std::vector<T>& values) {
  return file.write(values.data(), values.size() * sizeof(T));
}

}  // namespace

RowWriter::RowWriter(const RowRules& rules, std::filesystem::path folder, OutputFile tokens,
                     OutputFile row_ends, OutputFile labels)
    : rules_(rules),
      folder_(std::move(folder)),
      tokens_(std::move(tokens)),
      row_ends_(std::move(row_ends)),
      labels_(std::move(labels)) {
  const int num_shares = std::max(1, rules.settings.num_threads);
  for (int i = 0; i < num_shares; ++i)
    shares_.push_back({RowEncoder(rules, word_caches_bytes / num_shares), {}, {}});
}

Result<RowWriter> RowWriter::create(const RowRules& rules, const std::filesystem::path& folder,
                                    const std::string& name) {
  const auto output = [&](const char* ending) -> Result<OutputFile> {
    TRY(auto file, DurableFile::create(folder / (name + ending)));
    return OutputFile{name + ending, std::move(file)};
  };
  TRY(auto tokens, output(".tokens"));
  TRY(auto row_ends, output(".row_ends"));
  TRY(auto labels, output(".labels"));
  RowWriter writer(rules, folder, std::move(tokens), std::move(row_ends), std::move(labels));
  if (rules.num_token_types() > 1) {
    TRY(writer.token_types_, output(".token_types"));
  }
  return writer;
}

Result<void> RowWriter::add(LabelledRecord&& record) {
  pending_bytes_ += record_size(record);
  pending_.push_back(std::move(record));
  return pending_bytes_ < pending_records_bytes ? Result<void>() : flush();
}

void RowWriter::encode_share(std::size_t index) {
  Share& share = shares_[index];
  share.rows = {};
  share.outcome = {};
  const std::size_t first = pending_.size() * index / shares_.size();
  const std::size_t last = pending_.size() * (index + 1) / shares_.size();
  for (std::size_t i = first; i < last && share.outcome; ++i)
    share.outcome = share.encoder.encode(pending_[i], share.rows);
}

Result<void> RowWriter::flush() {
  std::vector<std::future<void>> others;
  for (std::size_t index = 1; index < shares_.size(); ++index)
    others.push_back(std::async(std::launch::async, [this, index] { encode_share(index); }));
  encode_share(0);
  for (std::future<void>& other : others) other.get();
  pending_.clear();
  pending_bytes_ = 0;
  for (const Share& share : shares_) {
    if (!share.outcome) return share.outcome;  // of the first record that has a fault
    TRY(write(share.rows));
  }
  return {};
}

Result<void> RowWriter::write(const EncodedRows& rows) {
  std::vector<std::int64_t> ends;
  for (const std::size_t end : rows.ends)
    ends.push_back(num_tokens_ + static_cast<std::int64_t>(end));
  TRY(write_all(row_ends_.file, ends));
  if (token_bytes(static_cast<std::int64_t>(rules_.tokenizer.id_limit())) == 4) {
    TRY(write_all(tokens_.file, rows.ids));
  } else {
    TRY(write_all(tokens_.file, std::vector<std::uint16_t>(rows.ids.begin(), rows.ids.end())));
  }
  if (token_types_) {
    TRY(write_all(token_types_->file, rows.token_types));
  }
  TRY(write_all(labels_.file, rows.token_labels));
  TRY(write_all(labels_.file, rows.row_labels));
  num_rows_ += static_cast<std::int64_t>(ends.size());
  num_tokens_ += static_cast<std::int64_t>(rows.ids.size());
  return {};
}

Result<PreparedFile> RowWriter::finish_file(OutputFile& output) const {
  TRY(output.file.finish());
  return prepared_file(folder_, output.name);
}

Result<PreparedSplit> RowWriter::finish() {
  TRY(flush());
  PreparedSplit split;
  TRY(const auto tokens, finish_file(tokens_));
  split.file = tokens.name;
  split.xxh3_64 = tokens.xxh3_64;
  split.num_tokens = num_tokens_;
  split.num_rows = num_rows_;
  TRY(split.row_ends, finish_file(row_ends_));
  TRY(split.labels, finish_file(labels_));
  if (token_types_) {
    TRY(split.token_types, finish_file(*token_types_));
  }
  return split;
}

}  // namespace trainyard
