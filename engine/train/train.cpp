// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/train.h"

#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <fstream>
#include <future>
#include <thread>

#include "engine/contract/messages.h"
#include "engine/train/failure.h"
#include "engine/train/memory_savings.h"
#include "engine/train/model_setup.h"
#include "engine/train/search_loop.h"
#include "engine/train/training.h"
#include "engine/parallel/process_group.h"

namespace trainyard {

namespace {

// Writes them as text with tabs, a line each: number, time, operation, purpose, elements. The last
// line is what did not end, or what was started after it. Problems are ignored: the run has failed
// already, and its error is reported elsewhere.
void write_collectives(const std::filesystem::path& file,
                       const std::vector<Collective>& collectives) {
  std::error_code ignored;
  std::filesystem::create_directories(file.parent_path(), ignored);
  std::ofstream stream(file);
  stream << "number\ttime\toperation\tpurpose\telements\n";
  for (const Collective& one : collectives) {
    char time[32];
    std::snprintf(time, sizeof time, "%.3f", one.time);
    const std::string purpose =
        one.purpose.code ? make_error(one.purpose.code, {{"layer", one.purpose.layer}}).message
                         : "";
    stream << one.sequence << '\t' << time << '\t' << make_error(one.operation, {}).message << '\t'
           << purpose << '\t' << one.elements << '\n';
  }
}

// Limits after a failure: for a checkpoint that is being written, below the grace period of agents
// and schedulers; and for aborting the group.
constexpr auto last_write_limit = std::chrono::seconds(20);
constexpr auto abort_limit = std::chrono::seconds(2);
// For each part of the orderly end. What a rank is still waited for then has no effect on results.
constexpr auto shutdown_limit = std::chrono::seconds(5);

// What would save memory, as far as that can be planned now.
Error savings_of(const Session& session, const TrainingWork& work) {
  constexpr std::size_t most = 4;
  try {
    MemoryPlans plans(*work.model, *work.task);
    const std::vector<MemorySaving> savings = memory_savings(
        session.experiment(), plans, work.batch.per_device, work.memory_plan.total());
    if (!savings.empty())
      return make_error("out_of_memory.savings", {{"savings", savings_text(savings, most)}});
  } catch (const std::exception&) {
    return make_error("out_of_memory.no_savings", {});  // there is not even memory for that
  }
  return make_error("out_of_memory.no_savings", {});
}

// Adds the expected memory to the error, and what would save some.
Error with_plan(const Error& error, const Session& session, const TrainingWork& work) {
  Map arguments = to_arguments(work.memory_plan);
  const Value* detail = find(error.arguments, "detail");
  arguments.emplace_back("detail", detail ? *detail : Value(error.message));
  arguments.emplace_back("savings", as_argument(savings_of(session, work)));
  return make_error("out_of_memory.planned", std::move(arguments), error.exit_code);
}

std::filesystem::path collectives_file(const Session& session) {
  const std::string name = "rank-" + std::to_string(session.ranks().rank) + ".tsv";
  return session.folder().attempt(session.attempt()) / "collectives" / name;
}

// Notifies the others, then ends the process. The thread is abandoned: aborting a communicator may
// hang like everything else in it.
[[noreturn]] void end_process(TrainingWork& work, int code) {
  if (work.group) {
    auto given_up = std::make_shared<std::promise<void>>();
    std::future<void> done = given_up->get_future();
    std::thread([group = work.group.get(), given_up] {
      group->abort();
      given_up->set_value();
    }).detach();
    done.wait_for(abort_limit);
  }
  std::fflush(nullptr);
  ::_exit(code);
}

ExitCode train_once(Session& session, Training& training) {
  build_training_work(session, *training.work);
  training.loop.emplace(session, *training.work);
  return training.loop->run();
}

}  // namespace

int train(Session& session) {
  // Outside of the try block, so that a failure is reported before any of it is destroyed.
  Training training;
  Result<ExitCode> outcome = ExitCode::completed;
  try {
    throw_unless_ok(check_metric(session.experiment()));
    outcome = is_search_in_one_job(session.experiment()) ? run_search(session, training)
                                                         : train_once(session, training);
  } catch (...) {
    outcome = failure_of_current_exception();
  }
  if (!outcome && outcome.error().code == "out_of_memory" && training.work->memory_plan.total() > 0)
    outcome = with_plan(outcome.error(), session, *training.work);
  const int code = session.finish(outcome);
  if (outcome) {
    const bool is_orderly = !training.work->group || training.work->group->shutdown(shutdown_limit);
    if (!is_orderly) end_process(*training.work, code);
    return code;
  }
  // Without an agent, a rank learns the attempt's number from the first one.
  const bool is_communication = outcome.error().exit_code == ExitCode::communication;
  if (is_communication && training.work->group && session.attempt() > 0)
    write_collectives(collectives_file(session), training.work->group->recent_collectives());
  if (training.loop) training.loop->let_writer_finish(last_write_limit);
  end_process(*training.work, code);
}

}  // namespace trainyard
