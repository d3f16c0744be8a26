// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/texts/texts.h"

#include "engine/data/labelled/record_parser.h"

namespace trainyard {

namespace {

std::string_view without_break(std::string_view line) {
  if (line.ends_with('\n')) line.remove_suffix(1);
  return line;
}

}  // namespace

bool has_records(const std::filesystem::path& file) {
  const std::string ending = ending_of(file);
  return ending == ".csv" || ending == ".tsv" || ending == ".json" || ending == ".jsonl" ||
         ending == ".parquet";
}

Result<void> for_each_text(const TextFile& file, const DataSection& data, const TakeText& take,
                           const TextFile::OnProgress& on_progress, std::uint64_t most) {
  if (has_records(file.path())) {
    LabelledTextSettings settings;
    settings.rows = RowKind::unlabelled;
    settings.data.text_column = data.text_column;
    settings.first_column_otherwise = true;
    TRY(for_each_record(
        file, settings, [&](LabelledRecord&& record) { return take(record.text); }, on_progress,
        most));
    return {};
  }
  bool is_enough = false;
  std::uint64_t done = 0;
  const auto walked = file.for_each_line(
      [&](std::string_view line) -> Result<void> {
        done += line.size();
        if (done > most) {
          is_enough = true;
          return preparing_stopped();
        }
        return take(data.keep_linebreaks ? line : without_break(line));
      },
      on_progress);
  return is_enough ? Result<void>() : walked;
}

Result<void> walk_texts(const std::vector<TextFile>& files, const DataSection& data,
                        std::string_view phase, const PrepareProgress& progress,
                        const TakeNumberedText& take, std::optional<std::int64_t> max_records) {
  const double total = total_bytes(files);
  double before = 0;
  std::int64_t number = 0;
  Excerpt excerpt(max_records);
  for (const TextFile& file : files) {
    const auto on_progress = [&](std::uint64_t done) -> Result<void> {
      if (progress(phase, before + static_cast<double>(done), total)) return {};
      return preparing_stopped();
    };
    const auto take_text = [&](std::string_view text) -> Result<void> {
      TRY(take(text, number++));
      return excerpt.take();
    };
    TRY(excerpt.walk(file, on_progress, [&](std::uint64_t most) {
      return for_each_text(file, data, take_text, on_progress, most);
    }));
    before += static_cast<double>(file.size());
  }
  return {};
}

}  // namespace trainyard
