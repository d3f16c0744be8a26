// SPDX-License-Identifier: GPL-3.0-or-later
// Chat templates of Hugging Face models: conversations become the text that the model was trained
// on, as transformers' apply_chat_template makes it, with the parts that the assistant wrote.
//
// The language is what the templates of models use of Jinja2 (3.1) in the environment of
// transformers: sandboxed, nothing can be changed but namespaces, trim_blocks and lstrip_blocks,
// break and continue, generation blocks, tojson without escapes for HTML, raise_exception,
// strftime_now. The filters, tests, methods and functions are those of the tables in filters.h,
// value_tests.h, methods.h and builtins.h. Not there: inheritance, includes and imports, recursive
// loops, varargs and kwargs, ** and widths in formats. Integers are of 64 bits, and no text holds
// half of a surrogate pair. What is not there is an error that names it: a tag, a filter or a test
// when the template is read, anything else when it is called.
#pragma once

#include <cstdint>
#include <ctime>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/contract/result.h"
#include "engine/contract/value.h"
#include "engine/text/byte_span.h"

namespace trainyard {

namespace chat {
struct TemplateTree;
}

// What a template may take. Beyond that it ends with one sentence.
struct ChatLimits {
  std::size_t text_bytes = std::size_t{64} << 20;
  std::int64_t steps = 20'000'000;
};

struct ChatOptions {
  ChatLimits limits;
  std::optional<std::tm> now;  // what strftime_now prints; without it the local time
};

struct RenderedChat {
  std::string text;
  // The bytes of the text that generation blocks produced, block by block.
  std::vector<ByteSpan> assistant;
  // A generation block stood inside of a macro, a call, a filter or a set block, or of another one:
  // its span begins where the text around had come to, as transformers counts, and may not be what
  // the block produced.
  bool assistant_is_displaced = false;
};

// Any number of threads may render one template.
class ChatTemplate {
 public:
  // `name` is what errors call it: a file.
  static Result<ChatTemplate> parse(std::string_view source, std::string name);

  // `messages` are maps with "role" and "content"; `tools` JSON schemas, or null; `variables` what
  // else the template may ask for, as "add_generation_prompt" (false when it is not given) or
  // "bos_token". They stand before globals of the same name.
  Result<RenderedChat> render(const List& messages, const List* tools, const Map& variables,
                              const ChatOptions& options = {}) const;

  // Whether any generation block is there: without one nothing is known of what the assistant
  // wrote.
  bool has_generation() const { return has_generation_; }
  const std::string& name() const { return name_; }

 private:
  std::shared_ptr<const chat::TemplateTree> tree_;
  std::string name_;
  bool has_generation_ = false;
};

}  // namespace trainyard
