// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/contract/experiment/instructions.h"

#include "engine/contract/describe/field.h"

namespace trainyard {

void describe(Section<InstructionsSection>& section) {
  section.field("formatter", &InstructionsSection::formatter)
      .label("Formatter")
      .help(
          "How a record becomes prompt and completion, or messages: pythonalpaca, pubmedqa_chat, "
          "... Null expects records that already have prompt and completion, or messages.")
      .when("workload=engine&task.kind=instruction_tuning&data.kind=text")
      .affects(Affects::numerics)
      .hugging_face({"instruction_format"});
  section.field("mixture", &InstructionsSection::mixture)
      .label("Mixture")
      .help(
          "YAML file that lists the data sets to train on, how many samples or which fraction of "
          "each to use, and how they are shuffled. Null uses the training files in full.")
      .path()
      .when("workload=engine&task.kind=instruction_tuning&data.kind=text")
      .tier(Tier::advanced)
      .affects(Affects::numerics)
      .hugging_face({"dataset_mix_config"});
  section.field("chat_template", &InstructionsSection::chat_template)
      .label("Chat template")
      .help(
          "Jinja file that renders messages as text. Null uses the template of the tokenizer or of "
          "the pretrained folder.")
      .path()
      .when("workload=engine&task.kind=instruction_tuning&data.kind=text")
      .tier(Tier::advanced)
      .affects(Affects::numerics)
      .hugging_face({"chat_template_path"});
  section.field("eos_token", &InstructionsSection::eos_token)
      .label("End-of-sequence token")
      .help("Token that ends an answer, for instance <|im_end|>. Null uses the tokenizer's.")
      .when("workload=engine&task.kind=instruction_tuning&data.kind=text")
      .tier(Tier::advanced)
      .affects(Affects::numerics)
      .hugging_face({"eos_token"});
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
