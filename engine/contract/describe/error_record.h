// SPDX-License-Identifier: GPL-3.0-or-later
// An error sent to another program: {"code", "arguments", "text", "exit_code"}.
#pragma once

#include "engine/contract/describe/record.h"
#include "engine/contract/messages.h"
#include "engine/contract/result.h"

namespace trainyard {

template <>
struct Codec<Error> {
  static constexpr Kind kind = Kind::record;
  static constexpr bool nullable = false;
  static Value write(const Error& error) {
    return Map{{"code", error.code},
               {"arguments", error.arguments},
               {"text", error.message},
               {"exit_code", static_cast<int>(error.exit_code)}};
  }
  // The text is the other program's, whose message table may be of a different version.
  static std::optional<Error> read(const Value& value, ReadProblem&) {
    const auto* map = value.get_if<Map>();
    if (!map) return std::nullopt;
    return foreign_error(get<std::string>(*map, "code"), get<Map>(*map, "arguments"),
                         get<std::string>(*map, "text"),
                         static_cast<ExitCode>(get<std::int64_t>(*map, "exit_code")));
  }
};

}  // namespace trainyard
