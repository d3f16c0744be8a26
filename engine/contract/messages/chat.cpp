// SPDX-License-Identifier: GPL-3.0-or-later
// What is said about chat templates: reading one, rendering with it, a model's folder without one.
#include "engine/contract/messages/tables.h"

namespace trainyard {
namespace {

constexpr MessageTemplate kChatTemplates[] = {
    {"chat.template",
     "{template}, line {line}: the chat template cannot be read: {why}; take the model's own "
     "file, "
     "or correct this line"},
    {"chat.render", "{template}, line {line}: the conversation cannot be rendered: {why}"},
    {"chat.raised", "{template}, line {line}: the template refuses the conversation: {message}"},
    // A model's folder.
    {"chat.no_template",
     "{folder}: the model has no chat template: neither chat_template.jinja nor \"chat_template\" "
     "in "
     "tokenizer_config.json; name the folder of a model that was made for conversations"},
    {"chat.no_default",
     "{folder}: the model has several chat templates and none is called default; rename one"},
    {"chat.config_damaged", "{file}: is no JSON object, so the chat template is not found: {why}"},
    {"chat.config_no_object", "its outermost value is no object"},
    {"chat.config_template",
     "{file}: \"chat_template\" must be a text, or a list of maps with \"name\" and \"template\""},
    // Reading a template.
    {"chat.template_too_large", "it is larger than 1 MiB"},
    {"chat.not_utf8", "it is not UTF-8"},
    {"chat.character", "{character} stands in no expression"},
    {"chat.comment_open", "a comment has no end"},
    {"chat.raw_open", "a raw block has no endraw"},
    {"chat.text_open", "a text has no closing quote"},
    {"chat.bad_escape", "a text has a backslash escape that says no character"},
    {"chat.unexpected", "{found} closes nothing that is open"},
    {"chat.expected", "{expected} should stand where {found} does"},
    {"chat.ends_early", "the template ends where {expected} should stand"},
    {"chat.unknown_tag", "there is no tag {tag}, or it stands where no block of its kind is open"},
    {"chat.unknown_filter", "it uses the filter {name}, which is not supported in chat templates"},
    {"chat.unknown_test", "it uses the test {name}, which is not supported in chat templates"},
    {"chat.unsupported", "it uses {what}, which is not supported in chat templates"},
    {"chat.outside_loop", "break and continue must stand directly inside of a loop"},
    {"chat.loop_set", "the name loop cannot be set inside of a loop"},
    // Rendering.
    {"chat.unknown_method", "it calls the method {name}, which is not supported in chat templates"},
    {"chat.undefined", "{name} is undefined"},
    {"chat.unsafe", "{name} would change a value or look inside of one, which templates may not"},
    {"chat.no_operation", "{operation} is not possible between {left} and {right}"},
    {"chat.no_sign", "{type} has no sign + or -"},
    {"chat.number_too_large", "a number is too large"},
    {"chat.division_by_zero", "something is divided by zero"},
    {"chat.not_iterable", "{type} has no items to go through"},
    {"chat.not_sliceable", "{type} has no slices"},
    {"chat.slice_index", "a slice begins and ends at integers, not at {type}"},
    {"chat.slice_step", "a step cannot be 0"},
    {"chat.not_hashable", "{type} cannot be a key of a dict"},
    {"chat.not_callable", "{type} cannot be called"},
    {"chat.no_text", "{type} has no text to print"},
    {"chat.block_text", "what a call or filter block gives must be a text, not {type}"},
    {"chat.no_json", "{type} cannot be written as JSON"},
    {"chat.too_many_arguments", "{name} is called with too many arguments"},
    {"chat.bad_argument", "{name} has no argument {argument}, or has it twice"},
    {"chat.no_argument", "{name} is called without its argument {argument}"},
    {"chat.argument_type", "{name} cannot take {type}"},
    {"chat.not_found", "{name} did not find what it looked for"},
    {"chat.empty_separator", "a text cannot be cut at an empty text"},
    {"chat.bad_format", "the format {format} does not fit its values"},
    {"chat.range_too_long", "a range has at most {most} numbers"},
    {"chat.no_namespace", "{name} is no namespace, so nothing in it can be set"},
    {"chat.unpacking", "{wanted} values were to be unpacked, and there are more or fewer"},
    {"chat.too_large", "the text becomes too large"},
    {"chat.too_deep", "things stand too deeply inside of each other"},
    {"chat.too_much_work", "it takes more steps than any conversation needs"},
};

}  // namespace

std::span<const MessageTemplate> chat_messages() { return kChatTemplates; }

}  // namespace trainyard
