// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/record_error.h"

#include "engine/contract/messages.h"
#include "engine/data/unpacker.h"

namespace trainyard {

Error record_error(const std::filesystem::path& file, std::int64_t line, const Error& what) {
  if (ending_of(file) == ".parquet")
    return make_error("data.row",
                      {{"file", file.string()}, {"row", line}, {"what", as_argument(what)}});
  return make_error("data.record",
                    {{"file", file.string()}, {"line", line}, {"what", as_argument(what)}});
}

}  // namespace trainyard
