// SPDX-License-Identifier: GPL-3.0-or-later
// The runs of a study's trials on the cluster, as their folders and Slurm show them; submitted by
// the same script, and with the same promise of exactly one job, as those from a laptop
// (resources/submit/submit_once.sh).
#pragma once

#include <map>
#include <string>

#include "engine/controller/run_reader.h"
#include "engine/controller/slurm_queue.h"
#include "engine/controller/trial_folder.h"
#include "engine/search/job_study.h"

namespace trainyard::controller {

class ClusterRuns final : public search::TrialRuns {
 public:
  ClusterRuns(TrialTemplate from, SearchSection search)
      : template_(std::move(from)), search_(std::move(search)) {}

  Result<std::optional<search::TrialRunState>> state(const search::TrialRunId& id) override;
  Result<std::vector<search::ObjectivePoint>> new_points(const search::TrialRunId& id) override;
  Result<search::RunObjective> objective(const search::TrialRunId& id) override;
  void cancel(const search::TrialRunId& id) override;
  void resume(const search::TrialRunId& id) override;

  // Makes the run's folder and begins its submission; may be repeated. Errors: those of
  // make_trial_folder.
  Result<void> submit(const search::TrialRunId& id, const std::vector<std::string>& overrides);

  // How many submissions Slurm has not accepted yet, among the runs that were looked at.
  int unfinished_submissions() const;

  RunFolder folder(const search::TrialRunId& id) { return run(id).folder; }

 private:
  // The last word of a submission's journal.
  enum class Word { nothing, in_work, released, refused, cancelled, lost };
  struct Submission {
    int number = 0;  // 0: none yet
    Word word = Word::nothing;
    std::string job;
  };
  struct Run {
    std::string uuid;
    RunFolder folder;
    RunReader reader;
    Clock::time_point started{};  // this process's last start of the script
    int started_number = 0;
    Submission newest{};
    Clock::time_point released{};  // when this process first saw it so
    int released_number = 0;
  };

  Run& run(const search::TrialRunId& id);
  Submission newest_submission(const Run& run) const;
  Result<void> begin_submission(Run& run, int number);
  void start_script(Run& run, int number);
  Result<search::TrialRunState> state_of_submission(Run& run);
  Result<search::TrialRunState> state_of_job(Run& run);
  search::TrialRunState end_of_attempt(const Run& run) const;
  search::TrialRunState end_without_word(const Run& run) const;
  bool is_requeued(const EndEvent& end) const;

  TrialTemplate template_;
  SearchSection search_;
  SlurmQueue queue_;
  std::map<std::pair<std::int64_t, std::int64_t>, Run> runs_;
};

}  // namespace trainyard::controller
