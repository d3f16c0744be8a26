// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the records of labelled text files one by one.
#pragma once

#include <functional>
#include <memory>
#include <string_view>

#include "engine/contract/result.h"
#include "engine/data/labelled/labelled_record.h"
#include "engine/data/labelled/prepare_labelled.h"
#include "engine/data/text_file.h"
#include "engine/data/unpacker.h"

namespace trainyard {

// Incremental parser that receives a file's content piece by piece and passes on its records.
// Memory: the longest record, at most max_record_bytes.
class RecordParser {
 public:
  virtual ~RecordParser() = default;
  virtual Result<void> add(std::string_view block) = 0;
  // Signals the end of the file.
  virtual Result<void> finish() = 0;
};

// Calls `take` for each record of `file`, which must be UTF-8 (a byte order mark at its start is
// skipped), and `on_progress` with the bytes read so far. Reads the first `most` bytes and skips a
// record that is cut off there; returns whether that was the whole file. Errors: an extension that
// is not supported for this kind of rows; invalid content, with line and column (exit code 2);
// those of `take`.
Result<bool> for_each_record(const TextFile& file, const LabelledTextSettings& settings,
                             const TakeRecord& take, const TextFile::OnProgress& on_progress,
                             std::uint64_t most = UINT64_MAX);

// Returns the extensions of all sources, for a cache key.
List endings_of(const TextSources& sources);

}  // namespace trainyard
