// SPDX-License-Identifier: GPL-3.0-or-later
// How records become prompts and answers, and which of their tokens are learned.
#pragma once

#include "engine/contract/describe/names.h"

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

void describe(Section<InstructionsSection>& section);

}  // namespace trainyard
