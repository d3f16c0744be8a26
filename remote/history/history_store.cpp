// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/history/history_store.h"

#include <array>
#include <fstream>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "engine/trackers/file_names.h"
#include "remote/history/database_stores.h"
#include "engine/contract/files/whole_file.h"
#include "engine/contract/messages.h"
#include "engine/search/optuna_journal.h"
#include "remote/history/optuna_trial.h"

namespace trainyard {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t maxJournalBytes = 256 << 20;
constexpr std::size_t mostStudies = 100;  // each is read from the whole journal

// Without an end it is a trial that may go on.
std::int64_t entriesOf(const search::Trial& trial) {
  return std::ssize(trial.values) + std::ssize(trial.reports) +
         (trial.state == search::TrialState::running ? 0 : 1);
}

class OptunaJournalStore final : public HistoryStore {
 public:
  void add(const search::Study& study) {
    for (const search::Trial& trial : study.trials) {
      const std::string id = study.name + "/" + std::to_string(trial.number);
      if (m_places.emplace(id, m_trials.size()).second) m_trials.push_back({id, study.name, trial});
    }
  }

  Result<std::vector<StoredRun>> runs(const std::stop_token&) const override {
    std::vector<StoredRun> runs;
    for (const StoredTrial& each : m_trials)
      if (runs.size() < mostRuns) runs.push_back({each.id, entriesOf(each.trial)});
    return runs;
  }

  Result<RecordedRun> read(const std::string& id, const std::stop_token&) const override {
    const auto place = m_places.find(id);
    if (place == m_places.end()) return make_error("history.empty", {{"path", id}});
    const StoredTrial& stored = m_trials[place->second];
    std::map<std::int64_t, double> values;
    if (stored.trial.value) values.emplace(0, *stored.trial.value);
    return runOfTrial(stored.study, stored.trial, values);
  }

 private:
  struct StoredTrial {
    std::string id, study;
    search::Trial trial;
  };
  std::vector<StoredTrial> m_trials;
  std::map<std::string, std::size_t> m_places;  // by id
};

// Reads all of it. Studies of several objectives are left out. Errors: those of read_file and
// from_optuna_journal.
Result<std::shared_ptr<const HistoryStore>> openOptunaJournal(const std::filesystem::path& file) {
  TRY(const std::string journal, read_file(file, maxJournalBytes));
  auto store = std::make_shared<OptunaJournalStore>();
  std::set<std::string> names;
  for (const std::string& name : search::optuna_journal_studies(journal)) {
    if (names.size() == mostStudies || !names.insert(name).second) continue;
    const auto read = search::from_optuna_journal(journal, name);
    if (!read && read.error().code == "study.optuna_none") continue;  // it was deleted
    if (!read) return read.error();
    store->add(read->study);
  }
  return std::shared_ptr<const HistoryStore>(std::move(store));
}

enum class Format { database, optunaJournal, other };

Format formatOf(const fs::path& file) {
  constexpr std::string_view databaseBegin("SQLite format 3\0", 16), journalBegin("{\"op_code\"");
  const std::string name = file.filename().string();
  const bool mayBeJournal = is_optuna_journal_name(name);
  if (!is_database_name(name) && !mayBeJournal) return Format::other;
  std::array<char, databaseBegin.size()> first{};
  std::ifstream(file, std::ios::binary).read(first.data(), first.size());
  const std::string_view beginning(first.data(), first.size());
  if (mayBeJournal)
    return beginning.starts_with(journalBegin) ? Format::optunaJournal : Format::other;
  return beginning == databaseBegin ? Format::database : Format::other;
}

class DatabaseStore final : public HistoryStore {
 public:
  DatabaseStore(const DatabaseKind& kind, std::shared_ptr<const DatabaseCopy> copy, fs::path file)
      : m_kind(kind), m_copy(std::move(copy)), m_file(std::move(file)) {}

  Result<std::vector<StoredRun>> runs(const std::stop_token& stop) const override {
    ForeignDatabase database(*m_copy, stop);
    return m_kind.runs(database);
  }

  Result<RecordedRun> read(const std::string& id, const std::stop_token& stop) const override {
    ForeignDatabase database(*m_copy, stop);
    return m_kind.read(database, id, m_file);
  }

 private:
  const DatabaseKind& m_kind;
  std::shared_ptr<const DatabaseCopy> m_copy;
  fs::path m_file;
};

Result<std::shared_ptr<const HistoryStore>> openDatabase(const fs::path& file,
                                                         const std::stop_token& stop) {
  TRY(auto copy, DatabaseCopy::make(file, stop));
  ForeignDatabase database(*copy, stop);
  // One whose list of tables is damaged is of no kind, but not another program's either.
  TRY(database.each(QStringLiteral("SELECT name FROM sqlite_master"), {}, [](const QSqlQuery&) {}));
  for (const DatabaseKind* kind : {&trackioDatabase(), &mlflowDatabase(), &optunaDatabase()})
    if (kind->fits(database))
      return std::shared_ptr<const HistoryStore>(
          std::make_shared<DatabaseStore>(*kind, std::move(copy), file));
  return std::shared_ptr<const HistoryStore>();
}

}  // namespace

Result<std::vector<StoredRun>> countedRuns(ForeignDatabase& database, const QString& list,
                                           const QStringList& counts) {
  std::vector<StoredRun> runs;
  std::map<std::string, std::size_t> places;
  TRY(database.each(list, {}, [&](const QSqlQuery& row) {
    places.emplace(cellText(row, 0), runs.size());
    runs.push_back({cellText(row, 0), cellInteger(row, 1).value_or(0)});
  }));
  for (const QString& count : counts) {
    TRY(database.each(count, {}, [&](const QSqlQuery& row) {
      const auto place = places.find(cellText(row, 0));
      if (place != places.end()) runs[place->second].entries += cellInteger(row, 1).value_or(0);
    }));
  }
  return runs;
}

bool isHistoryStore(const fs::path& file) { return formatOf(file) != Format::other; }

Result<std::shared_ptr<const HistoryStore>> openHistoryStore(const fs::path& file,
                                                             const std::stop_token& stop) {
  switch (formatOf(file)) {
    case Format::database:
      return openDatabase(file, stop);
    case Format::optunaJournal:
      return openOptunaJournal(file);
    case Format::other:
      break;
  }
  return std::shared_ptr<const HistoryStore>();
}

}  // namespace trainyard
