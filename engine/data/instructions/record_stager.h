// SPDX-License-Identifier: GPL-3.0-or-later
// Encodes instruction records on several threads, in input order.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/contract/result.h"
#include "engine/data/instructions/formatters.h"
#include "engine/data/instructions/instruction_encoder.h"
#include "engine/data/instructions/prepare_instructions.h"
#include "engine/data/instructions/staged_rows.h"
#include "engine/text/chat/chat_folder.h"

namespace trainyard {

inline constexpr std::uint64_t max_template_bytes = 16u << 20;

// Settings shared by all records of a data set.
struct InstructionRules {
  Tokenizer tokenizer;
  std::optional<ModelChat> chat;
  std::optional<std::string> eos_token;
  LossOn loss_on = LossOn::automatic;
  std::optional<std::int64_t> max_length;  // none: rows are truncated when they are packed
  std::vector<std::uint32_t> end_ids;      // tokens that end generation

  // Errors: no tokenizer, or one that cannot be read; an invalid template.
  static Result<InstructionRules> create(const InstructionDataSettings& settings);
  bool has_targets() const { return loss_on != LossOn::everything; }
};

struct GivenRecord {
  const std::filesystem::path* file = nullptr;  // outlives the record
  std::int64_t line = 0, number = 0;            // `number`: index in its data set, from 0
  const Formatter* formatter = nullptr;         // null: the record is used as it is
  Map object;
};

class RecordStager {
 public:
  // Encodes single records, to check them; `rules` must outlive it.
  class Trial {
   public:
    explicit Trial(const InstructionRules& rules)
        : rules_(rules), encoder_(encoder_of(rules, std::size_t{16} << 20)) {}
    // Returns whether the record is used; `row` is set to its row. Errors without file and line.
    Result<bool> encode(GivenRecord& record, InstructionRow& row) {
      return encode_record(rules_, encoder_, record, row);
    }

   private:
    const InstructionRules& rules_;
    InstructionEncoder encoder_;
  };

  // `rules` and `rows` must outlive this.
  RecordStager(const InstructionRules& rules, int num_threads, StagedRows& rows);

  // Buffers a record; encodes when there are enough. Errors, with file and line: those of the
  // format, the template and the encoder. Exceptions of the threads (out of memory) are rethrown
  // here.
  Result<void> add(GivenRecord&& record);
  // Encodes the remaining records.
  Result<void> finish() { return flush(); }

  // The staged row of each added record, or kLeftOut if its format skipped it.
  static constexpr std::int64_t kLeftOut = -1;
  std::vector<std::int64_t> take_row_of_record() { return std::move(row_of_record_); }
  // By staged row: whether it was truncated.
  std::vector<bool> take_cut_rows() { return std::move(cut_rows_); }
  // The sum of InstructionEncoder's count of this name over all records so far.
  std::int64_t sum_of(std::int64_t (InstructionEncoder::*count)() const) const;

 private:
  struct Share {
    InstructionEncoder encoder;
    EncodedRows rows;
    std::vector<bool> is_there;  // per record
    std::vector<bool> is_cut;    // per row
    Result<void> outcome;
  };
  Result<void> flush();
  // Encodes the buffered records [first, last).
  void encode_share(Share& share, std::size_t first, std::size_t last);
  Result<void> encode(GivenRecord& record, Share& share) const;
  static Result<bool> encode_record(const InstructionRules& rules, InstructionEncoder& encoder,
                                    GivenRecord& record, InstructionRow& row);
  static InstructionEncoder encoder_of(const InstructionRules& rules, std::size_t cache_bytes);

  const InstructionRules& rules_;
  StagedRows& staged_;
  std::vector<Share> shares_;  // one per thread
  std::vector<GivenRecord> pending_;
  std::size_t pending_bytes_ = 0;
  std::vector<std::int64_t> row_of_record_;
  std::vector<bool> cut_rows_;
};

}  // namespace trainyard
