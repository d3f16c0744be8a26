// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/text_sources.h"

#include <cmath>

#include "engine/contract/messages.h"

namespace trainyard {

std::int64_t TextSources::num_held_out(std::int64_t num_examples) const {
  if (!holds_out()) return 0;
  return static_cast<std::int64_t>(
      std::nearbyint(validation_split_ratio * static_cast<double>(num_examples)));
}

const std::vector<std::filesystem::path>& TextSources::files(Split split) const {
  return member_of(*this, split);
}

std::vector<std::filesystem::path> TextSources::all_files() const {
  std::vector<std::filesystem::path> all;
  for (const Split split : all_splits)
    all.insert(all.end(), files(split).begin(), files(split).end());
  return all;
}

Error preparing_stopped() { return make_error("data.stopped", {}); }

Result<std::vector<TextFile>> open_files(const std::vector<std::filesystem::path>& paths) {
  std::vector<TextFile> files;
  for (const std::filesystem::path& path : paths) {
    TRY(auto file, TextFile::open(path));
    files.push_back(std::move(file));
  }
  return files;
}

Result<OpenSources> open_sources(const TextSources& sources) {
  OpenSources open;
  TRY(open.train, open_files(sources.train));
  TRY(open.validation, open_files(sources.validation));
  TRY(open.test, open_files(sources.test));
  TRY(open.temporal_test, open_files(sources.temporal_test));
  return open;
}

double total_bytes(const std::vector<TextFile>& files) {
  double sum = 0;
  for (const TextFile& file : files) sum += static_cast<double>(file.size());
  return sum;
}

Result<void> Excerpt::walk(const TextFile& file, const TextFile::OnProgress& on_progress,
                           const std::function<Result<void>(std::uint64_t)>& walk) {
  if (!left_) return walk(UINT64_MAX);
  if (is_over()) return {};
  // More than the maximum size of a record, so that an excerpt is never empty.
  constexpr std::uint64_t kMaxBytes = 64u << 20;
  TRY(file.check_text(on_progress, kMaxBytes));
  auto walked = walk(kMaxBytes / 2);  // a break of two bytes may be counted as one
  return has_ended_ ? Result<void>() : walked;
}

Result<void> Excerpt::take() {
  if (!left_ || --*left_ > 0) return {};
  has_ended_ = true;
  return preparing_stopped();
}

Result<void> check_text(const TextSources& settings, const OpenSources& sources,
                        const PrepareProgress& progress) {
  if (settings.max_records) return {};  // Excerpt checks it
  const std::vector<TextFile>* all[] = {&sources.train, &sources.validation, &sources.test,
                                        &sources.temporal_test};
  double total = 0, before = 0;
  for (const auto* files : all) total += total_bytes(*files);
  for (const auto* files : all)
    for (const TextFile& file : *files) {
      TRY(file.check_text([&](std::uint64_t done) -> Result<void> {
        if (!progress("phase.checking_text", before + static_cast<double>(done), total))
          return preparing_stopped();
        return {};
      }));
      before += static_cast<double>(file.size());
    }
  return {};
}

}  // namespace trainyard
