// SPDX-License-Identifier: GPL-3.0-or-later
// Encodes records of instructions on several threads, in the order they came.
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

inline constexpr std::uint64_t most_template_bytes = 16u << 20;

// What is the same for all records of some data.
struct InstructionRules {
  Tokenizer tokenizer;
  std::optional<ModelChat> chat;
  std::optional<std::string> eos_token;
  LossOn loss_on = LossOn::automatic;
  std::optional<std::int64_t> max_length;  // none: rows are cut when they are packed
  std::vector<std::uint32_t> end_ids;      // that end what is generated

  // Errors: no tokenizer, or one that cannot be read; a template that is wrong.
  static Result<InstructionRules> create(const InstructionDataSettings& settings);
  bool has_targets() const { return loss_on != LossOn::everything; }
};

struct GivenRecord {
  const std::filesystem::path* file = nullptr;  // outlives the record
  std::int64_t line = 0, number = 0;            // `number`: of its data set, from 0
  const Formatter* formatter = nullptr;         // or none: the record is told as it is
  Map object;
};

class RecordStager {
 public:
  // Records by themselves, to look what is wrong with them; `rules` outlive it.
  class Trial {
   public:
    explicit Trial(const InstructionRules& rules)
        : rules_(rules), encoder_(encoder_of(rules, std::size_t{16} << 20)) {}
    // Whether the record is told at all; `row` is what of it is learned. Errors without file and
    // line.
    Result<bool> encode(GivenRecord& record, InstructionRow& row) {
      return encode_record(rules_, encoder_, record, row);
    }

   private:
    const InstructionRules& rules_;
    InstructionEncoder encoder_;
  };

  // `rules` and `rows` outlive this.
  RecordStager(const InstructionRules& rules, int num_threads, StagedRows& rows);

  // Collects a record; encodes when enough lie ready. Errors, with file and line: those of the
  // format, the template and the encoder. What a thread throws (out of memory) is thrown here.
  Result<void> add(GivenRecord&& record);
  // Encodes what is left.
  Result<void> finish() { return flush(); }

  // The staged row of each record that was added, or kLeftOut where its format leaves it out.
  static constexpr std::int64_t kLeftOut = -1;
  std::vector<std::int64_t> take_row_of_record() { return std::move(row_of_record_); }
  // By staged row: whether its end was left out.
  std::vector<bool> take_cut_rows() { return std::move(cut_rows_); }
  // Of all records so far: InstructionEncoder's count of this name.
  std::int64_t sum_of(std::int64_t (InstructionEncoder::*count)() const) const;

 private:
  struct Share {
    InstructionEncoder encoder;
    EncodedRows rows;
    std::vector<bool> is_there;  // a record
    std::vector<bool> is_cut;    // a row
    Result<void> outcome;
  };
  Result<void> flush();
  // Of the records [first, last) that lie ready.
  void encode_share(Share& share, std::size_t first, std::size_t last);
  Result<void> encode(GivenRecord& record, Share& share) const;
  static Result<bool> encode_record(const InstructionRules& rules, InstructionEncoder& encoder,
                                    GivenRecord& record, InstructionRow& row);
  static InstructionEncoder encoder_of(const InstructionRules& rules, std::size_t cache_bytes);

  const InstructionRules& rules_;
  StagedRows& staged_;
  std::vector<Share> shares_;  // one a thread
  std::vector<GivenRecord> pending_;
  std::size_t pending_bytes_ = 0;
  std::vector<std::int64_t> row_of_record_;
  std::vector<bool> cut_rows_;
};

}  // namespace trainyard
