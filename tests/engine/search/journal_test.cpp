// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/search/journal.h"

#include <csignal>
#include <cstdlib>

#include <gtest/gtest.h>
#include <random>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/contract/messages.h"
#include "tests/engine/temporary_folder.h"

namespace trainyard::search {
namespace {

StudyRecord record_of(std::string name = "s") {
  StudyRecord record{.name = std::move(name), .seed = 7};
  record.search.space = {{"rate", Map{{"low", 1e-5}, {"high", 0.1}, {"log", true}}},
                         {"layers", Map{{"low", 1}, {"high", 4}}},
                         {"kind", List{"sgd", "adamw", Value(), 2, true}}};
  record.search.direction = SearchDirection::maximize;
  return record;
}

Map some_values(int i) {
  return {{"rate", 1e-4 * (i + 1)}, {"layers", i % 4 + 1}, {"kind", "sgd"}};
}

// One line for each call, so that states can be compared.
std::string text_of(const RecordedStudy& recorded) {
  std::string text = to_line(JournalRecord(recorded.record));
  for (const Trial& trial : recorded.study.trials) {
    text += "\n" + to_line(TrialRecord{trial.number, trial.values, trial.started});
    for (const auto& [step, value] : trial.reports)
      text += "\n" + to_line(ReportRecord{.trial = trial.number, .step = step, .value = value});
    for (const double rung : trial.rungs) text += " " + std::to_string(rung);
    for (const auto& [seed, value] : trial.results)
      text += "\n" + to_line(ResultRecord{.trial = trial.number, .seed = seed, .value = value});
    text += "\n" + to_line(EndRecord{.trial = trial.number,
                                     .state = trial.state,
                                     .value = trial.value,
                                     .steps = trial.steps,
                                     .cause = trial.cause,
                                     .arguments = trial.arguments,
                                     .time = trial.ended});
  }
  return text + "\n" + std::to_string(recorded.study.resource.value_or(-1));
}

// What a search does to its journal: of four trials, one of each end and one that still runs.
void fill(StudyJournal& journal) {
  for (int i = 0; i < 4; ++i) ASSERT_EQ(*journal.start(some_values(i)), i);
  ASSERT_TRUE(journal.report(0, 1, 0.5, {.rungs = {0.5, 0.25}, .resource = 3}));
  ASSERT_TRUE(journal.report(0, 1, 9, {})) << "a repeated step is ignored";
  ASSERT_TRUE(journal.report(1, 1, std::nan(""), {}));
  ASSERT_TRUE(journal.add_result(0, 42, 0.5));
  ASSERT_TRUE(journal.add_result(0, 43, 0.7));
  ASSERT_TRUE(journal.add_result(0, 43, 9)) << "a repeated seed is ignored";
  ASSERT_TRUE(journal.complete(0, *mean_result(journal.study().trials[0], 2)));
  ASSERT_TRUE(journal.prune(1));
  ASSERT_TRUE(journal.fail(2, make_error("study.no_trial", {{"trial", 5}})));
  ASSERT_TRUE(journal.set_trials(100));
}

TEST(Journal, IsReadAsItWasWritten) {
  const TemporaryFolder folder;
  auto journal = StudyJournal::create(folder / "study.jsonl", record_of());
  ASSERT_TRUE(journal) << journal.error().message;
  fill(*journal);
  const Trial& first = journal->study().trials[0];
  EXPECT_EQ(first.state, TrialState::complete);
  EXPECT_DOUBLE_EQ(*first.value, 0.6);
  EXPECT_EQ(first.reports.at(1), 0.5);
  EXPECT_EQ(journal->study().resource, 3);
  EXPECT_EQ(journal->study().direction, SearchDirection::maximize);
  const auto read = read_study(folder / "study.jsonl");
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(text_of(*read), text_of({journal->record(), journal->study()}));
  EXPECT_EQ(read->record.search.trials, 100);
  EXPECT_EQ(read->study.trials[2].cause, "study.no_trial");
  EXPECT_EQ(search_parameters(read->record.search), search_parameters(record_of().search));
}

// A repetition that is killed goes on from a checkpoint and reports some of its steps again.
TEST(Journal, HasEachReportOfAFurtherSeedOnce) {
  const TemporaryFolder folder;
  const auto path = folder / "study.jsonl";
  {
    auto journal = *StudyJournal::create(path, record_of());
    ASSERT_TRUE(journal.start({}));
    for (const std::int64_t step : {7, 14}) ASSERT_TRUE(journal.report_extra(0, step, 0.5, 43));
    ASSERT_TRUE(journal.report_extra(0, 7, 0.4, 44));
  }
  const std::string before = folder.read("study.jsonl");
  auto again = *StudyJournal::open(path);
  for (const std::int64_t step : {7, 14}) ASSERT_TRUE(again.report_extra(0, step, 0.5, 43));
  ASSERT_TRUE(again.report_extra(0, 7, 0.4, 44));
  EXPECT_EQ(folder.read("study.jsonl"), before);
  ASSERT_TRUE(again.report_extra(0, 21, 0.3, 43));
  EXPECT_NE(folder.read("study.jsonl"), before);
}

TEST(Journal, HasOneWriterAndReplacesNothing) {
  const TemporaryFolder folder;
  const auto path = folder / "study.jsonl";
  {
    auto journal = StudyJournal::create(path, record_of());
    ASSERT_TRUE(journal);
    EXPECT_EQ(StudyJournal::open(path).error().code, "study.locked");
    EXPECT_TRUE(read_study(path)) << "readers are always welcome";
    EXPECT_FALSE(StudyJournal::create(path, record_of("other")));
  }
  const auto again = StudyJournal::open(path);
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(again->record().name, "s");
}

TEST(Journal, RefusesWhatDoesNotFit) {
  const TemporaryFolder folder;
  auto journal = *StudyJournal::create(folder / "study.jsonl", record_of());
  fill(journal);
  const std::string before = folder.read("study.jsonl");
  EXPECT_EQ(journal.complete(9, 1).error().code, "study.no_trial");
  EXPECT_EQ(journal.complete(0, 1).error().code, "study.trial_ended") << "not counted twice";
  EXPECT_EQ(journal.report(1, 2, 1, {}).error().code, "study.trial_ended");
  EXPECT_EQ(folder.read("study.jsonl"), before);
  EXPECT_TRUE(journal.complete(3, std::nan("")));
  EXPECT_EQ(journal.study().trials[3].state, TrialState::failed) << "not an infinitely good one";
  EXPECT_EQ(journal.study().trials[3].cause, "study.not_finite");
}

// Whatever the byte at which the writer was killed, the whole lines before it are the study.
TEST(Journal, EachCutGivesTheStateOfTheWholeLines) {
  const TemporaryFolder folder;
  {
    auto journal = StudyJournal::create(folder / "whole.jsonl", record_of());
    ASSERT_TRUE(journal);
    fill(*journal);
  }
  const std::string whole = folder.read("whole.jsonl");
  const std::size_t header = whole.find('\n') + 1;
  std::string last = text_of(parse_journal(whole.substr(0, header))->recorded);
  for (std::size_t cut = header; cut <= whole.size(); ++cut) {
    const auto reading = parse_journal(whole.substr(0, cut));
    ASSERT_TRUE(reading) << reading.error().message;
    EXPECT_EQ(reading->bytes, whole.rfind('\n', cut - 1) + 1);
    const std::string text = text_of(reading->recorded);
    if (whole[cut - 1] != '\n') {
      EXPECT_EQ(text, last) << cut;
    }
    last = text;
  }
  for (const std::size_t cut : {whole.size() - 1, whole.size() - 20, header + 3}) {
    folder.write("cut.jsonl", whole.substr(0, cut));
    auto journal = StudyJournal::open(folder / "cut.jsonl");
    ASSERT_TRUE(journal) << journal.error().message;
    ASSERT_TRUE(journal->start(some_values(5)));
    const auto read = read_study(folder / "cut.jsonl");
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(text_of(*read), text_of({journal->record(), journal->study()}));
  }
}

TEST(Journal, NamesTheDamagedLine) {
  const TemporaryFolder folder;
  auto journal = StudyJournal::create(folder / "study.jsonl", record_of());
  fill(*journal);
  const std::string whole = folder.read("study.jsonl");
  const auto error = [](const std::string& text) { return parse_journal(text).error(); };
  std::string damaged = whole;
  damaged[whole.find("\"kind\":\"report\"")] = 'x';
  EXPECT_EQ(error(damaged).code, "study.damaged");
  EXPECT_NE(error(damaged).message.find("line 6"), std::string::npos) << error(damaged).message;
  EXPECT_EQ(error("").code, "study.empty");
  EXPECT_EQ(error("{\"kind\":\"trial\",\"number\":0,\"values\":{}}\n").code, "study.empty");
  const std::string second_end = "{\"kind\":\"end\",\"trial\":0,\"state\":\"pruned\"}\n";
  EXPECT_EQ(error(whole + second_end + whole.substr(0, 0)).code, "study.damaged");
  // A power cut may leave a hole in the last line: it was never acknowledged.
  EXPECT_TRUE(parse_journal(whole + std::string(40, '\0') + "\n"));
  EXPECT_FALSE(parse_journal(whole + std::string(40, '\0') + "\n" + second_end));
}

// Appends to the journal until it is killed, and writes a byte for each call that has returned.
[[noreturn]] void append_for_ever(const std::filesystem::path& path, int acknowledge) {
  auto journal = StudyJournal::open(path);
  if (!journal) std::_Exit(1);
  for (;;) {
    const auto trial = journal->start(some_values(1));
    const auto note = [&](bool is_done) {
      if (!is_done || ::write(acknowledge, "x", 1) != 1) std::_Exit(1);
    };
    note(trial.ok());
    for (std::int64_t step = 1; step <= 3; ++step)
      note(journal->report(*trial, step, 0.5, {}).ok());
    note(journal->complete(*trial, 0.5).ok());
  }
}

TEST(Journal, LosesNothingWhenItsWriterIsKilled) {
  const TemporaryFolder folder;
  const auto path = folder / "study.jsonl";
  ASSERT_TRUE(StudyJournal::create(path, record_of()));
  std::mt19937 random(1);
  std::size_t done = 0;
  for (int i = 0; i < 20; ++i) {
    int pipe[2];
    ASSERT_EQ(::pipe(pipe), 0);
    const pid_t child = ::fork();
    if (child == 0) append_for_ever(path, pipe[1]);
    ::close(pipe[1]);
    // After some calls, at any moment of the next one.
    char bytes[64];
    for (std::size_t wanted = 1 + random() % 40, got = 0; got < wanted;) {
      const ssize_t count = ::read(pipe[0], bytes, std::min(sizeof bytes, wanted - got));
      ASSERT_GT(count, 0);
      got += static_cast<std::size_t>(count);
      done += static_cast<std::size_t>(count);
    }
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    for (ssize_t count = 0; (count = ::read(pipe[0], bytes, sizeof bytes)) > 0;)
      done += static_cast<std::size_t>(count);
    ::close(pipe[0]);
    auto journal = StudyJournal::open(path);
    ASSERT_TRUE(journal) << journal.error().message;
    std::size_t found = 0;
    for (const Trial& trial : journal->study().trials)
      found += 1 + trial.reports.size() + (trial.state == TrialState::complete ? 1 : 0);
    EXPECT_GE(found, done) << "what was acknowledged is there";
    EXPECT_LE(found, done + 1) << "and at most the call that was under way";
    done = found;
    // What ran is known to have run: whoever goes on decides about it.
    for (const Trial& trial : journal->study().trials)
      if (trial.state == TrialState::running) {
        EXPECT_TRUE(journal->fail(trial.number, make_error("study.not_finite", {})));
      }
    done = 0;
    for (const Trial& trial : journal->study().trials)
      done += 1 + trial.reports.size() + (trial.state == TrialState::complete ? 1 : 0);
  }
}

// In a process of its own, whose files may not grow any more.
int append_to_full_disk(const std::filesystem::path& path) {
  std::signal(SIGXFSZ, SIG_IGN);
  auto journal = StudyJournal::open(path);
  const rlimit limit{std::filesystem::file_size(path) + 10, RLIM_INFINITY};
  if (!journal || ::setrlimit(RLIMIT_FSIZE, &limit) != 0) return 1;
  if (journal->start(some_values(1))) return 2;
  const rlimit none{RLIM_INFINITY, RLIM_INFINITY};
  if (!journal->study().trials.empty() || ::setrlimit(RLIMIT_FSIZE, &none) != 0) return 3;
  return journal->start(some_values(2)) ? 0 : 4;
}

TEST(Journal, TakesBackALineThatCouldNotBeWritten) {
  const TemporaryFolder folder;
  const auto path = folder / "study.jsonl";
  ASSERT_TRUE(StudyJournal::create(path, record_of()));
  const pid_t child = ::fork();
  if (child == 0) std::_Exit(append_to_full_disk(path));
  int status = 0;
  ::waitpid(child, &status, 0);
  EXPECT_EQ(WEXITSTATUS(status), 0);
  const auto read = read_study(path);
  ASSERT_TRUE(read) << read.error().message;
  ASSERT_EQ(read->study.trials.size(), 1u);
  EXPECT_EQ(read->study.trials[0].values, some_values(2));
}

}  // namespace
}  // namespace trainyard::search
