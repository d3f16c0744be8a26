// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/steps/sentence_step.h"

#include <algorithm>
#include <vector>

#include "engine/data/parallel_for.h"
#include "engine/data/steps/csv_writer.h"
#include "engine/text/sentences/punkt_splitter.h"
#include "engine/text/sentences/punkt_trainer.h"

namespace trainyard {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t taught_at_once = 16u << 20;
constexpr std::size_t split_at_once = 4u << 20;

Result<PunktParameters> learned_parameters(const OpenSources& sources, const DataSection& data,
                                           std::int64_t held_out, const PrepareProgress& progress) {
  PunktTrainer trainer;
  std::string piece;
  TRY(walk_texts(sources.train, data, "phase.learning_sentences", progress,
                 [&](std::string_view text, std::int64_t number) -> Result<void> {
                   if (number < held_out) return {};
                   if (!piece.empty()) piece += "\n\n";
                   piece += text;
                   if (piece.size() < taught_at_once) return {};
                   trainer.add(piece);
                   piece.clear();
                   return {};
                 }));
  if (!piece.empty()) trainer.add(piece);
  return trainer.parameters();
}

// Buffers texts, and writes their sentences when there are enough.
class SentenceRows {
 public:
  SentenceRows(const PunktSplitter& splitter, int num_threads, CsvWriter out)
      : splitter_(splitter),
        rows_(static_cast<std::size_t>(std::max(1, num_threads))),
        out_(std::move(out)) {}

  Result<void> add(std::string_view text) {
    pending_ += text;
    ends_.push_back(pending_.size());
    return pending_.size() < split_at_once ? Result<void>() : flush();
  }

  Result<void> finish() {
    TRY(flush());
    return out_.finish();
  }

 private:
  Result<void> flush() {
    parallel_for(ends_.size(), rows_.size(),
                 [this](std::size_t share, std::size_t first, std::size_t last) {
                   std::string& rows = rows_[share];
                   rows.clear();
                   for (std::size_t i = first; i < last; ++i) {
                     const std::size_t begin = i == 0 ? 0 : ends_[i - 1];
                     const auto text = std::string_view(pending_).substr(begin, ends_[i] - begin);
                     for (const std::string_view sentence : splitter_.sentences(text)) {
                       append_csv_field(rows, sentence, true);
                       rows += '\n';
                     }
                   }
                 });
    pending_.clear();
    ends_.clear();
    for (const std::string& rows : rows_) {
      TRY(out_.add_rows(rows));
    }
    return {};
  }

  const PunktSplitter& splitter_;
  std::string pending_;
  std::vector<std::size_t> ends_;
  std::vector<std::string> rows_;  // one per share
  CsvWriter out_;
};

Result<std::int64_t> count_held_out(const TextSources& sources, const OpenSources& open,
                                    const DataSection& data, const PrepareProgress& progress) {
  if (!sources.validation.empty() || sources.validation_split_ratio == 0) return 0;
  std::int64_t texts = 0;
  TRY(walk_texts(open.train, data, "phase.counting_lines", progress,
                 [&](std::string_view, std::int64_t) -> Result<void> {
                   ++texts;
                   return {};
                 }));
  return sources.num_held_out(texts);
}

}  // namespace

Result<void> write_sentences(const TextSources& sources, const DataSection& data, int num_threads,
                             const fs::path& folder, const PrepareProgress& progress) {
  TRY(const auto open, open_sources(sources));
  TRY(check_text(sources, open, progress));
  TRY(const std::int64_t held_out, count_held_out(sources, open, data, progress));
  const auto read_or_learn = [&]() {
    return data.sentence_parameters ? PunktParameters::read(*data.sentence_parameters)
                                    : learned_parameters(open, data, held_out, progress);
  };
  TRY(const PunktParameters parameters, read_or_learn());
  TRY(parameters.write_json(folder / kPunktFile));
  const PunktSplitter splitter(parameters);
  const auto write = [&](Split split, const std::vector<TextFile>& files, std::int64_t first,
                         std::int64_t last) -> Result<void> {
    TRY(auto out,
        CsvWriter::create(folder / (std::string(name_of(split)) + ".csv"), {data.text_column}));
    SentenceRows rows(splitter, num_threads, std::move(out));
    TRY(walk_texts(files, data, "phase.sentences", progress,
                   [&](std::string_view text, std::int64_t number) -> Result<void> {
                     return number >= first && number < last ? rows.add(text) : Result<void>();
                   }));
    return rows.finish();
  };
  TRY(write(Split::train, open.train, held_out, INT64_MAX));
  if (held_out > 0) {
    TRY(write(Split::validation, open.train, 0, held_out));
  }
  for (const auto& [split, files] :
       {std::pair(Split::validation, &open.validation), std::pair(Split::test, &open.test),
        std::pair(Split::temporal_test, &open.temporal_test)})
    if (!files->empty()) {
      TRY(write(split, *files, 0, INT64_MAX));
    }
  return {};
}

}  // namespace trainyard
