// SPDX-License-Identifier: GPL-3.0-or-later
// Errors as texts, which ranks give each other.
#pragma once

#include <optional>
#include <string>

#include "engine/contract/describe/error_record.h"
#include "engine/contract/json.h"
#include "engine/contract/result.h"

namespace trainyard {

inline std::string text_of_error(const Error& error) { return to_json(Codec<Error>::write(error)); }

// Nothing if the text is damaged.
inline std::optional<Error> error_of_text(const std::string& text) {
  const auto json = parse_json(text);
  ReadProblem problem;
  return json ? Codec<Error>::read(*json, problem) : std::nullopt;
}

}  // namespace trainyard
