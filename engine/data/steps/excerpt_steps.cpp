// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/steps/excerpt_steps.h"

#include "engine/contract/durable_file.h"
#include "engine/data/steps/sentence_step.h"
#include "engine/data/steps/split_step.h"

namespace trainyard {

namespace fs = std::filesystem;

namespace {

// Goes from one step's files to the next one's.
class ExcerptFiles {
 public:
  ExcerptFiles(const TextSources& raw, const StepRules& rules, fs::path beside,
               const PrepareProgress& progress)
      : sources_(raw), rules_(rules), beside_(std::move(beside)), progress_(progress) {}

  const TextSources& sources() const { return sources_; }

  Result<fs::path> new_folder(const char* name) const {
    const fs::path folder = beside_ / name;
    TRY(make_folders(folder));
    return folder;
  }

  Result<void> make_columns_and_split() {
    if (!rules_.columns.drops_incomplete && !rules_.split_seed) return {};
    TRY(const fs::path columns, new_folder("columns"));
    TRY(write_columns(sources_, rules_.columns, columns, progress_));
    take_files(columns);
    if (!rules_.split_seed) return {};
    const SplitRules split{sources_.validation_split_ratio, rules_.test_ratio, *rules_.split_seed};
    TRY(const fs::path drawn, new_folder("split"));
    if (auto done = write_split_rows(columns, split, drawn, progress_); !done) {
      const bool are_too_few = done.error().code.starts_with("split.");
      return are_too_few ? Result<void>() : done;
    }
    take_files(drawn);
    sources_.validation_split_ratio = 0;
    return {};
  }

  Result<void> make_sentences(const TextRules& texts, int num_threads) {
    if (!rules_.has_sentences) return {};
    TRY(const fs::path folder, new_folder("sentences"));
    TRY(write_sentences(sources_, {texts, rules_.sentence_parameters, num_threads}, folder,
                        progress_));
    take_files(folder);
    sources_.validation_split_ratio = 0;
    return {};
  }

 private:
  // Those that the folder has; what is read of them is all of the excerpt.
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
  const StepRules& rules_;
  const fs::path beside_;
  const PrepareProgress& progress_;
};

}  // namespace

Result<PreparedData> prepare_text_excerpt(const TextDataSettings& given, const StepRules& rules,
                                          const fs::path& folder, const PrepareProgress& progress) {
  TextDataSettings settings = given;
  ExcerptFiles files(given, rules, folder.parent_path(), progress);
  TRY(files.make_columns_and_split());
  static_cast<TextSources&>(settings) = files.sources();
  if (rules.has_sentences) {
    if (!settings.tokenizer) {  // learned from whole texts
      TRY(const fs::path vocabulary, files.new_folder("vocabulary"));
      TRY(train_vocabulary(settings, vocabulary, progress));
      settings.tokenizer = vocabulary;
    }
    TRY(files.make_sentences(settings.rules, settings.num_threads));
    static_cast<TextSources&>(settings) = files.sources();
    settings.longest_text = settings.sequence_length;
    settings.most_records.reset();  // of sentences there are more
    settings.keep_texts_apart = false;
  }
  return prepare_text(settings, folder, progress);
}

Result<PreparedData> prepare_labelled_excerpt(const LabelledTextSettings& given,
                                              const StepRules& rules, const fs::path& folder,
                                              const PrepareProgress& progress) {
  LabelledTextSettings settings = given;
  ExcerptFiles files(given, rules, folder.parent_path(), progress);
  TRY(files.make_columns_and_split());
  static_cast<TextSources&>(settings) = files.sources();
  return prepare_labelled(settings, folder, progress);
}

}  // namespace trainyard
