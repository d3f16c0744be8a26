// SPDX-License-Identifier: GPL-3.0-or-later
// Encodes records on several threads into the files of a split, in the order they came.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "engine/contract/result.h"
#include "engine/data/labelled/row_encoder.h"
#include "engine/data/split_writer.h"

namespace trainyard {

class RowWriter {
 public:
  // `rules` outlive the writer. Errors: those of SplitWriter::create.
  static Result<RowWriter> create(const RowRules& rules, const std::filesystem::path& folder,
                                  const std::string& name);

  // Collects a record; encodes and writes when enough lie ready. Errors: those of
  // RowEncoder::encode; what could not be written (exit code 3). What a thread throws (out of
  // memory) is thrown here.
  Result<void> add(LabelledRecord&& record);
  // Writes what is left, makes the files durable and says what they hold.
  Result<PreparedSplit> finish();

 private:
  struct Share {
    RowEncoder encoder;
    EncodedRows rows;
    Result<void> outcome;
  };
  RowWriter(const RowRules& rules, SplitWriter files);

  Result<void> flush();
  // Of the records [first, last) that lie ready.
  void encode_share(Share& share, std::size_t first, std::size_t last) const;

  SplitWriter files_;
  std::vector<Share> shares_;  // one a thread
  std::vector<LabelledRecord> pending_;
  std::size_t pending_bytes_ = 0;
};

}  // namespace trainyard
