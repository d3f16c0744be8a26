// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/causes/diagnose.h"

#include <sys/wait.h>

#include <csignal>

#include "engine/agent/causes/error_output.h"
#include "engine/agent/job/message_events.h"
#include "engine/agent/job/options.h"
#include "engine/contract/slurm_output.h"

namespace trainyard::agent {
namespace {

// "Rank 1 on node7", or the launcher's name if no rank is known.
Map who(const Failure& failure, std::optional<std::int64_t> rank) {
  return rank ? as_argument("who.rank", {{"rank", *rank}, {"node", failure.node}})
              : as_argument("who.program", {{"program", failure.program}, {"node", failure.node}});
}

EndEvent failed(const Failure& failure, std::optional<std::int64_t> rank, int exit_code,
                std::string code, Map arguments) {
  arguments.emplace_back("who", who(failure, rank));
  arguments.emplace_back("program", failure.program);
  return make_end(Outcome::failed, exit_code, std::move(code), std::move(arguments), rank,
                  failure.node);
}

const char* advice_after(int signal) {
  switch (signal) {
    case SIGKILL:
      return "advice.killed";
    case SIGSEGV:
    case SIGBUS:
    case SIGILL:
    case SIGFPE:
      return "advice.crashed";
    case SIGABRT:
      return "advice.aborted";
    case SIGTERM:
      return "advice.terminated";
    default:
      return "advice.signalled";
  }
}

EndEvent killed(const Failure& failure, std::optional<std::int64_t> rank, int signal) {
  return failed(
      failure, rank, 128 + signal, "failure.signal",
      {{"signal", signal_name(signal)}, {"advice", as_argument(advice_after(signal), {})}});
}

// `exit_code` is the program's own, which is replaced if the finding has one.
EndEvent from_finding(const Failure& failure, std::optional<std::int64_t> rank,
                      const ErrorFinding& finding, int exit_code) {
  Map arguments{{"error", finding.last.empty()
                              ? Value(finding.text)
                              : Value(as_argument("error.and_last", {{"error", finding.text},
                                                                     {"last", finding.last}}))}};
  // A program alone has nobody to lose: some service that it used closed a connection.
  if (finding.is_loss_of_peers() && !failure.has_peers && !finding.rank)
    return failed(failure, rank, exit_code, "failure.exception", std::move(arguments));
  if (!finding.advice.empty()) arguments.emplace_back("advice", as_argument(finding.advice, {}));
  return failed(failure, rank, finding.exit_code.value_or(exit_code), finding.code,
                std::move(arguments));
}

const MessageEvent* decisive_error(const Failure& failure) {
  for (const MessageEvent& error : failure.errors)
    if (error.code != "python.exception" || !classify_error(error.text).is_loss_of_peers())
      return &error;
  return failure.errors.empty() ? nullptr : &failure.errors.front();
}

EndEvent from_exit_code(const Failure& failure, std::optional<std::int64_t> rank, int exit_code) {
  const std::string words = last_line(failure.error_output);
  Map arguments{{"exit_code", exit_code},
                {"said", words.empty() ? as_argument("said.nothing", {})
                                       : as_argument("said.last", {{"words", words}})}};
  const char* code = "failure.exit_code";
  if (failure.is_engine && exit_code == 4) code = "failure.engine_out_of_memory";
  if (failure.is_engine && exit_code == 5) code = "failure.engine_communication";
  if (failure.is_engine && exit_code == 6) code = "failure.non_finite_loss";
  return failed(failure, rank, exit_code, code, std::move(arguments));
}

// Slurm's word that it was memory; unless the program then went on, and failed in words of its own.
bool was_killed_for_memory(const Failure& failure) {
  const std::size_t at = memory_kill_in(failure.error_output);
  if (at == std::string_view::npos) return false;
  const MessageEvent* told = decisive_error(failure);
  if (told && !(told->code == "python.exception" && classify_error(told->text).is_loss_of_peers()))
    return false;
  const auto later = find_error(std::string_view(failure.error_output).substr(at));
  return !later || later->is_loss_of_peers() || later->exit_code == 4;
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
    return failed(failure, rank, 4, "failure.memory_limit", {});
  if ((signal == SIGKILL || exit_code == 128 + SIGKILL) && failure.memory_kills.on_machine > 0)
    return failed(failure, rank, 4, "failure.memory_of_machine", {});

  if (was_killed_for_memory(failure)) return failed(failure, rank, 4, "failure.memory_limit", {});

  if (const MessageEvent* error = decisive_error(failure)) {
    if (error->rank) rank = error->rank;
    if (error->code == "python.exception")
      return from_finding(failure, rank, classify_error(error->text), exit_code);
    Map arguments = error->arguments;
    if (!find(arguments, "program")) arguments.emplace_back("program", failure.program);
    return {Outcome::failed,
            exit_code,
            error->code,
            std::move(arguments),
            error->text,
            rank,
            error->node.empty() ? failure.node : error->node};
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
  const EndEvent end = diagnose(failure);
  return end.code == communication_code || (failure.is_engine && end.exit_code == 5);
}

}  // namespace trainyard::agent
