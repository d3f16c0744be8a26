// SPDX-License-Identifier: GPL-3.0-or-later
// The questions and answers of each named format.
#pragma once

#include <string>

#include "engine/contract/result.h"
#include "engine/data/instructions/record_fields.h"

namespace trainyard {

// How a record is presented: as one text to continue, or as messages.
enum class Telling { prompt, chat };

struct Exchange {
  std::string question;  // the prompt up to its marker for the answer, or the user's message
  std::string answer;
  std::string system;        // for a chat
  bool is_left_out = false;  // the record cannot be used
};

// One function per data set; `telling` determines the wording around the fields.
using Tell = Result<Exchange> (*)(const RecordFields& fields, Telling telling);

Result<Exchange> tell_mathinstruct(const RecordFields& fields, Telling telling);
Result<Exchange> tell_metamathqa(const RecordFields& fields, Telling telling);
Result<Exchange> tell_pythonalpaca(const RecordFields& fields, Telling telling);
Result<Exchange> tell_alpaca(const RecordFields& fields, Telling telling);
Result<Exchange> tell_aya(const RecordFields& fields, Telling telling);
Result<Exchange> tell_aya_with_language(const RecordFields& fields, Telling telling);
Result<Exchange> tell_wikiqa(const RecordFields& fields, Telling telling);
Result<Exchange> tell_story(const RecordFields& fields, Telling telling);
Result<Exchange> tell_news(const RecordFields& fields, Telling telling);
Result<Exchange> tell_moral_action(const RecordFields& fields, Telling telling);
Result<Exchange> tell_immoral_action(const RecordFields& fields, Telling telling);

Result<Exchange> tell_copa(const RecordFields& fields, Telling telling);
Result<Exchange> tell_ecare_causes(const RecordFields& fields, Telling telling);
Result<Exchange> tell_ecare_explanation(const RecordFields& fields, Telling telling);
Result<Exchange> tell_socialiqa(const RecordFields& fields, Telling telling);
Result<Exchange> tell_piqa(const RecordFields& fields, Telling telling);
Result<Exchange> tell_casehold(const RecordFields& fields, Telling telling);

Result<Exchange> tell_pubmedqa(const RecordFields& fields, Telling telling);
Result<Exchange> tell_finqa(const RecordFields& fields, Telling telling);
Result<Exchange> tell_moleculeqa(const RecordFields& fields, Telling telling);

// "### TITLE:\nCONTENT", the format of each part of a question; parts are separated by an empty
// line.
inline std::string part(std::string_view title, std::string_view content) {
  return together({"### ", title, ":\n", content});
}

}  // namespace trainyard
