// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/steps/excerpt_steps.h"

#include "engine/contract/files/durable_file.h"
#include "engine/data/steps/sentence_step.h"
#include "engine/data/steps/split_step.h"

namespace trainyard {

namespace fs = std::filesystem;

namespace {

// Leads from one step's files to the next one's.
class ExcerptFiles {
 public:
  ExcerptFiles(TextSources raw, DataSection data, fs::path beside, const PrepareProgress& progress)
      : sources_(std::move(raw)),
        data_(std::move(data)),
        beside_(std::move(beside)),
        progress_(progress) {}

  const TextSources& sources() const { return sources_; }

  Result<fs::path> new_folder(const char* name) const {
    const fs::path folder = beside_ / name;
    TRY(make_folders(folder));
    return folder;
  }

  Result<void> make_columns_and_split(const ColumnRules& rules) {
    if (!has_row_steps(data_)) return {};
    TRY(const fs::path columns, new_folder("columns"));
    TRY(write_columns(sources_, rules, columns, progress_));
    take_files(columns);
    if (!data_.split_seed) return {};
    TRY(const fs::path drawn, new_folder("split"));
    if (auto done = write_split_rows(columns, data_, drawn, progress_); !done) {
      const bool are_too_few = done.error().code.starts_with("split.");
      return are_too_few ? Result<void>() : done;
    }
    take_files(drawn);
    sources_.validation_split_ratio = 0;
    return {};
  }

  Result<void> make_sentences(int num_threads) {
    TRY(const fs::path folder, new_folder("sentences"));
    TRY(write_sentences(sources_, data_, num_threads, folder, progress_));
    take_files(folder);
    sources_.validation_split_ratio = 0;
    return {};
  }

 private:
  // Takes the files in the folder, which are read completely: they are the excerpt.
  void take_files(const fs::path& folder) {
    std::error_code ignored;
    for (const Split split : all_splits) {
      std::vector<fs::path>& files = member_of(sources_, split);
      files.clear();
      const fs::path file = folder / (std::string(name_of(split)) + ".csv");
      if (fs::exists(file, ignored)) files.push_back(file);
    }
  }

  TextSources sources_;
  const DataSection data_;
  const fs::path beside_;
  const PrepareProgress& progress_;
};

}  // namespace

Result<PreparedData> prepare_text_excerpt(const TextDataSettings& given, const fs::path& folder,
                                          const PrepareProgress& progress) {
  TextDataSettings settings = given;
  ExcerptFiles files(given.sources, given.data, folder.parent_path(), progress);
  TRY(files.make_columns_and_split(column_rules(given)));
  settings.sources = files.sources();
  if (has_sentences(settings.data)) {
    if (!settings.tokenizer) {  // learned from whole texts
      TRY(const fs::path vocabulary, files.new_folder("vocabulary"));
      TRY(train_vocabulary(settings, vocabulary, progress));
      settings.tokenizer = vocabulary;
    }
    TRY(files.make_sentences(settings.num_threads));
    settings.sources = files.sources();
    settings.longest_text = settings.data.sequence_length;
    settings.sources.max_records.reset();  // there are more sentences than texts
    settings.keep_texts_apart = false;
  }
  return prepare_text(settings, folder, progress);
}

Result<PreparedData> prepare_labelled_excerpt(const LabelledTextSettings& given,
                                              const fs::path& folder,
                                              const PrepareProgress& progress) {
  LabelledTextSettings settings = given;
  ExcerptFiles files(given.sources, given.data, folder.parent_path(), progress);
  TRY(files.make_columns_and_split(column_rules(given)));
  settings.sources = files.sources();
  return prepare_labelled(settings, folder, progress);
}

}  // namespace trainyard
