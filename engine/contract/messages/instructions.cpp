// SPDX-License-Identifier: GPL-3.0-or-later
// Messages about data for instruction tuning: records, formats, mixtures, packs.
#include "engine/contract/message_tables.h"

namespace trainyard {

namespace {

constexpr MessageTemplate kInstructionTemplates[] = {
    // Records.
    {"instructions.ending",
     "{file}: instruction records are read from .json, .jsonl and .parquet files; convert it"},
    {"instructions.shape",
     "the record has {found}, but neither prompt and completion, nor messages, nor text in "
     "{column}: {advice}"},
    {"instructions.no_list",
     "{field} must be a list of messages with role and content, not {found}; write it as a JSON "
     "list, not as a string"},
    {"instructions.no_completion", "the record has a prompt but no completion; add it"},
    {"instructions.mixed",
     "prompt and completion must either both be strings or both be lists of messages"},
    {"instructions.no_text", "{field} must be a string, not {found}"},
    {"instructions.no_object", "{field} must be an object, not {found}"},
    {"instructions.no_messages", "{field} has no messages; add one or remove the record"},
    {"instructions.message",
     "message {number} of {field} must be an object with role and content (which may be null next "
     "to tool_calls)"},
    {"instructions.tools",
     "tools must be a list of objects, or such a list as a JSON string, not {found}"},
    {"instructions.role_type",
     "the role of message {number} of {field} must be a string, not {found}"},
    {"instructions.turn", "message {number} of {field} must be an object with from and value"},
    // Formats; instructions.use_... is the {advice} of others.
    {"instructions.no_field",
     "the format {format} needs the field {field}, which is missing; correct the record or choose "
     "another format"},
    {"instructions.other_fields",
     "the format {format} reads {wanted}, but the record has {found} and no {field}: {advice}"},
    {"instructions.use_null",
     "set instructions.formatter to null, which takes records with {shape} as they are"},
    {"instructions.use_formats",
     "set instructions.formatter (in a mixture: map_fn) to a format that reads such records: "
     "{formats}"},
    {"instructions.use_null_or_formats",
     "set instructions.formatter to null, which takes records with {shape} as they are, or (in a "
     "mixture: map_fn) to {formats}"},
    {"instructions.use_other",
     "set instructions.formatter (in a mixture: map_fn) to the format of this data, or correct "
     "the record"},
    {"instructions.wrong_field",
     "the format {format} needs {expected} in the field {field}, not {found}"},
    {"instructions.wrong_index",
     "the format {format} needs a whole number from 0 to {most} in the field {field}, not {found}"},
    {"instructions.wrong_word",
     "the format {format} needs one of {choices} in the field {field}, not {found}"},
    {"instructions.no_option",
     "the format {format} finds no option {answer} in the question; correct the field answer"},
    {"instructions.no_formatter", "unknown format {name}; choose from {names}"},
    {"instructions.no_formatter_near", "unknown format {name}; did you mean {nearest}?"},
    // Rows of tokens.
    {"instructions.eos_token",
     "the tokenizer {tokenizer} has no token {token}; set instructions.eos_token to one that it "
     "has"},
    {"instructions.no_generation",
     "the chat template {template} does not mark the assistant's turns ({mark}); set "
     "instructions.chat_template to one that does, or instructions.loss_on to everything"},
    {"instructions.no_prompt",
     "instructions.loss_on is completion, but the record is {found}; use prompt and completion, "
     "or set loss_on to auto"},
    {"instructions.no_chat",
     "instructions.loss_on is assistant, but the record is {found}; use messages, or set loss_on "
     "to auto"},
    {"instructions.no_records",
     "no record is left to train on; list files that have some in data.train"},
    {"instructions.no_test_records",
     "no record of the {split} split is left to evaluate on; list files that have some in "
     "data.{split}"},
    {"instructions.prompts_apart",
     "the tokens of {count} prompts differ from the start of those of prompt and completion "
     "together, so the loss starts a token early or late: end prompts with a line break, or move "
     "the space between the two to the start of the completion"},
    {"instructions.no_end",
     "{count} records have no end token in what is learned, so the model does not learn to end "
     "its answers: let the chat template write the end token inside the learned part, or set "
     "instructions.eos_token to the one that it writes"},
    {"instructions.mixture", "{what}"},
    {"instructions.no_template",
     "the record has messages, but there is no chat template; choose a tokenizer with one, or set "
     "instructions.chat_template"},
    {"instructions.no_assistant",
     "the chat template marks nothing in this chat as the assistant's; use one with generation "
     "blocks, or train on the whole chat"},
    {"instructions.displaced",
     "the chat template marks the assistant's turns inside a macro or set block, where the marks "
     "do not match the text; set instructions.chat_template to another one"},
    {"instructions.from_human_or_gpt",
     "message {number} of conversations is from human or gpt, which models do not know as roles: "
     "write user instead of human, and assistant instead of gpt"},
    {"instructions.preference_columns",
     "{split}: {file} has {columns}, as data with preferences has it, but instruction tuning does "
     "not read this: every record is learned as wanted; remove the records that are not wanted"},
    {"instructions.left_out_role",
     "the chat template leaves out message {number}, whose role is {role}; rename the role to "
     "user, assistant, system or tool, or set instructions.chat_template to a template that "
     "supports it"},
    {"instructions.rendered_bytes", "the rendered chat is not UTF-8 from byte {byte} on"},
    {"instructions.rendered_spans",
     "the part that the chat template marks as the assistant's is outside the rendered text"},
    // Mixes.
    {"mix.no_mapping",
     "a mixture is a list of `key: value` lines with the key datasets, not {found}"},
    {"mix.no_entries", "datasets is missing; list the data sets of the mixture under it"},
    {"mix.both_amounts", "num_samples and fraction are both given; keep one"},
    {"mix.no_format", "unknown format {name}; set map_fn to a known one"},
    {"mix.no_format_near", "unknown format {name}; did you mean {nearest}?"},
    {"mix.no_folder", "{name}: no such folder; give a folder, or json together with data_files"},
    {"mix.no_files", "the data set {name} needs data_files, which is missing"},
    {"mix.no_files_of_split",
     "{name}: data_files has no files for the {split} split; add them, or remove the split"},
    {"mix.empty_folder",
     "{name}: the folder has neither {split}.jsonl nor {split}.json, nor such files in {split}"},
    {"mix.too_many_rows",
     "{name}: would produce more than {most} records; lower its fraction or number of records"},
    // Packs.
    {"packing.length", "rows can be packed to 1 to {most} tokens, not to {length}"},
    {"packing.rows",
     "rows cannot be packed {rows_at_once} at a time, or there are more than {most}"},
};

}  // namespace

std::span<const MessageTemplate> instruction_messages() { return kInstructionTemplates; }

}  // namespace trainyard
