// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/history/optuna_journal_store.h"

#include <map>
#include <set>

#include "engine/contract/files/whole_file.h"
#include "engine/contract/messages.h"
#include "engine/search/optuna_journal.h"
#include "remote/history/optuna_trial.h"

namespace trainyard {
namespace {

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

}  // namespace

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

}  // namespace trainyard
