// SPDX-License-Identifier: GPL-3.0-or-later
// Messages about chat templates: parsing, rendering, a model's folder without one.
#include "engine/contract/message_tables.h"

namespace trainyard {
namespace {

constexpr MessageTemplate kChatTemplates[] = {
    {"chat.template",
     "{template}, line {line}: the chat template cannot be read: {why}; use the model's original "
     "file, or correct this line"},
    {"chat.render", "{template}, line {line}: the conversation cannot be rendered: {why}"},
    {"chat.raised", "{template}, line {line}: the template rejects the conversation: {message}"},
    // A model's folder.
    {"chat.no_template",
     "{folder}: the model has no chat template: neither chat_template.jinja nor \"chat_template\" "
     "in tokenizer_config.json; give the folder of a chat model"},
    {"chat.no_default",
     "{folder}: the model has several chat templates, but none is named default; rename one"},
    {"chat.config_damaged",
     "{file}: not a JSON object, so there is no chat template to read: {why}"},
    {"chat.config_no_object", "its top-level value is not an object"},
    {"chat.config_template",
     "{file}: \"chat_template\" must be a string, or a list of objects with \"name\" and "
     "\"template\""},
    // Reading a template.
    {"chat.template_too_large", "it is larger than 1 MiB"},
    {"chat.not_utf8", "it is not UTF-8"},
    {"chat.character", "{character} is not valid in an expression"},
    {"chat.comment_open", "a comment is never closed"},
    {"chat.raw_open", "a raw block has no endraw"},
    {"chat.text_open", "a string has no closing quote"},
    {"chat.bad_escape", "a string has an invalid backslash escape"},
    {"chat.unexpected", "unexpected {found}, which closes nothing"},
    {"chat.expected", "expected {expected}, found {found}"},
    {"chat.ends_early", "expected {expected}, but the template ends"},
    {"chat.unknown_tag", "unknown tag {tag}, or no block of its kind is open"},
    {"chat.unknown_filter", "it uses the filter {name}, which is not supported in chat templates"},
    {"chat.unknown_test", "it uses the test {name}, which is not supported in chat templates"},
    {"chat.unsupported", "it uses {what}, which is not supported in chat templates"},
    {"chat.outside_loop", "break and continue must be directly inside a loop"},
    {"chat.loop_set", "the name loop cannot be assigned inside a loop"},
    // Rendering.
    {"chat.unknown_method", "it calls the method {name}, which is not supported in chat templates"},
    {"chat.undefined", "{name} is undefined"},
    {"chat.unsafe",
     "{name} would modify a value or access its internals, which templates may not do"},
    {"chat.no_operation", "unsupported operand types for {operation}: {left} and {right}"},
    {"chat.no_sign", "{type} cannot have a sign + or -"},
    {"chat.number_too_large", "a number is too large"},
    {"chat.division_by_zero", "division by zero"},
    {"chat.not_iterable", "{type} is not iterable"},
    {"chat.not_sliceable", "{type} cannot be sliced"},
    {"chat.slice_index", "slice indices must be integers, not {type}"},
    {"chat.slice_step", "slice step cannot be 0"},
    {"chat.not_hashable", "{type} cannot be used as a dict key"},
    {"chat.not_callable", "{type} is not callable"},
    {"chat.no_text", "{type} cannot be printed as text"},
    {"chat.block_text", "the value of a call or filter block must be a string, not {type}"},
    {"chat.no_json", "{type} cannot be written as JSON"},
    {"chat.too_many_arguments", "{name} got too many arguments"},
    {"chat.bad_argument", "{name} has no argument {argument}, or got it twice"},
    {"chat.no_argument", "{name} is missing its argument {argument}"},
    {"chat.argument_type", "{name} does not accept {type}"},
    {"chat.not_found", "{name} did not find what it looked for"},
    {"chat.empty_separator", "cannot split at an empty string"},
    {"chat.bad_format", "the format {format} does not match its values"},
    {"chat.range_too_long", "a range can have at most {most} numbers"},
    {"chat.no_namespace", "{name} is not a namespace, so its attributes cannot be set"},
    {"chat.unpacking", "expected {wanted} values to unpack, but got more or fewer"},
    {"chat.too_large", "the rendered text is too large"},
    {"chat.too_deep", "nested too deeply"},
    {"chat.too_much_work", "rendering takes more steps than any conversation needs"},
};

}  // namespace

std::span<const MessageTemplate> chat_messages() { return kChatTemplates; }

}  // namespace trainyard
