// SPDX-License-Identifier: GPL-3.0-or-later
// How records become prompts and answers, and which of their tokens are learned.
#pragma once

#include "engine/contract/describe/field.h"

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
          "How a record becomes prompt and completion, or messages: pythonalpaca, pubmedqa_chat, "
          "... Null expects records that already have prompt and completion, or messages.")
      .when("workload=engine&task.kind=instruction_tuning&data.kind=text")
      .affects(Affects::numerics);
  section.field("mixture", &InstructionsSection::mixture)
      .label("Mixture")
      .help(
          "YAML file that lists the data sets to train on, how many samples or which fraction of "
          "each to use, and how they are shuffled. Null uses the training files in full.")
      .path()
      .when("workload=engine&task.kind=instruction_tuning&data.kind=text")
      .tier(Tier::advanced)
      .affects(Affects::numerics);
  section.field("chat_template", &InstructionsSection::chat_template)
      .label("Chat template")
      .help(
          "Jinja file that renders messages as text. Null uses the template of the tokenizer or of "
          "the pretrained folder.")
      .path()
      .when("workload=engine&task.kind=instruction_tuning&data.kind=text")
      .tier(Tier::advanced)
      .affects(Affects::numerics);
  section.field("eos_token", &InstructionsSection::eos_token)
      .label("End-of-sequence token")
      .help("Token that ends an answer, for instance <|im_end|>. Null uses the tokenizer's.")
      .when("workload=engine&task.kind=instruction_tuning&data.kind=text")
      .tier(Tier::advanced)
      .affects(Affects::numerics);
  section.field("loss_on", &InstructionsSection::loss_on)
      .label("Loss on")
      .help(
          "Everything, the completion only, or, for chats, what the assistant says, which the "
          "template marks as generation. Auto means the completion for prompts and everything for "
          "chats.")
      .when("workload=engine&task.kind=instruction_tuning&data.kind=text")
      .affects(Affects::numerics);
  section.field("packing", &InstructionsSection::packing)
      .label("Packing")
      .help(
          "Packs several examples into one sequence: ffd, longest first, none cut, with attention "
          "limited to each example; wrapped, concatenated and cut anywhere.")
      .when("workload=engine&task.kind=instruction_tuning&data.kind=text")
      .tier(Tier::advanced)
      .affects(Affects::numerics);
  section.field("padding_free", &InstructionsSection::padding_free)
      .label("Padding-free")
      .help(
          "Concatenates the examples of a batch into one row, with attention limited to each "
          "example, so that nothing is spent on padding. The losses are the same.")
      .when("workload=engine&task.kind=instruction_tuning")
      .tier(Tier::advanced)
      .affects(Affects::numerics);
}

}  // namespace trainyard
