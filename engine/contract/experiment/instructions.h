// SPDX-License-Identifier: GPL-3.0-or-later
// How records become prompts and answers, and which of their tokens are learned.
#pragma once

#include "engine/contract/experiment/field.h"

namespace trainyard {

enum class LossOn { automatic, everything, completion, assistant };
template <>
struct Names<LossOn> {
  static constexpr std::pair<LossOn, std::string_view> all[] = {{LossOn::automatic, "auto"},
                                                                {LossOn::everything, "everything"},
                                                                {LossOn::completion, "completion"},
                                                                {LossOn::assistant, "assistant"}};
};

enum class Packing { none, ffd, wrapped };
template <>
struct Names<Packing> {
  static constexpr std::pair<Packing, std::string_view> all[] = {
      {Packing::none, "none"}, {Packing::ffd, "ffd"}, {Packing::wrapped, "wrapped"}};
};

struct InstructionsSection {
  std::optional<std::string> formatter;
  std::optional<std::string> mixture;
  std::optional<std::string> chat_template;
  std::optional<std::string> eos_token;
  LossOn loss_on = LossOn::automatic;
  Packing packing = Packing::none;
  bool padding_free = false;
};

inline void describe(Section<InstructionsSection>& section) {
  section.field("formatter", &InstructionsSection::formatter)
      .label("Formatter")
      .help(
          "What makes prompt and completion, or messages, of a record: pythonalpaca, "
          "pubmedqa_chat, ... Null takes records that have prompt and completion, or messages.")
      .when("workload=engine&task.kind=instruction_tuning&data.kind=text")
      .affects(Affects::numerics);
  section.field("mixture", &InstructionsSection::mixture)
      .label("Mixture")
      .help(
          "A YAML file that says which data sets are trained on, how many samples or which "
          "fraction of each, and how they are shuffled. Null takes the training files whole.")
      .path()
      .when("workload=engine&task.kind=instruction_tuning&data.kind=text")
      .tier(Tier::advanced)
      .affects(Affects::numerics);
  section.field("chat_template", &InstructionsSection::chat_template)
      .label("Chat template")
      .help(
          "A Jinja file that makes the text of messages. Null takes that of the tokenizer's or the "
          "pretrained folder.")
      .path()
      .when("workload=engine&task.kind=instruction_tuning&data.kind=text")
      .tier(Tier::advanced)
      .affects(Affects::numerics);
  section.field("eos_token", &InstructionsSection::eos_token)
      .label("End token")
      .help("The token that ends an answer, <|im_end|> for instance. Null takes the tokenizer's.")
      .when("workload=engine&task.kind=instruction_tuning&data.kind=text")
      .tier(Tier::advanced)
      .affects(Affects::numerics);
  section.field("loss_on", &InstructionsSection::loss_on)
      .label("Learned tokens")
      .help(
          "Everything; the completion only; of chats what the assistant says, which the template "
          "marks as generation. Auto takes the completion of prompts and everything of chats.")
      .when("workload=engine&task.kind=instruction_tuning&data.kind=text")
      .affects(Affects::numerics);
  section.field("packing", &InstructionsSection::packing)
      .label("Packing")
      .help(
          "Puts several examples into one sequence: ffd, the longest first and none cut, each "
          "seeing itself alone; wrapped, one after the other and cut anywhere.")
      .when("workload=engine&task.kind=instruction_tuning&data.kind=text")
      .tier(Tier::advanced)
      .affects(Affects::numerics);
  section.field("padding_free", &InstructionsSection::padding_free)
      .label("Without padding")
      .help(
          "Puts the examples of a batch one behind the other into one row, each seeing itself "
          "alone, "
          "so that no padding is computed. The losses are the same.")
      .when("workload=engine&task.kind=instruction_tuning")
      .tier(Tier::advanced)
      .affects(Affects::numerics);
}

}  // namespace trainyard
