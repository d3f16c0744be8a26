// Encodes records on several threads into the files of a split, in the order they came.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "engine/contract/durable_file.h"
#include "engine/contract/result.h"
#include "engine/data/labelled/row_encoder.h"
#include "engine/data/prepared.h"

namespace trainyard {

class RowWriter {
 public:
  // The files are `name`.tokens, .row_ends, .labels and, where token types differ from 0,
  // .token_types in `folder`. `rules` outlive the writer.
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
  struct OutputFile {
    std::string name;
    DurableFile file;
  };
  RowWriter(const RowRules& rules, std::filesystem::path folder, OutputFile tokens,
            OutputFile row_ends, OutputFile labels);

  Result<void> flush();
  void encode_share(std::size_t index);
  Result<void> write(const EncodedRows& rows);
  Result<PreparedFile> finish_file(OutputFile& output) const;

  const RowRules& rules_;
  std::filesystem::path folder_;
  OutputFile tokens_, row_ends_, labels_;
  std::optional<OutputFile> token_types_;
  std::vector<Share> shares_;  // one a thread
  std::vector<LabelledRecord> pending_;
  std::size_t pending_bytes_ = 0;
  std::int64_t num_rows_ = 0, num_tokens_ = 0;
};

}  // namespace trainyard
