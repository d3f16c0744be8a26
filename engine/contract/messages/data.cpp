// SPDX-License-Identifier: GPL-3.0-or-later
// Messages about data: texts, labelled records, tokenizers, prepared folders.
#include "engine/contract/message_tables.h"

namespace trainyard {
namespace {

constexpr MessageTemplate kDataTemplates[] = {
    // Training data.
    {"data.prepared_already",
     "data.kind: engine prepare takes data.kind text; this document's data is prepared already"},
    {"data.too_short",
     "the training text has {tokens} tokens, fewer than one sequence of {sequence_length}; "
     "provide more text or lower data.sequence_length"},
    {"data.no_validation",
     "the validation text is shorter than one sequence, so there is no evaluation; provide "
     "data.validation or raise data.validation_split_ratio"},
    {"data.sequence_too_long",
     "data.sequence_length is {sequence_length}, but the model has only {positions} positions; "
     "lower it or set model.overrides.{key}"},
    {"data.sequence_past_pretrained",
     "data.sequence_length is {sequence_length}, but the pretrained model has only {positions} "
     "positions; lower it"},
    {"data.vocabulary",
     "the tokenizer has {tokenizer} entries, but the model only {model}; use the model's own "
     "tokenizer, or set model.overrides.vocab_size (for a new model) or model.resize_vocabulary "
     "(for a pretrained one)"},
    {"data.first_column",
     "{split}: {file} has no column {wanted}, so its first column, {column}, is used as the text; "
     "to use another one, set data.text_column (available: {columns})"},
    {"data.only_column",
     "{split}: {file} has no column {wanted}, so its only column, {column}, is used as the text; "
     "if its first line is a text and no header, write a line with {wanted} above it"},
    {"data.other_separator",
     "{split}: {file} has one column, because its name says that \"{separator}\" separates "
     "columns, but its header has \"{found}\": {column}; whole lines are learned as text, with "
     "all columns; separate them with \"{separator}\""},
    {"data.first_column_of_files",
     "{split}: {file} and {others} more files have no column {wanted}, so the first column of "
     "each is used as the text, here {column}; to use another one, set data.text_column "
     "(available: {columns})"},
    {"data.cut",
     "{count} records of the {split} split are longer than {sequence_length} tokens "
     "(data.sequence_length) and are truncated"},
    {"data.some_unlearned",
     "{count} of the {rows} rows of the {split} split have nothing to learn: their targets are "
     "missing or come after the first {sequence_length} tokens; raise data.sequence_length, or "
     "shorten or correct these records"},
    {"data.nothing_learned",
     "none of the {rows} rows of the {split} split has anything to learn: their targets are "
     "missing or come after the first {sequence_length} tokens; raise data.sequence_length, or "
     "shorten or correct the records"},
    {"data.begins_twice",
     "{count} texts of the {split} split begin with the token that the tokenizer adds before "
     "every text, so it occurs twice; remove it from the texts"},
    {"data.one_label",
     "all {count} rows of the {split} split have the same label, so there is nothing to tell "
     "apart; check data.label_column and task.labels"},
    {"data.one_number",
     "all {count} rows of the {split} split have the same number, so there is nothing to tell "
     "apart; check data.label_column"},
    {"data.no_input_rows",
     "the texts of --input do not fill one row of {sequence_length} tokens; provide more text, or "
     "lower data.sequence_length"},
    {"data.no_rows", "the training data does not fill a single row"},
    {"data.nothing_to_evaluate",
     "no validation data to evaluate on; provide data.validation or raise "
     "data.validation_split_ratio"},
    {"data.no_test_rows", "the {split} split of the data has no rows; list files in data.{split}"},
    {"data.other_labels",
     "{model}: the model has the labels {wanted}, but the data has {found}; list the model's "
     "labels in task.labels, in its order"},
    {"data.no_model_labels",
     "{model}: config.json names no labels (id2label), but the data has {found}; give a model that "
     "was trained to classify, or name its labels in id2label"},
    {"data.new_labels",
     "{model}: the model was trained with the labels {wanted}, but the data has {found}: its "
     "outputs are renamed to these, in order"},
    {"data.other_tokenizer",
     "{count} of {entries} ids stand for different tokens in the data than in the tokenizer of "
     "{model} (id {id}: {found} instead of {wanted}), so the model would see different text than "
     "it was trained on; prepare the data with the model's tokenizer"},
    {"data.other_cuts",
     "the data's tokenizer splits text into different tokens than the tokenizer of {model}, which "
     "the model was trained with; prepare the data with the model's tokenizer"},
    {"data.other_rows",
     "{folder}: the data was prepared for {found}, but this task needs {wanted}; prepare it with "
     "this document"},
    {"data.row_too_long",
     "{folder}: a row has {tokens} tokens, more than data.sequence_length, which is "
     "{sequence_length}; prepare the data with this document"},
    {"data.no_mask",
     "{tokenizer}: the tokenizer has neither [MASK] nor <mask>, which masked language modeling "
     "needs; set data.tokenizer to another one"},
    {"data.missing", "{file}: no such file; correct the path under data"},
    {"data.not_file", "{file}: not a file; give a text file under data"},
    {"data.empty", "{file}: file is empty, so there is nothing to learn from it"},
    {"data.packed_damaged",
     "{file}: cannot be decompressed, so it is damaged or not in the format that its extension "
     "says; write it again"},
    {"data.packed_short", "{file}: file is truncated; copy or write it again"},
    {"data.unpacker", "{file}: not enough memory to decompress it", ErrorKind::environment},
    {"data.long_line",
     "{file}: a line is longer than 1 GiB; break it up, or provide the texts as .jsonl"},
    {"data.shortened",
     "{file}: became shorter while it was being read; start again when it is complete"},
    {"data.binary",
     "{file}: has a null byte in line {line} (byte offset {offset}), so it is not a text file"},
    {"data.not_utf8",
     "{file}: not valid UTF-8 in line {line} (byte offset {offset}); convert it, for example with "
     "iconv"},
    {"data.labelled_ending",
     "{file}: labeled texts are read from .csv, .tsv, .json, .jsonl and .parquet files; give such "
     "a file under data"},
    {"data.words_ending",
     "{file}: labeled words are read from .json, .jsonl, .parquet, .conll and .txt files; give "
     "such a file under data"},
    {"data.words_in_csv",
     "{file}: a CSV field cannot hold a list of words; use .jsonl with lists, or .conll with one "
     "word per line"},
    // Token timelines.
    {"timelines.not_tokens",
     "{path}: column {column} has the type {type}, but tokens are lists of integers; choose the "
     "column of tokens"},
    {"timelines.no_vocabulary",
     "no vocabulary is given for the token ids; set timelines.vocabulary to vocab.gzip"},
    {"timelines.no_word",
     "{path}: has no word {word}, which marks the start, end or padding of timelines; use the "
     "vocabulary that the files were made with"},
    {"timelines.no_tokens",
     "{path}: row {row} (counting from 0) has no token before its padding; drop such rows"},
    {"timelines.row_too_long",
     "{path}: row {row} (counting from 0) has {tokens} tokens, more than data.sequence_length, "
     "which is {sequence_length}; raise it, or set timelines.collation to packed"},
    {"timelines.too_short",
     "{path}: the training timelines do not fill one window of {sequence_length} tokens; provide "
     "more of them or lower data.sequence_length"},
    {"timelines.other_files",
     "rank {rank} sees different training files than the first rank; provide the same files on "
     "all nodes"},
    {"timelines.no_rows", "{path}: no rows; give a file that has some"},
    {"timelines.token",
     "{path}: column {column} has the token {token} in row {row} (counting from 0), but the "
     "vocabulary has the ids 0 to {last}; use the vocabulary that the file was made with"},
    {"timelines.settings", "{name} is {value}; give a number from {least} to {most}"},
    {"timelines.fraction",
     "cannot take a fraction of {value} of the rows; give a number above 0 and at most 1"},
    {"timelines.not_outcome",
     "{path}: column {column} has the type {type}, but an outcome is a boolean or an integer; "
     "choose another column"},
    {"timelines.label",
     "{path}: column {column} has the class {label} in row {row} (counting from 0); classes are 0 "
     "to {most}"},
    {"timelines.changed",
     "{path}: became longer while it was being read; start again when it is complete"},
    {"timelines.synthetic",
     "synthetic timelines need at least one row, an even number of words of at least 8, a mean "
     "length of at least 1, a padded length of at least 2 and risks between 0 and 1; correct "
     "these settings"},
    {"gzip.damaged", "{path}: not a gzip file, or damaged; copy or write it again"},
    {"gzip.too_large",
     "{path}: holds more than {limit} bytes, which such a file never needs; give another file"},
    {"vocabulary.content", "{path}: not a vocabulary of timelines: {why}; write it again"},
    {"vocabulary.json",
     "{path}: not a vocabulary of timelines as written by the engine; create it again from "
     "vocab.gzip"},
    {"vocabulary.members", "lookup, reverse and aux are not all dictionaries"},
    {"vocabulary.word", "a word is neither a string nor None"},
    {"vocabulary.twice", "the word {word} occurs twice"},
    {"vocabulary.id", "the id of the word {word} is not a number below {count}, or is used twice"},
    {"vocabulary.reverse", "reverse and lookup do not agree"},
    {"vocabulary.auxiliary", "the entry of the word {word} in aux is not a list of numbers"},
    {"data.no_tokenizer",
     "this data needs a tokenizer: set data.tokenizer, or model.pretrained to a folder that has "
     "one"},
    {"data.no_room_for_text",
     "data.sequence_length is {sequence_length}, but the tokenizer adds {tokens} tokens around "
     "each text; raise it to at least {least}"},
    {"data.no_training_records",
     "{file}: no record to learn from, or data.validation_split_ratio leaves none"},
    {"data.step_ending",
     "{file}: rows can be drawn or filtered only from .csv, .tsv, .json, .jsonl and .parquet "
     "files; convert it to one of these"},
    {"data.step_damaged", "{folder}: damaged; remove this cache folder and prepare the data again"},
    {"data.no_whole_rows", "{file}: no rows, or none with a value in each column"},
    {"data.no_steps",
     "data of this kind is prepared in one step; run engine prepare with --output FOLDER"},
    {"data.unknown_step", "no step {step} here; this document has {steps}"},
    {"data.no_records", "{file}: no record to validate on"},
    {"data.label_twice", "task.labels lists {label} twice; list each label once"},
    {"data.too_many_labels", "task.labels lists more than {limit} labels"},
    {"data.record", "{file}, line {line}: {what}"},
    {"data.row", "{file}, row {row} (counting from 0): {what}"},
    {"inspect.command",
     "this experiment runs its own command (workload: command), so its data is unknown here; only "
     "data of the built-in engine can be inspected"},
    {"inspect.no_split", "no split {split}; this data has {known}"},
    {"inspect.from", "--from {from}: {split} has {examples} examples, counting from 0"},
    {"inspect.lies_here",
     "{path} is on this computer and would be sent to {target} when the run is submitted; inspect "
     "the data here first"},
    {"inspect.no_engine", "the engine is not on {target} yet; submitting a run installs it there",
     ErrorKind::environment},
    {"inspect.failed", "inspecting the data failed (exit code {code}): {words}",
     ErrorKind::environment},
    {"plan.command",
     "this experiment runs a program of its own, so what it would take is unknown here; only "
     "trainings of the built-in engine can be planned"},
    {"plan.lies_there",
     "{field} is on the cluster only, so what the training would take is not known here"},
    {"plan.failed", "planning the training failed (exit code {code}): {words}",
     ErrorKind::environment},
    {"rehearsal.stopped", "the rehearsal was stopped", ErrorKind::stopped},
    {"rehearsal.failed", "the rehearsal failed (exit code {code}): {words}",
     ErrorKind::environment},
    {"rehearsal.lies_there",
     "{field} is on the cluster only, so the training could not be rehearsed on this computer"},
    {"rehearsal.gpu_memory",
     "a step with batch.per_device {per_device} is planned to need {needed} GiB on each GPU, which "
     "has {there}; lower batch.per_device, or set parallel.recompute to full or lora.rank"},
    {"rehearsal.gpu_memory_scarce",
     "a step with batch.per_device {per_device} is planned to need {needed} of the {there} GiB of "
     "each GPU, without the caches of torch and CUDA; a lower batch.per_device is safer"},
    {"rehearsal.bf16", "{gpu} does not compute in bf16; set precision.kind to fp16 or fp32"},
    {"inspect.stopped", "inspecting the data was stopped", ErrorKind::stopped},
    {"data.stopped", "stopped while preparing the data", ErrorKind::stopped},
    {"data.output_exists", "{path}: already exists; give a folder that does not exist yet"},
    {"data.no_cache",
     "no cache folder for prepared data: neither XDG_CACHE_HOME nor HOME is set; set one of them",
     ErrorKind::environment},
    {"data.prepared_missing",
     "{file}: no such folder of prepared data; create it with engine prepare"},
    {"data.prepared_damaged", "{file}: {what}; prepare the data again"},
    // Source texts.
    {"text.tokenizer_damaged",
     "{file}: the tokenizer cannot be read: {reason}; copy the file again from its source"},
    {"text.tokenizer_unsupported",
     "{file}: {what} is not supported; use a BPE, WordPiece or Unigram tokenizer like those of "
     "GPT-2, Llama, Qwen, Gemma, BERT or T5, or train a new one"},
    {"text.vocab_size",
     "cannot train a vocabulary of {vocab_size} entries: byte-level BPE needs {fewest} to {most}"},
    {"text.special_tokens", "the special tokens of a vocabulary must be distinct and not empty"},
    {"text.stopped", "training the vocabulary was stopped", ErrorKind::stopped},
    {"text.duplicate_id", "the tokens {other} and {token} have the same id {id}"},
    {"text.id_too_high", "the id {id} of {token} is above {limit}"},
    {"text.two_ids",
     "the added token {token} has the id {id}, but the vocabulary says {vocabulary_id}"},
    {"text.byte_missing",
     "the vocabulary has no entry for the byte {byte} ({letter}), so it is not byte-level"},
    // Labelled texts.
    {"record.no_header", "the first line must be a header with column names, but there is none"},
    {"record.no_column",
     "no column {column}; the columns are {columns}: correct data.text_column, "
     "data.text_pair_column or data.label_column"},
    {"record.no_value", "no value in column {column}"},
    {"record.too_many_columns", "the header has more than {limit} columns"},
    {"record.too_many_fields",
     "more fields than the {columns} columns; quote fields that contain separators"},
    {"record.open_quote", "a quote in this record is never closed"},
    {"record.too_long",
     "the record is longer than 16 MiB; close the open quote or brace, or shorten it"},
    {"record.no_object", "expected a JSON object; write one per line, or a single list of them"},
    {"record.open_object", "the JSON object that starts here is never closed"},
    {"record.open_list", "the JSON list is never closed"},
    {"record.open_text",
     "a string of this JSON object continues past the end of its line; close its quote"},
    {"record.no_text", "column {column} must be a string"},
    {"record.not_utf8", "column {column} has text that is not UTF-8; write the file again"},
    {"record.no_words", "column {column} must be a list of words"},
    {"record.no_label", "column {column} must be a label: a string, an integer, true or false"},
    {"record.no_labels", "column {column} must be a list of labels"},
    {"record.label_in_csv",
     "the label {label} has a semicolon, or a space at its start or end, which drawn or filtered "
     "rows cannot preserve; rename it"},
    {"record.zero_character",
     "column {column} has a null character, which is not allowed in text; remove it"},
    {"record.no_number", "column {column} must be a number"},
    {"record.label_count", "{words} words, but {labels} labels; provide one label per word"},
    {"record.no_word_label", "word without a label; its label belongs in the last column"},
    {"record.unknown_label",
     "the label {label} is not one of {labels}; correct it, or add it to task.labels"},
    {"record.too_many_labels",
     "column {column} has more than {limit} distinct labels; correct data.label_column, or set "
     "task.problem_type to regression for numbers"},
    {"record.no_tokens",
     "the text is empty, and the tokenizer adds nothing around it; remove the record"},
    // Splitting into sentences, and rows into parts.
    {"sentences.damaged",
     "{file}: not parameters for sentence splitting: {reason}; write them again, or use the "
     "original file"},
    {"sentences.damaged_line",
     "{file}: not parameters for sentence splitting: line {line}: {reason}; write them again, or "
     "use the original file"},
    {"sentences.not_utf8", "is not UTF-8"},
    {"sentences.no_format", "there is no JSON object with \"format\": \"punkt\""},
    {"sentences.other_version", "\"version\" must be 1"},
    {"sentences.no_list", "\"{key}\" must be a list"},
    {"sentences.no_type", "entry {entry} of \"{key}\" must be a non-empty string"},
    {"sentences.no_pair", "entry {entry} of \"{key}\" must be a list of two strings"},
    {"sentences.no_contexts", "\"orthographic_context\" must be an object"},
    {"sentences.bad_context", "entry {entry} of \"{key}\" must be an integer from 0 to 127"},
    {"sentences.empty_line", "is empty"},
    {"sentences.tab_in_type", "must be one word, but contains a tab"},
    {"sentences.no_two_fields", "must be two fields separated by a tab"},
    {"sentences.bad_bits", "the second field must be an integer from 0 to 127"},
    {"split.ratio", "{name} must be above 0 and below 1, but is {ratio}; correct it"},
    {"split.sum", "the ratios of training and test add up to {sum}, more than 1; lower them"},
    {"split.no_test",
     "the ratios of training and validation, {train} and {validation}, leave nothing for the "
     "test; lower them"},
    {"split.sizes",
     "{rows} rows are too few to train on {training} and test on {test}; lower the ratios"},
    {"split.no_training",
     "of {rows} rows none would be left to train on; provide more rows or other ratios"},
    {"split.too_many_rows",
     "{rows} rows are more than the {limit} that can be shuffled; split the data first"},
    // Tokenizers.
    {"tokenizer.missing", "no such file"},
    {"tokenizer.too_large", "larger than 256 MiB"},
    {"tokenizer.unreadable", "it cannot be opened or is empty"},
    {"tokenizer.not_utf8", "line {line} is not UTF-8"},
    {"tokenizer.empty_folder",
     "the folder has neither tokenizer.json, nor vocab.json and merges.txt, nor vocab.txt"},
    {"tokenizer.no_object", "it is not a JSON object"},
    {"tokenizer.no_end", "its last line has no line break, so the file is truncated"},
    {"tokenizer.key_missing", "\"{key}\" is missing"},
    {"tokenizer.key_no_object", "\"{key}\" must be an object"},
    {"tokenizer.key_no_list", "\"{key}\" must be a list"},
    {"tokenizer.key_no_flag", "\"{key}\" must be true or false"},
    {"tokenizer.bad_type", "\"type_id\" must be an integer from 0 to 255"},
    {"tokenizer.pair_texts", "\"pair\" must contain each of the texts A and B once"},
    {"tokenizer.bad_id", "the id of {token} must be an integer from 0 to {limit}"},
    {"tokenizer.token_twice", "the token {token} occurs twice in the vocabulary"},
    {"tokenizer.merge_unknown",
     "merge {merge} needs the token {token}, which is not in the vocabulary"},
    {"tokenizer.merge_line",
     "merge {merge} must be two tokens separated by one space, not by a tab, but is {line}"},
    {"tokenizer.merge_pair", "merge {merge} must be two tokens"},
    {"tokenizer.charsmap", "its \"precompiled_charsmap\" cannot be read"},
    {"tokenizer.scored_entry",
     "entry {entry} of the vocabulary must be a list of a token and its score, a finite number"},
    {"tokenizer.unknown_id",
     "\"unk_id\" must be the index of an entry of the vocabulary, counting from 0"},
    {"tokenizer.added_no_object", "an entry of \"added_tokens\" must be an object"},
    {"tokenizer.added_no_content", "an added token has no \"content\""},
    {"tokenizer.added_no_id", "the added token {token} has no \"id\" from 0 to {limit}"},
    {"tokenizer.added_alone", "a list of added tokens without a tokenizer.json"},
    {"tokenizer.normalizer", "the normalizer {type}"},
    {"tokenizer.decoder", "the decoder {type}"},
    {"tokenizer.post_processor", "the post-processor {type}"},
    {"tokenizer.no_unknown", "the unknown token {token} is not in the vocabulary"},
    {"tokenizer.pre_tokenizer", "the pre-tokenizer {type}"},
    {"tokenizer.model_type", "the model type {type}"},
    {"tokenizer.split", "the split {pattern}"},
    {"tokenizer.model_key", "the model's \"{key}\""},
    {"tokenizer.regex", "the part {rest} of the expression {expression}"},
    {"tokenizer.other_space",
     "a value of add_prefix_space in tokenizer_config.json ({value}) other than in tokenizer.json"},
    {"tokenizer.behind_bytes", "the pre-tokenizer {type} after ByteLevel"},
    // Prepared data.
    {"prepared.no_list", "has no prepared.json"},
    {"prepared.no_json", "is not valid JSON"},
    {"prepared.format", "has a format that this version does not know"},
    {"prepared.incomplete", "lacks vocab_size, token_bytes or a training split"},
    {"prepared.outside", "refers to a file outside the folder"},
    {"prepared.file_missing", "is missing"},
    {"prepared.size", "has {bytes} bytes instead of {expected}"},
    {"prepared.checksum", "does not match its checksum in prepared.json"},
    {"prepared.block", "does not match the checksum that was written with it, near byte {offset}"},
    {"prepared.shortened", "became shorter while in use"},
    {"prepared.rows", "has impossible numbers of rows, tokens or labels"},
    {"prepared.row_end", "has an impossible end of row {row}"},
    {"prepared.token_type", "row {row} has the token type {type}, but there are {types}"},
    {"prepared.label", "row {row} has a label that does not exist"},
    {"prepared.token", "token {position} is {id}, outside the vocabulary of {vocabulary}"},
};

}  // namespace

std::span<const MessageTemplate> data_messages() { return kDataTemplates; }

}  // namespace trainyard
