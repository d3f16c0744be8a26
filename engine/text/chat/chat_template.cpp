// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/text/chat/chat_template.h"

#include <algorithm>

#include "engine/contract/messages.h"
#include "engine/text/chat/builtins.h"
#include "engine/text/unicode/python_characters.h"
#include "engine/text/chat/interpreter.h"
#include "engine/text/chat/template_parser.h"
#include "engine/text/unicode/utf8.h"

namespace trainyard {
namespace {

constexpr std::size_t kMaxTemplateBytes = std::size_t{1} << 20;
constexpr std::size_t kMaxNameBytes = 200;

// Shortens arguments from a template or a conversation to fit into a message.
Map short_arguments(Map arguments) {
  for (auto& [name, value] : arguments)
    if (auto* text = std::get_if<std::string>(&value);
        text != nullptr && text->size() > kMaxNameBytes) {
      text->resize(kMaxNameBytes);
      *text = replace_invalid(*text) + "...";
    }
  return arguments;
}

Error template_error(const char* code, const std::string& name, int line,
                     const chat::TemplateFault& fault) {
  if (fault.code == std::string_view("chat.raised")) {
    Map arguments = short_arguments(fault.arguments);
    arguments.insert(arguments.begin(), {{"template", name}, {"line", line}});
    return make_error("chat.raised", std::move(arguments));
  }
  return make_error(
      code, {{"template", name},
             {"line", line},
             {"why", as_argument(make_error(fault.code, short_arguments(fault.arguments)))}});
}

chat::Any global_value(const std::string& name, const List& messages, const List* tools,
                       const Map& variables) {
  if (const Value* given = find(variables, name)) return chat::Any::of(*given);
  if (name == "messages") return chat::Any::of(messages);
  if (name == "tools") return tools != nullptr ? chat::Any::of(*tools) : chat::Any::none();
  if (name == "documents") return chat::Any::none();
  if (name == "add_generation_prompt") return chat::Any::boolean(false);
  return chat::builtin_of(name);
}

RenderedChat finished(chat::Interpreter& interpreter) {
  RenderedChat chat;
  chat.text = std::move(interpreter.text());
  for (const chat::ProducedSpan& span : interpreter.spans()) {
    std::size_t length = span.length;
    if (span.is_displaced)
      length = python::byte_of_character(
          std::string_view(chat.text).substr(std::min(span.begin, chat.text.size())),
          span.characters);
    const std::size_t begin = std::min(span.begin, chat.text.size());
    chat.assistant.push_back(byte_span(begin, std::min(begin + length, chat.text.size())));
    chat.assistant_is_displaced = chat.assistant_is_displaced || span.is_displaced;
  }
  return chat;
}

}  // namespace

Result<ChatTemplate> ChatTemplate::parse(std::string_view source, std::string name) {
  ChatTemplate made;
  made.name_ = std::move(name);
  const auto fault = [&](int line, const chat::TemplateFault& what) {
    return template_error("chat.template", made.name_, line, what);
  };
  if (source.size() > kMaxTemplateBytes) return fault(1, {"chat.template_too_large", {}});
  if (const auto broken = find_invalid_utf8(source))
    return fault(static_cast<int>(broken->line), {"chat.not_utf8", {}});
  try {
    chat::TemplateParser parser(chat::tokens_of(source));
    made.tree_ = std::make_shared<chat::TemplateTree>(parser.parse());
    made.has_generation_ = parser.has_generation();
  } catch (const chat::SyntaxFault& problem) {
    return fault(problem.line, problem.fault);
  } catch (const chat::TemplateFault& problem) {
    return fault(1, problem);
  }
  return made;
}

Result<RenderedChat> ChatTemplate::render(const List& messages, const List* tools,
                                          const Map& variables, const ChatOptions& options) const {
  chat::Runtime runtime{.work = chat::Work(options.limits.steps), .now = options.now, .spaces = {}};
  chat::Interpreter interpreter(
      *tree_,
      [&](const std::string& name) { return global_value(name, messages, tools, variables); },
      runtime, options.limits.text_bytes);
  try {
    interpreter.run();
  } catch (const chat::TemplateFault& problem) {
    return template_error("chat.render", name_, interpreter.line(), problem);
  }
  return finished(interpreter);
}

}  // namespace trainyard
