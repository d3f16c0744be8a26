// Changes of one value of the document's text that keep comments, order, spacing and quoting of
// everything else.
#pragma once

#include <string>
#include <string_view>

#include "engine/contract/result.h"
#include "engine/contract/value.h"

namespace trainyard {

// Replaces the characters of the value at `path` ("optimizer.learning_rate"), in block or flow
// style, or adds one line (one entry in a flow mapping) where the key is absent. The result reads
// back as `value`. Errors: unknown path, text that does not parse, a value of the wrong kind.
Result<std::string> edit(std::string_view text, std::string_view path, const Value& value);

// Takes the value at `path` out of the text, so that the default holds again; no change when it is
// not there.
Result<std::string> reset(std::string_view text, std::string_view path);

}  // namespace trainyard
