#include "engine/agent/causes/diagnose.h"

#include <sys/wait.h>

#include <csignal>

#include "engine/agent/causes/error_output.h"
#include "engine/agent/options.h"

namespace trainyard::agent {
namespace {

// "Rank 1 on node7", or the launcher's name where no rank is known.
std::string subject(const Failure& failure, std::optional<std::int64_t> rank) {
  return (rank ? "Rank " + std::to_string(*rank) : failure.program) + " on " + failure.node;
}

EndEvent failed(const Failure& failure, std::optional<std::int64_t> rank, int exit_code,
                std::string code, Map arguments, std::string reason) {
  arguments.emplace_back("program", failure.program);
  return EndEvent{Outcome::failed,   exit_code, std::move(code), std::move(arguments),
                  std::move(reason), rank,      failure.node};
}

EndEvent out_of_memory(const Failure& failure, std::optional<std::int64_t> rank, bool is_in_group) {
  return failed(
      failure, rank, 4, "failure.out_of_memory",
      {{"where", is_in_group ? "memory group" : "machine"}},
      subject(failure, rank) + " was killed because " +
          (is_in_group ? "the job's memory limit was reached" : "the machine ran out of memory") +
          "; ask for more memory (resources.memory_gib_per_node) or lower batch.per_device.");
}

EndEvent killed(const Failure& failure, std::optional<std::int64_t> rank, int signal) {
  const char* advice = "";
  switch (signal) {
    case SIGKILL:
      advice =
          "; someone or the system ended it (no memory kill was seen): look at the node's health "
          "and resume";
      break;
    case SIGSEGV:
    case SIGBUS:
    case SIGILL:
    case SIGFPE:
      advice =
          "; it crashed in native code: see the end of its error output and check the versions of "
          "its libraries";
      break;
    case SIGABRT:
      advice = "; it aborted itself: see the end of its error output";
      break;
    case SIGTERM:
      advice = "; someone asked it to stop: resume the run if that was not you";
      break;
    default:
      break;
  }
  return failed(failure, rank, 128 + signal, "failure.signal", {{"signal", signal_name(signal)}},
                subject(failure, rank) + " was killed by " + signal_name(signal) + advice + ".");
}

// `exit_code`: the program's own, which a finding with a code of its own replaces.
EndEvent from_finding(const Failure& failure, std::optional<std::int64_t> rank,
                      const ErrorFinding& finding, int exit_code) {
  std::string what = " failed: ";
  if (finding.code == "failure.out_of_memory") what = " ran out of memory: ";
  if (finding.code == "failure.disk_full") what = " failed because a disk is full: ";
  if (finding.code == "failure.communication") what = " lost the other ranks: ";
  if (finding.code == "failure.cuda") what = " failed on its GPU: ";
  const bool ends_well =
      !finding.text.empty() &&
      std::string_view(".!?").find(finding.text.back()) != std::string_view::npos;
  return failed(failure, rank, finding.exit_code.value_or(exit_code), finding.code,
                {{"error", finding.text}},
                subject(failure, rank) + what + finding.text + (ends_well ? "" : ".") +
                    (finding.advice.empty() ? "" : " " + finding.advice));
}

const MessageEvent* telling_error(const Failure& failure) {
  for (const MessageEvent& error : failure.errors)
    if (error.code != "python.exception" ||
        classify_error(error.text).code != "failure.communication")
      return &error;
  return failure.errors.empty() ? nullptr : &failure.errors.front();
}

EndEvent from_exit_code(const Failure& failure, std::optional<std::int64_t> rank, int exit_code) {
  const std::string said = last_line(failure.error_output);
  const std::string quoted = said.empty() ? "" : " Its last words: " + said;
  if (exit_code == 4)
    return failed(failure, rank, 4, "failure.out_of_memory", {{"error", said}},
                  subject(failure, rank) +
                      " ran out of memory; lower batch.per_device or ask for more." + quoted);
  if (exit_code == 5)
    return failed(
        failure, rank, 5, "failure.communication", {{"error", said}},
        subject(failure, rank) + " lost the other ranks; see their output and resume." + quoted);
  if (exit_code == 6)
    return failed(failure, rank, 6, "failure.non_finite_loss", {{"error", said}},
                  subject(failure, rank) +
                      " ended because the loss was no longer finite; lower optimizer.learning_rate "
                      "or use bf16 instead of fp16." +
                      quoted);
  return failed(failure, rank, exit_code, "failure.exit_code",
                {{"exit_code", exit_code}, {"error", said}},
                subject(failure, rank) + " ended with code " + std::to_string(exit_code) +
                    (said.empty() ? " and wrote no error; see its output." : "." + quoted));
}

}  // namespace

int exit_code_of(int wait_status) {
  return WIFSIGNALED(wait_status) ? 128 + WTERMSIG(wait_status) : WEXITSTATUS(wait_status);
}

EndEvent diagnose(const Failure& failure) {
  auto rank = failure.rank;
  int signal = WIFSIGNALED(failure.wait_status) ? WTERMSIG(failure.wait_status) : 0;
  int exit_code = exit_code_of(failure.wait_status);
  if (!rank && !signal)
    if (const auto report = find_launcher_report(failure.error_output)) {
      rank = report->rank;
      if (report->exit_code && *report->exit_code < 0)
        signal = -*report->exit_code;
      else if (report->exit_code)
        exit_code = *report->exit_code;
    }
  const bool may_be_memory_kill =
      signal == SIGKILL || exit_code == 128 + SIGKILL || (!failure.rank && !signal);
  if (may_be_memory_kill && failure.memory_kills.in_group > 0)
    return out_of_memory(failure, rank, true);
  if ((signal == SIGKILL || exit_code == 128 + SIGKILL) && failure.memory_kills.on_machine > 0)
    return out_of_memory(failure, rank, false);

  if (const MessageEvent* error = telling_error(failure)) {
    if (error->rank) rank = error->rank;
    if (error->code == "python.exception")
      return from_finding(failure, rank, classify_error(error->text), exit_code);
    EndEvent end = failed(failure, rank, exit_code, error->code, error->arguments, error->text);
    if (!error->node.empty()) end.node = error->node;
    return end;
  }
  if (signal == SIGABRT || !signal)
    if (const auto finding = find_error(failure.error_output))
      return from_finding(failure, finding->rank ? finding->rank : rank, *finding, exit_code);
  if (signal) return killed(failure, rank, signal);
  if (exit_code > 128 && exit_code < 128 + 32) return killed(failure, rank, exit_code - 128);
  return from_exit_code(failure, rank, exit_code);
}

bool is_loss_of_peers(const Failure& failure) {
  if (WIFSIGNALED(failure.wait_status) && WTERMSIG(failure.wait_status) != SIGABRT) return false;
  return diagnose(failure).exit_code == 5;
}

}  // namespace trainyard::agent
