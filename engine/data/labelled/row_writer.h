// SPDX-License-Identifier: GPL-3.0-or-later
// Encodes records on several threads into the files of a split, in input order.
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
  // `rules` must outlive the writer. Errors: those of SplitWriter::create.
  static Result<RowWriter> create(const RowRules& rules, const std::filesystem::path& folder,
                                  const std::string& name);

  // Buffers a record; encodes and writes when there are enough. Errors: those of
  // RowEncoder::encode; write errors (exit code 3). Exceptions of the threads (out of memory) are
  // rethrown here.
  Result<void> add(LabelledRecord&& record);
  // Writes the remaining records, makes the files durable and returns their description.
  Result<PreparedSplit> finish();

 private:
  struct Share {
    RowEncoder encoder;
    EncodedRows rows;
    Result<void> outcome;
  };
  RowWriter(const RowRules& rules, SplitWriter files);

  Result<void> flush();
  // Encodes the buffered records [first, last).
  void encode_share(Share& share, std::size_t first, std::size_t last) const;

  SplitWriter files_;
  std::vector<Share> shares_;  // one per thread
  std::vector<LabelledRecord> pending_;
  std::size_t pending_bytes_ = 0;
};

}  // namespace trainyard
