// SPDX-License-Identifier: GPL-3.0-or-later
// Reads the records of a file of labelled texts one by one.
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

// Is given the content of a file piece by piece and hands on what it holds. Memory: the longest
// record, at most most_record_bytes.
class RecordParser {
 public:
  virtual ~RecordParser() = default;
  virtual Result<void> add(std::string_view block) = 0;
  // The file ends here.
  virtual Result<void> finish() = 0;
};

// Calls `take` for each record of `file`, whose content must be UTF-8 (a byte order mark at its
// begin is left out), and `go_on` with the bytes read so far. Reads the first `most` bytes and
// leaves out the record that is cut there. Errors: an ending that is not known for this kind of
// rows; content that is not as it must be, with line and column (exit code 2); those of `take`.
// Whether that was all.
Result<bool> for_each_record(const TextFile& file, const LabelledTextSettings& settings,
                             const TakeRecord& take, const TextFile::GoOn& go_on,
                             std::uint64_t most = UINT64_MAX);

// The endings of all sources, for the key of a cache.
List endings_of(const TextSources& sources);

}  // namespace trainyard
