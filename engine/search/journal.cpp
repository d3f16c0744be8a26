// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/search/journal.h"

#include <cerrno>
#include <cmath>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include "engine/contract/files/durable_file.h"
#include "engine/contract/files/whole_file.h"
#include "engine/contract/messages.h"
#include "engine/system/unix_time.h"

namespace trainyard::search {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kJournalLimit = 4ull << 30;

Error with_line(Error problem, std::int64_t line) {
  return make_error("study.damaged", {{"line", line}, {"problem", as_argument(problem)}});
}

}  // namespace

Result<JournalReading> parse_journal(std::string_view text) {
  JournalReading reading;
  std::int64_t line = 0;
  for (;;) {
    const std::string_view rest = text.substr(reading.bytes);
    const std::size_t end = rest.find('\n');
    if (end == rest.npos) break;
    ++line;
    auto record = parse_record(rest.substr(0, end));
    // The last line was never acknowledged if it is damaged: a power cut may leave a hole in it.
    const bool is_last = end + 1 == rest.size();
    if (!record && is_last && line > 1) break;
    if (!record) return with_line(std::move(record).error(), line);
    if (line == 1) {
      const auto* header = std::get_if<StudyRecord>(&*record);
      if (!header) return make_error("study.empty", {});
      if (header->format > StudyRecord().format)
        return make_error("study.format",
                          {{"format", header->format}, {"supported", StudyRecord().format}});
    } else if (auto fits = check_record(reading.recorded, *record); !fits) {
      return with_line(std::move(fits).error(), line);
    }
    apply_record(reading.recorded, *record);
    reading.bytes += end + 1;
  }
  if (line == 0) return make_error("study.empty", {});
  return reading;
}

Result<RecordedStudy> read_study(const fs::path& path) {
  TRY(const std::string text, read_file(path, kJournalLimit));
  TRY(JournalReading reading, parse_journal(text));
  return std::move(reading.recorded);
}

Result<StudyJournal> StudyJournal::create(const fs::path& path, const StudyRecord& record) {
  // Under another name until it has its first line, so that no journal is without one.
  fs::path temporary = path;
  temporary += ".new-" + std::to_string(::getpid());
  ::unlink(temporary.c_str());  // left by a dead process with the same pid
  const std::string line = to_line(JournalRecord(record)) + '\n';
  TRY(auto file, DurableFile::create(temporary));
  TRY(file.write(line.data(), line.size()));
  TRY(file.finish());
  if (auto moved = rename_new(temporary, path); !moved) {
    ::unlink(temporary.c_str());
    return std::move(moved).error();
  }
  TRY(sync_folder(path.has_parent_path() ? path.parent_path() : fs::path(".")));
  return open(path);
}

Result<StudyJournal> StudyJournal::open(const fs::path& path) {
  StudyJournal journal(path, Descriptor(::open(path.c_str(), O_RDWR | O_APPEND | O_CLOEXEC)));
  if (!journal.file_.is_open()) return file_error(path, errno, FileStep::write);
  // File systems without locks must do without: the run's folder has one controller anyway.
  if (::flock(journal.file_.number(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
    return make_error("study.locked", {{"path", path.string()}});
  TRY(const std::string text, read_file(path, kJournalLimit));
  TRY(JournalReading reading, parse_journal(text));
  journal.recorded_ = std::move(reading.recorded);
  journal.bytes_ = reading.bytes;
  const bool has_rest = text.size() > reading.bytes;
  if (has_rest && (::ftruncate(journal.file_.number(), static_cast<off_t>(reading.bytes)) != 0 ||
                   ::fsync(journal.file_.number()) != 0))
    return file_error(path, errno, FileStep::write);
  return journal;
}

Result<void> StudyJournal::tell(OnLine on_line) {
  TRY(const std::string text, read_file(path_, kJournalLimit));
  std::string_view rest = std::string_view(text).substr(0, bytes_);
  for (std::size_t end; (end = rest.find('\n')) != rest.npos; rest.remove_prefix(end + 1))
    on_line(rest.substr(0, end));
  on_line_ = std::move(on_line);
  return {};
}

Result<void> StudyJournal::write_line(const std::string& line) {
  std::size_t written = 0;
  while (written < line.size()) {
    const ssize_t count = ::write(file_.number(), line.data() + written, line.size() - written);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return file_error(path_, count < 0 ? errno : EIO, FileStep::write);
    written += static_cast<std::size_t>(count);
  }
  if (::fdatasync(file_.number()) != 0) return file_error(path_, errno, FileStep::write);
  return {};
}

Result<void> StudyJournal::append(const JournalRecord& record) {
  if (is_damaged_) return make_error("study.not_written", {{"path", path_.string()}});
  TRY(check_record(recorded_, record));
  const std::string line = to_line(record) + '\n';
  if (auto written = write_line(line); !written) {
    // What is on the disk now is not known, so that nothing may follow before it is read again.
    is_damaged_ = true;
    if (::ftruncate(file_.number(), static_cast<off_t>(bytes_)) == 0 &&
        ::fsync(file_.number()) == 0)
      is_damaged_ = false;
    return written;
  }
  bytes_ += line.size();
  apply_record(recorded_, record);
  if (on_line_) on_line_(std::string_view(line).substr(0, line.size() - 1));
  return {};
}

Result<std::int64_t> StudyJournal::start(Map values) {
  const std::int64_t number = std::ssize(recorded_.study.trials);
  TRY(append(TrialRecord{number, std::move(values), unix_time()}));
  return number;
}

Result<void> StudyJournal::report(std::int64_t trial, std::int64_t step, double value,
                                  const PruneDecision& decision, std::int64_t seed) {
  const auto& trials = recorded_.study.trials;
  const bool is_known = trial >= 0 && trial < std::ssize(trials) &&
                        trials[static_cast<std::size_t>(trial)].reports.contains(step);
  if (is_known) return {};
  return append(ReportRecord{.trial = trial,
                             .step = step,
                             .value = value,
                             .seed = seed,
                             .is_pruned = decision.is_pruned,
                             .rungs = decision.rungs,
                             .resource = decision.resource});
}

Result<void> StudyJournal::report_extra(std::int64_t trial, std::int64_t step, double value,
                                        std::int64_t seed) {
  const auto& trials = recorded_.study.trials;
  if (trial >= 0 && trial < std::ssize(trials)) {
    // A run that goes on from a checkpoint repeats steps.
    const auto& last = trials[static_cast<std::size_t>(trial)].extra_steps;
    if (const auto found = last.find(seed); found != last.end() && step <= found->second) return {};
  }
  return append(
      ReportRecord{.trial = trial, .step = step, .value = value, .seed = seed, .is_extra = true});
}

Result<void> StudyJournal::add_result(std::int64_t trial, std::int64_t seed, double value,
                                      std::int64_t steps) {
  const auto& trials = recorded_.study.trials;
  const bool is_known = trial >= 0 && trial < std::ssize(trials) &&
                        trials[static_cast<std::size_t>(trial)].results.contains(seed);
  if (is_known) return {};
  return append(ResultRecord{trial, seed, value, steps});
}

Result<void> StudyJournal::complete(std::int64_t trial, double value) {
  if (!std::isfinite(value)) return fail(trial, make_error("study.not_finite", {}));
  return append(EndRecord{.trial = trial, .value = value, .time = unix_time()});
}

Result<void> StudyJournal::retry(std::int64_t trial, const Error& cause) {
  return append(RetryRecord{trial, cause.code, cause.arguments, unix_time()});
}

Result<void> StudyJournal::prune(std::int64_t trial, std::int64_t steps) {
  return append(
      EndRecord{.trial = trial, .state = TrialState::pruned, .steps = steps, .time = unix_time()});
}

Result<void> StudyJournal::fail(std::int64_t trial, const Error& cause, std::int64_t steps) {
  return append(EndRecord{.trial = trial,
                          .state = TrialState::failed,
                          .steps = steps,
                          .cause = cause.code,
                          .arguments = cause.arguments,
                          .time = unix_time()});
}

Result<void> StudyJournal::set_trials(std::int64_t trials) { return append(TrialsRecord{trials}); }

PruneDecision decide_report(const Pruner& pruner, const Study& study, std::int64_t trial,
                            std::int64_t step, double value) {
  Trial reported = study.trials[static_cast<std::size_t>(trial)];
  if (!reported.reports.emplace(step, value).second) return {};
  return pruner.decide(study, reported);
}

std::optional<double> mean_result(const Trial& trial, std::int64_t seeds) {
  if (std::ssize(trial.results) < seeds || trial.results.empty()) return std::nullopt;
  double sum = 0;
  for (const auto& [seed, value] : trial.results) sum += value;
  return sum / static_cast<double>(trial.results.size());
}

}  // namespace trainyard::search
