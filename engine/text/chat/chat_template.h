// SPDX-License-Identifier: GPL-3.0-or-later
// Chat templates of Hugging Face models: convert conversations to the text format that the model
// was trained on, like transformers' apply_chat_template, and report which parts the assistant
// wrote.
//
// The language is the subset of Jinja2 (3.1) that models' templates use, in the environment of
// transformers: sandboxed (only namespaces can be changed), trim_blocks and lstrip_blocks, break
// and continue, generation blocks, tojson without HTML escapes, raise_exception, strftime_now. The
// filters, tests, methods and functions are those of the tables in filters.h, value_tests.h,
// methods.h and builtins.h. Not supported: inheritance, includes and imports, recursive loops,
// varargs and kwargs, ** and widths in formats. Integers have 64 bits, and texts cannot contain
// lone surrogates. Anything unsupported is an error that names it: for tags, filters and tests when
// the template is parsed, for everything else when it is called.
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

// Resource limits of a template. Exceeding them is an error.
struct ChatLimits {
  std::size_t text_bytes = std::size_t{64} << 20;
  std::int64_t steps = 20'000'000;
};

struct ChatOptions {
  ChatLimits limits;
  std::optional<std::tm> now;  // the time for strftime_now; if not set, the local time
};

struct RenderedChat {
  std::string text;
  // The byte ranges of the text that were produced by generation blocks, block by block.
  std::vector<ByteSpan> assistant;
  // A generation block was inside a macro, a call, a filter, a set block or another generation
  // block: its span starts at the current end of the surrounding text, as in transformers, and may
  // not be what the block produced.
  bool assistant_is_displaced = false;
};

// One template may be rendered by any number of threads.
class ChatTemplate {
 public:
  // `name` identifies it in errors: a file.
  static Result<ChatTemplate> parse(std::string_view source, std::string name);

  // `messages` are maps with "role" and "content"; `tools` are JSON schemas, or null; `variables`
  // are further variables, such as "add_generation_prompt" (false if not given) or "bos_token".
  // They take precedence over globals of the same name.
  Result<RenderedChat> render(const List& messages, const List* tools, const Map& variables,
                              const ChatOptions& options = {}) const;

  // Whether it has a generation block: without one it is unknown what the assistant wrote.
  bool has_generation() const { return has_generation_; }
  const std::string& name() const { return name_; }

 private:
  std::shared_ptr<const chat::TemplateTree> tree_;
  std::string name_;
  bool has_generation_ = false;
};

}  // namespace trainyard
