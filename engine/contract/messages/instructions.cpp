// SPDX-License-Identifier: GPL-3.0-or-later
// Data to tune a model on instructions with: records, formats, mixes, packs.
#include "engine/contract/messages/tables.h"

namespace trainyard {

namespace {

constexpr MessageTemplate kInstructionTemplates[] = {
    // Records.
    {"instructions.ending",
     "{file}: records of instructions are read from .json, .jsonl and .parquet files; convert it"},
    {"instructions.shape",
     "the record has {found}, but neither prompt and completion, nor messages, nor a text in "
     "{column}: {advice}"},
    {"instructions.no_list",
     "{field} must be a list of messages with role and content, not {found}; write it as JSON has "
     "lists, not as a text"},
    {"instructions.no_completion", "the record has a prompt but no completion; add it"},
    {"instructions.mixed", "prompt and completion must both be texts or both be lists of messages"},
    {"instructions.no_text", "{field} must be a text, not {found}"},
    {"instructions.no_object", "{field} must be an object, not {found}"},
    {"instructions.no_messages", "{field} holds no message; add one or take the record out"},
    {"instructions.message",
     "message {number} of {field} must be an object with role and content (which may be null "
     "beside "
     "tool_calls)"},
    {"instructions.tools",
     "tools must be a list of objects, or such a list as a text of JSON, not {found}"},
    {"instructions.role_type",
     "the role of message {number} of {field} must be a text, not {found}"},
    {"instructions.turn", "message {number} of {field} must be an object with from and value"},
    // Formats; instructions.use_... is the {advice} of others.
    {"instructions.no_field",
     "the format {format} needs the field {field}, which is not there; correct the record or name "
     "another format"},
    {"instructions.other_fields",
     "the format {format} reads {wanted}, but the record has {found} and no {field}: {advice}"},
    {"instructions.use_null",
     "set instructions.formatter to null, which takes records of {shape} as they are"},
    {"instructions.use_formats",
     "set instructions.formatter (in a mixture map_fn) to a format that reads such records: "
     "{formats}"},
    {"instructions.use_null_or_formats",
     "set instructions.formatter to null, which takes records of {shape} as they are, or (in a "
     "mixture map_fn) to {formats}"},
    {"instructions.use_other",
     "name the format of this data in instructions.formatter (in a mixture map_fn), or correct the "
     "record"},
    {"instructions.wrong_field",
     "the format {format} needs {expected} in the field {field}, not {found}"},
    {"instructions.wrong_index",
     "the format {format} needs a whole number from 0 to {most} in the field {field}, not {found}"},
    {"instructions.wrong_word",
     "the format {format} needs one of {choices} in the field {field}, not {found}"},
    {"instructions.no_option",
     "the format {format} finds no option {answer} in the question; correct the field answer"},
    {"instructions.no_formatter", "there is no format {name}; there are {names}"},
    {"instructions.no_formatter_near", "there is no format {name}; did you mean {nearest}?"},
    // Rows of tokens.
    {"instructions.eos_token",
     "the tokenizer {tokenizer} has no token {token}; name one that it has in "
     "instructions.eos_token"},
    {"instructions.no_generation",
     "the chat template {template} does not mark what the assistant says ({mark}); name "
     "one that does in instructions.chat_template, or set instructions.loss_on to everything"},
    {"instructions.no_prompt",
     "instructions.loss_on is completion, but the record is {found}; give it prompt and "
     "completion, or set loss_on to auto"},
    {"instructions.no_chat",
     "instructions.loss_on is assistant, but the record is {found}; give it messages, or set "
     "loss_on to auto"},
    {"instructions.no_records",
     "no record is left to learn from; name files that hold some in data.train"},
    {"instructions.no_test_records",
     "no record of the split {split} is left to judge; name files that hold some in data.{split}"},
    {"instructions.prompts_apart",
     "the tokens of {count} prompts do not begin those of prompt and completion together, so that "
     "what is learned begins a token early or late: end prompts with a line break, or move the "
     "space between the two to the beginning of the completion"},
    {"instructions.no_end",
     "of {count} records no token is learned at which a model stops, so nothing teaches this one "
     "to end its answers: let the chat template write the end token inside of what is learned, or "
     "name the one that it writes in instructions.eos_token"},
    {"instructions.mixture", "{what}"},
    {"instructions.no_template",
     "the record holds messages, but there is no chat template; name a tokenizer with one, or "
     "give instructions.chat_template"},
    {"instructions.no_assistant",
     "the chat template marks nothing of this chat as the assistant's; use one with generation "
     "blocks, or learn the whole chat"},
    {"instructions.displaced",
     "the chat template marks what the assistant says inside of a macro or a set block, where the "
     "marks are not where the text is; name another one in instructions.chat_template"},
    {"instructions.left_out_role",
     "the chat template leaves out message {number}, whose role is {role}; name it user, "
     "assistant, system or tool, or name a template that knows it in instructions.chat_template"},
    {"instructions.rendered_bytes",
     "what the chat template makes of the messages is not UTF-8 from byte {byte} on"},
    {"instructions.rendered_spans",
     "what the chat template marks as the assistant's is outside its text"},
    // Mixes.
    {"mix.no_mapping", "a mix is a list of `key: value` lines with the key datasets, not {found}"},
    {"mix.no_entries", "datasets is missing; list the data sets of the mix below it"},
    {"mix.both_amounts", "num_samples and fraction are both given; keep one"},
    {"mix.no_format", "there is no format {name}; name a known one in map_fn"},
    {"mix.no_format_near", "there is no format {name}; did you mean {nearest}?"},
    {"mix.no_folder",
     "{name}: there is no such folder; name one, or json together with data_files"},
    {"mix.no_files", "the data set {name} needs data_files, which are not given"},
    {"mix.no_files_of_split",
     "{name}: data_files names no files for the split {split}; add them, or take the split out"},
    {"mix.empty_folder",
     "{name}: the folder has neither {split}.jsonl nor {split}.json nor such files in {split}"},
    {"mix.too_many_rows",
     "{name}: would give more than {most} records; lower its fraction or number of records"},
    // Packs.
    {"packing.length", "rows are packed to 1 to {most} tokens, not to {length}"},
    {"packing.rows",
     "rows cannot be packed by {rows_at_once} at a time, or there are more than {most}"},
};

}  // namespace

std::span<const MessageTemplate> instruction_messages() { return kInstructionTemplates; }

}  // namespace trainyard
