// SPDX-License-Identifier: GPL-3.0-or-later
// A study's state as a file of JSON lines (study_record.h) that is only appended to. What a call
// has returned for is on the disk: after a crash the same study is read again, and a line that was
// being written is cut. One program writes, any number may read.
#pragma once

#include <filesystem>
#include <functional>
#include <string_view>

#include "engine/contract/result.h"
#include "engine/search/pruner.h"
#include "engine/search/study_record.h"
#include "engine/system/descriptor.h"

namespace trainyard::search {

class StudyJournal {
 public:
  // A new study. The file must not exist yet.
  static Result<StudyJournal> create(const std::filesystem::path& path, const StudyRecord& record);

  // Goes on with a study. Errors: "study.locked" while another program has it open, those of
  // read_study.
  static Result<StudyJournal> open(const std::filesystem::path& path);

  // Called with each line once it is on the disk, beginning with those that are there already.
  using OnLine = std::function<void(std::string_view line)>;
  Result<void> tell(OnLine on_line);

  const RecordedStudy& recorded() const { return recorded_; }
  const StudyRecord& record() const { return recorded_.record; }
  const Study& study() const { return recorded_.study; }

  // A trial starts; returns its number.
  Result<std::int64_t> start(Map values);

  // The trial's first run, with this seed, reports. A step that it already reported is ignored.
  Result<void> report(std::int64_t trial, std::int64_t step, double value,
                      const PruneDecision& decision, std::int64_t seed = 0);
  // The same for a further run of the trial, whose steps come in order: only its best value is of
  // interest.
  Result<void> report_extra(std::int64_t trial, std::int64_t step, double value, std::int64_t seed);

  // One of a trial's runs has ended. A seed that already has a result is ignored.
  // `steps`: that it took.
  Result<void> add_result(std::int64_t trial, std::int64_t seed, double value,
                          std::int64_t steps = 0);

  // A run of the trial died for a cause that may pass; it starts again.
  Result<void> retry(std::int64_t trial, const Error& cause);

  // A trial ends; with a value that is not finite, it has failed because of it.
  Result<void> complete(std::int64_t trial, double value);
  // `steps`: of the run that ended so.
  Result<void> prune(std::int64_t trial, std::int64_t steps = 0);
  Result<void> fail(std::int64_t trial, const Error& cause, std::int64_t steps = 0);

  // The study shall have this number of trials.
  Result<void> set_trials(std::int64_t trials);

 private:
  StudyJournal(std::filesystem::path path, Descriptor file) noexcept
      : path_(std::move(path)), file_(std::move(file)) {}

  Result<void> append(const JournalRecord& record);
  Result<void> write_line(const std::string& line);

  std::filesystem::path path_;
  Descriptor file_;
  std::uint64_t bytes_ = 0;  // of whole lines
  bool is_damaged_ = false;  // a line could neither be written nor taken back
  RecordedStudy recorded_;
  OnLine on_line_;
};

// The decision of a pruner about a report that is not in the journal yet.
PruneDecision decide_report(const Pruner& pruner, const Study& study, std::int64_t trial,
                            std::int64_t step, double value);

// The mean of a trial's results; nothing before there are as many as it has seeds.
std::optional<double> mean_result(const Trial& trial, std::int64_t seeds);

// The study that a journal's text has, and the length of its whole lines. Errors: "study.damaged"
// with the number of the line, "study.format", "study.empty".
struct JournalReading {
  RecordedStudy recorded;
  std::uint64_t bytes = 0;
};
Result<JournalReading> parse_journal(std::string_view text);
Result<RecordedStudy> read_study(const std::filesystem::path& path);

}  // namespace trainyard::search
