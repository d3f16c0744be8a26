// SPDX-License-Identifier: GPL-3.0-or-later
// End and message events with English text rendered from the message table.
#pragma once

#include <optional>
#include <string>

#include "engine/contract/run/events.h"
#include "engine/contract/messages.h"

namespace trainyard::agent {

inline EndEvent make_end(Outcome outcome, int exit_code, std::string code, Map arguments,
                         std::optional<std::int64_t> rank, std::string node) {
  std::string reason = render_message(code, arguments);
  return {outcome,           exit_code, std::move(code), std::move(arguments),
          std::move(reason), rank,      std::move(node)};
}

inline MessageEvent make_message(MessageLevel level, std::string code, Map arguments,
                                 std::string node) {
  std::string text = render_message(code, arguments);
  return {level,           std::move(code), std::move(arguments),
          std::move(text), std::nullopt,    std::move(node)};
}

// A message as an argument of another: part of a sentence, or the cause of an end.
inline Map as_argument(std::string code, Map arguments) {
  return trainyard::as_argument(make_error(std::move(code), std::move(arguments)));
}
inline Map as_argument(const EndEvent& end) {
  return {{"code", end.code}, {"arguments", end.arguments}, {"text", end.reason}};
}

}  // namespace trainyard::agent
