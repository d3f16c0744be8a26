// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/parallel/connecting.h"

#include <exception>
#include <future>
#include <memory>
#include <thread>
#include <vector>

#include "engine/contract/messages.h"
#include "engine/system/first_line.h"

namespace trainyard {

namespace {

// ranks_without() in a thread that is abandoned if the store hangs with its rank, the first.
std::vector<std::int64_t> ranks_without_soon(Presence& presence, const std::string& prefix) {
  const auto missing = std::make_shared<std::promise<std::vector<std::int64_t>>>();
  auto found = missing->get_future();
  std::thread([presence = presence.shared_from_this(), prefix, missing] {
    try {
      missing->set_value(ranks_without(presence->store(), prefix, presence->ranks().world_size));
    } catch (const std::exception&) {
      missing->set_value({0});
    }
  }).detach();
  constexpr auto limit = std::chrono::seconds(3);
  return found.wait_for(limit) == std::future_status::ready ? found.get()
                                                            : std::vector<std::int64_t>{0};
}

}  // namespace

Result<void> connect_within(Presence& presence, const std::string& prefix,
                            std::chrono::milliseconds timeout,
                            const std::function<Result<void>()>& connect) {
  const Presence::Operation inside(presence);  // a roll may be called
  const std::string begun = prefix + "connecting/", done = prefix + "connected/";
  const std::string rank = std::to_string(presence.ranks().rank);
  const std::vector<std::uint8_t> set{1};
  const auto outcome = std::make_shared<std::promise<Result<void>>>();
  std::future<Result<void>> ended = outcome->get_future();
  std::thread([=, presence = presence.shared_from_this()] {
    try {
      presence->store().set(begun + rank, set);
      const Result<void> connected = connect();
      if (connected) presence->store().set(done + rank, set);
      outcome->set_value(connected);
    } catch (...) {
      outcome->set_exception(std::current_exception());
    }
  }).detach();
  Error problem =
      make_error("parallel.nccl",
                 {{"rank", presence.ranks().rank},
                  {"problem", std::to_string(timeout.count() / 1000) + " s without an answer"}});
  if (ended.wait_for(timeout) == std::future_status::ready) {
    try {
      const Result<void> connected = ended.get();
      if (connected || connected.error().exit_code != ExitCode::communication) return connected;
      problem = connected.error();
    } catch (const CommunicationError& error) {
      return error.error();
    } catch (const std::exception& error) {
      problem = make_error("parallel.nccl", {{"rank", presence.ranks().rank},
                                             {"problem", first_line(error.what())}});
    }
  }
  std::vector<std::int64_t> missing = ranks_without_soon(presence, begun);
  if (missing.empty()) missing = presence.silent_ranks();
  if (missing.empty()) missing = ranks_without_soon(presence, done);
  if (missing.empty() || std::ssize(missing) == presence.ranks().world_size) return problem;
  return lost_ranks_error(missing, presence.ranks(), make_error("communication.in_connecting", {}),
                          problem.message);
}

}  // namespace trainyard
