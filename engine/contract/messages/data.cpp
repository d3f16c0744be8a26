// SPDX-License-Identifier: GPL-3.0-or-later
// What is said about data: texts, records with labels, tokenizers, prepared folders.
#include "engine/contract/messages/tables.h"

namespace trainyard {
namespace {

constexpr MessageTemplate kDataTemplates[] = {
    // What is trained on.
    {"data.prepared_already",
     "data.kind: engine prepare makes prepared data from data.kind text; this document's data is "
     "prepared already"},
    {"data.too_short",
     "the training text has {tokens} tokens, less than one sequence of {sequence_length}; give "
     "more text or a shorter data.sequence_length"},
    {"data.no_validation",
     "the validation text has less than one sequence, so nothing is evaluated; give "
     "data.validation or a larger data.validation_split_ratio"},
    {"data.sequence_too_long",
     "data.sequence_length is {sequence_length} but the model has only {positions} positions; "
     "shorten it or set model.overrides.{key}"},
    {"data.sequence_past_pretrained",
     "data.sequence_length is {sequence_length} but the pretrained model has only {positions} "
     "positions; shorten it"},
    {"data.vocabulary",
     "the tokenizer has {tokenizer} entries but the model only {model}; use the model's own "
     "tokenizer, or set model.overrides.vocab_size (of a new model) or model.resize_vocabulary (of "
     "a pretrained one)"},
    {"data.first_column",
     "{split}: {file} has no column {wanted}, so its first column, {column}, is read as the text; "
     "to read another one, name it in data.text_column (there are {columns})"},
    {"data.first_column_of_files",
     "{split}: {file} and {others} more files have no column {wanted}, so the first column of each "
     "is read as the text, here {column}; to read another one, name it in data.text_column (there "
     "are {columns})"},
    {"data.cut",
     "{count} records of the split {split} are longer than {sequence_length} tokens "
     "(data.sequence_length), so their end is left out"},
    {"data.some_unlearned",
     "nothing is learned of {count} of the {rows} rows of the split {split}: what would be learned "
     "is behind their first {sequence_length} tokens, or not there; raise data.sequence_length, or "
     "shorten or correct these records"},
    {"data.nothing_learned",
     "nothing is learned of any of the {rows} rows of the split {split}: what would be learned is "
     "behind their first {sequence_length} tokens, or not there; raise data.sequence_length, or "
     "shorten or correct the records"},
    {"data.begins_twice",
     "{count} texts of the split {split} begin with the token that the tokenizer puts before every "
     "text, so it is there twice; take it out of the texts"},
    {"data.one_label",
     "all {count} rows of the split {split} have the same label, so there is nothing to tell "
     "apart; "
     "look at data.label_column and task.labels"},
    {"data.one_number",
     "all {count} rows of the split {split} have the same number, so there is nothing to tell "
     "apart; look at data.label_column"},
    {"data.no_input_rows",
     "the texts of --input do not fill one row of {sequence_length} tokens; give more, or a "
     "shorter "
     "data.sequence_length"},
    {"data.no_rows", "the training data has no whole row"},
    {"data.nothing_to_evaluate",
     "there is no validation data to evaluate on; give data.validation or a larger "
     "data.validation_split_ratio"},
    {"data.no_test_rows", "the data has no rows in its split {split}; give files in data.{split}"},
    {"data.other_labels",
     "{model}: the model knows the labels {wanted}, but the data has {found}; name the model's in "
     "task.labels, in its order"},
    {"data.new_labels",
     "{model}: the model was trained with the labels {wanted}, the data has {found}: its outputs "
     "get "
     "these names in their order"},
    {"data.other_tokenizer",
     "{count} of {entries} ids stand for other tokens in the data than in the tokenizer of {model} "
     "(id {id}: {found} instead of {wanted}): the model reads other words than it was trained "
     "with; "
     "prepare the data with the model's tokenizer"},
    {"data.other_cuts",
     "the data's tokenizer cuts texts into other tokens than that of {model}, which the model was "
     "trained with; prepare the data with the model's tokenizer"},
    {"data.other_rows",
     "{folder}: the data was prepared for {found}, but this task needs {wanted}; prepare it with "
     "this document"},
    {"data.row_too_long",
     "{folder}: a row has {tokens} tokens, more than data.sequence_length, which is "
     "{sequence_length}; prepare the data with this document"},
    {"data.no_mask",
     "{tokenizer}: the tokenizer has neither [MASK] nor <mask>, which masked language modelling "
     "needs; name another with data.tokenizer"},
    {"data.missing", "{file}: there is no such file; correct the path under data"},
    {"data.not_file", "{file}: is not a file; name a text file under data"},
    {"data.empty", "{file}: is empty; there is nothing to learn from it"},
    {"data.packed_damaged",
     "{file}: cannot be unpacked, so it is damaged, or compressed in another way than its ending "
     "says; write it again"},
    {"data.packed_short", "{file}: its end is missing; copy or write it again"},
    {"data.unpacker", "{file}: there is not enough memory to unpack it", ErrorKind::environment},
    {"data.long_line", "{file}: a line is longer than 1 GiB; break it, or give texts as .jsonl"},
    {"data.shortened", "{file}: became shorter while it was read; start again when it is complete"},
    {"data.binary",
     "{file}: holds a zero byte in line {line} (byte offset {offset}), so it is no text file"},
    {"data.not_utf8",
     "{file}: is not UTF-8 in line {line} (byte offset {offset}); convert it, for example with "
     "iconv"},
    {"data.labelled_ending",
     "{file}: texts with labels are read from files that end in .csv, .tsv, .json, .jsonl or "
     ".parquet; name such a file under data"},
    {"data.words_ending",
     "{file}: words with labels are read from files that end in .json, .jsonl, .parquet, .conll or "
     ".txt; name such a file under data"},
    {"data.words_in_csv",
     "{file}: a field of a CSV file holds no list of words; use .jsonl with lists, or "
     ".conll with a word a line"},
    // Token timelines.
    {"timelines.not_tokens",
     "{path}: the column {column} is {type}, but tokens are lists of integers; name the column of "
     "tokens"},
    {"timelines.no_vocabulary",
     "the words of the token numbers are not known; name vocab.gzip in timelines.vocabulary"},
    {"timelines.no_word",
     "{path}: has no word {word}, which timelines begin, end or are padded with; use the "
     "vocabulary "
     "that the files were made with"},
    {"timelines.no_tokens",
     "{path}: row {row} (the first is row 0) has no token before its padding; drop such rows"},
    {"timelines.row_too_long",
     "{path}: row {row} (the first is row 0) has {tokens} tokens, more than data.sequence_length, "
     "which is {sequence_length}; make that longer, or set timelines.collation to packed"},
    {"timelines.too_short",
     "{path}: the training timelines do not fill one window of {sequence_length} tokens; give more "
     "of them or a shorter data.sequence_length"},
    {"timelines.other_files",
     "rank {rank} sees other training files than the first rank; give all nodes the same"},
    {"timelines.no_rows", "{path}: there are no rows to read; name a file that has some"},
    {"timelines.token",
     "{path}: the column {column} has the token {token} in row {row} (the first is row 0), but the "
     "vocabulary has the ids 0 to {last}; use the vocabulary that the file was made with"},
    {"timelines.settings", "{name} is {value}; give a number from {least} to {most}"},
    {"timelines.fraction",
     "a fraction of {value} of the rows cannot be taken; give a number above 0, and at most 1"},
    {"timelines.not_outcome",
     "{path}: the column {column} is {type}, but an outcome is booleans or integers; name another"},
    {"timelines.label",
     "{path}: the column {column} has the class {label} in row {row} (the first is row 0); classes "
     "are 0 to {most}"},
    {"timelines.changed",
     "{path}: became longer while it was read; start again when it is complete"},
    {"timelines.synthetic",
     "made-up timelines need at least one row, an even number of words from 8, a mean length from "
     "1, a padded length from 2 and risks between 0 and 1; correct these settings"},
    {"gzip.damaged", "{path}: is no file of gzip, or damaged; copy or write it again"},
    {"gzip.too_large",
     "{path}: holds more than {limit} bytes, which such a file never needs; name another"},
    {"vocabulary.content", "{path}: is no vocabulary of timelines: {why}; write it again"},
    {"vocabulary.json",
     "{path}: is no vocabulary of timelines as the engine writes it; make it again from "
     "vocab.gzip"},
    {"vocabulary.members", "lookup, reverse and aux are not all dictionaries in it"},
    {"vocabulary.word", "a word is neither a text nor None"},
    {"vocabulary.twice", "the word {word} is there twice"},
    {"vocabulary.id",
     "the id of the word {word} is not a number below {count}, or another word has it"},
    {"vocabulary.reverse", "reverse does not say the same as lookup"},
    {"vocabulary.auxiliary", "what is kept of the word {word} is no list of numbers"},
    {"data.no_tokenizer",
     "such data needs a tokenizer: set data.tokenizer, or model.pretrained to a folder that has "
     "one"},
    {"data.no_room_for_text",
     "data.sequence_length is {sequence_length}, but the tokenizer puts {tokens} tokens around a "
     "text; make it at least {least}"},
    {"data.no_training_records",
     "{file}: holds no record to learn from, or data.validation_split_ratio leaves none"},
    {"data.step_ending",
     "{file}: rows are drawn or left out of .csv, .tsv, .json, .jsonl and .parquet files only; "
     "convert it to one of these"},
    {"data.step_damaged", "{folder}: damaged; remove this folder of the cache and prepare again"},
    {"data.no_whole_rows", "{file}: holds no row, or none that has a value in each column"},
    {"data.no_steps",
     "this kind of data is prepared in one step; run engine prepare with --output FOLDER"},
    {"data.unknown_step", "there is no step {step} here; those of this document are {steps}"},
    {"data.no_records", "{file}: holds no record to validate with"},
    {"data.label_twice", "task.labels names {label} twice; name each label once"},
    {"data.too_many_labels", "task.labels names more than {limit} labels"},
    {"data.record", "{file}, line {line}: {what}"},
    {"data.row", "{file}, row {row} (the first is row 0): {what}"},
    {"inspect.command",
     "the experiment runs a command of its own (workload: command), and what data that reads is "
     "not known; only the engine's data can be looked at"},
    {"inspect.no_split", "there is no split {split}; this data has {known}"},
    {"inspect.from", "--from {from}: {split} has {examples} examples, the first is 0"},
    {"inspect.lies_here",
     "{path} lies on this computer and would be sent to {target} at a submission; look at the data "
     "here, before it is sent"},
    {"inspect.no_engine",
     "there is no engine on {target} yet; a run that is submitted there brings it",
     ErrorKind::environment},
    {"inspect.failed", "looking at the data failed (exit code {code}): {words}",
     ErrorKind::environment},
    {"inspect.stopped", "looking at the data was stopped", ErrorKind::stopped},
    {"data.stopped", "stopped while the data was being prepared", ErrorKind::stopped},
    {"data.output_exists", "{path}: exists already; name a folder that does not exist yet"},
    {"data.no_cache",
     "neither XDG_CACHE_HOME nor HOME names a folder for prepared data; set one of them",
     ErrorKind::environment},
    {"data.prepared_missing",
     "{file}: there is no such folder of prepared data; make it with engine prepare"},
    {"data.prepared_damaged", "{file}: {what}; prepare the data again"},
    // Source texts.
    {"text.tokenizer_damaged",
     "{file}: the tokenizer cannot be read: {reason}; copy the file again from where it came "
     "from"},
    {"text.tokenizer_unsupported",
     "{file}: {what} is not supported; use a BPE, WordPiece or Unigram tokenizer as GPT-2, Llama, "
     "Qwen, Gemma, BERT or T5 have it, or let one be trained"},
    {"text.vocab_size",
     "a vocabulary of {vocab_size} entries cannot be trained: byte-level BPE needs {fewest} to "
     "{most}"},
    {"text.special_tokens", "the special tokens of a vocabulary must differ and not be empty"},
    {"text.stopped", "the training of the vocabulary was stopped", ErrorKind::stopped},
    {"text.duplicate_id", "the tokens {other} and {token} have the same id {id}"},
    {"text.id_too_high", "the id {id} of {token} is above {limit}"},
    {"text.two_ids",
     "the added token {token} has the id {id}, the vocabulary says {vocabulary_id}"},
    {"text.byte_missing",
     "the vocabulary has no entry for the byte {byte} ({letter}), so it is not a byte-level "
     "vocabulary"},
    // Labelled texts.
    {"record.no_header", "the first line must name the columns, but there is none"},
    {"record.no_column",
     "there is no column {column}; the columns are {columns}: correct data.text_column, "
     "data.text_pair_column or data.label_column"},
    {"record.no_value", "no value in column {column}"},
    {"record.too_many_columns", "names more than {limit} columns"},
    {"record.too_many_fields",
     "more fields than the {columns} columns; put fields that hold separators in quotes"},
    {"record.open_quote", "a quote that opens in this record is never closed"},
    {"record.too_long",
     "the record is longer than 16 MiB; close the quote or brace that is open, or shorten it"},
    {"record.no_object", "expected a JSON object; write one a line, or one list of them"},
    {"record.open_object", "the JSON object that begins here is never closed"},
    {"record.open_list", "the JSON list is never closed"},
    {"record.open_text", "a text of this JSON object goes on past its line; close its quote"},
    {"record.no_text", "column {column} must hold a text"},
    {"record.not_utf8", "column {column} holds text that is not UTF-8; write the file again"},
    {"record.no_words", "column {column} must hold a list of words"},
    {"record.no_label", "column {column} must hold a label: a text, an integer, true or false"},
    {"record.no_labels", "column {column} must hold a list of labels"},
    {"record.label_in_csv",
     "the label {label} holds a semicolon, or a blank at its begin or end, which the rows that are "
     "drawn or left out cannot keep; rename it"},
    {"record.zero_character",
     "column {column} holds a zero character, which is no text; take it out"},
    {"record.no_number", "column {column} must hold a number"},
    {"record.label_count", "{words} words, but {labels} labels; give each word one"},
    {"record.no_word_label", "a word without a label; its label stands in the last column"},
    {"record.unknown_label",
     "the label {label} is not one of {labels}; correct it, or name it in task.labels"},
    {"record.too_many_labels",
     "column {column} has more than {limit} different labels; correct data.label_column, or set "
     "task.problem_type to regression for numbers"},
    {"record.no_tokens",
     "the text is empty, and the tokenizer puts nothing around it; take the record out"},
    // Splitting into sentences, and rows into parts.
    {"sentences.damaged",
     "{file}: these are no parameters for splitting sentences: {reason}; write them again, or take "
     "the original file"},
    {"sentences.damaged_line",
     "{file}: these are no parameters for splitting sentences: line {line}: {reason}; write them "
     "again, or take the original file"},
    {"sentences.not_utf8", "is not UTF-8"},
    {"sentences.no_format", "there is no JSON object with \"format\": \"punkt\""},
    {"sentences.other_version", "\"version\" must be 1"},
    {"sentences.no_list", "\"{key}\" must be a list"},
    {"sentences.no_type", "entry {entry} of \"{key}\" must be a text that is not empty"},
    {"sentences.no_pair", "entry {entry} of \"{key}\" must be a list of two texts"},
    {"sentences.no_contexts", "\"orthographic_context\" must be an object"},
    {"sentences.bad_context", "entry {entry} of \"{key}\" must be an integer from 0 to 127"},
    {"sentences.empty_line", "is empty"},
    {"sentences.tab_in_type", "must hold one word, but holds a tab"},
    {"sentences.no_two_fields", "must hold two fields with one tab between them"},
    {"sentences.bad_bits", "the second field must be an integer from 0 to 127"},
    {"split.ratio", "{name} must be above 0 and below 1, but is {ratio}; correct it"},
    {"split.sum",
     "the ratios of training and test are {sum} together, more than 1; make them smaller"},
    {"split.no_test",
     "the ratios of training and validation, {train} and {validation}, leave nothing for the test; "
     "make them smaller"},
    {"split.sizes",
     "{rows} rows are too few for {training} to learn from and {test} to test on; make the ratios "
     "smaller"},
    {"split.no_training",
     "of {rows} rows none would be left to learn from; give more rows or other ratios"},
    {"split.too_many_rows",
     "{rows} rows are more than the {limit} that can be shuffled; split the data first"},
    // Tokenizers.
    {"tokenizer.missing", "there is no such file"},
    {"tokenizer.too_large", "it is larger than 256 MiB"},
    {"tokenizer.unreadable", "it cannot be opened or is empty"},
    {"tokenizer.not_utf8", "line {line} is not UTF-8"},
    {"tokenizer.empty_folder",
     "the folder has neither tokenizer.json, nor vocab.json and merges.txt, nor vocab.txt"},
    {"tokenizer.no_object", "it holds no JSON object"},
    {"tokenizer.no_end", "its last line has no line break, so its end is missing"},
    {"tokenizer.key_missing", "\"{key}\" is missing"},
    {"tokenizer.key_no_object", "\"{key}\" must be an object"},
    {"tokenizer.key_no_list", "\"{key}\" must be a list"},
    {"tokenizer.key_no_flag", "\"{key}\" must be true or false"},
    {"tokenizer.bad_type", "\"type_id\" must be an integer from 0 to 255"},
    {"tokenizer.pair_texts", "\"pair\" must hold each of the texts A and B once"},
    {"tokenizer.bad_id", "the id of {token} must be an integer from 0 to {limit}"},
    {"tokenizer.token_twice", "the token {token} stands twice in the vocabulary"},
    {"tokenizer.merge_unknown",
     "merge {merge} needs the token {token}, which is not in the vocabulary"},
    {"tokenizer.merge_line",
     "merge {merge} must be two tokens with one space between them, it is {line}"},
    {"tokenizer.merge_pair", "merge {merge} must be two tokens"},
    {"tokenizer.charsmap", "its \"precompiled_charsmap\" cannot be read"},
    {"tokenizer.scored_entry",
     "entry {entry} of the vocabulary must be a list of a token and its score, a finite number"},
    {"tokenizer.unknown_id",
     "\"unk_id\" must be the place of an entry of the vocabulary, counted from 0"},
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
    {"tokenizer.regex", "of the expression {expression} the part {rest}"},
    {"tokenizer.other_space",
     "that add_prefix_space is {value} in tokenizer_config.json, and tokenizer.json says "
     "otherwise,"},
    {"tokenizer.behind_bytes", "the pre-tokenizer {type} behind ByteLevel"},
    // Prepared data.
    {"prepared.no_list", "holds no prepared.json"},
    {"prepared.no_json", "is not valid JSON"},
    {"prepared.format", "has a format that this version does not know"},
    {"prepared.incomplete", "lacks vocab_size, token_bytes or a training split"},
    {"prepared.outside", "names a file outside the folder"},
    {"prepared.file_missing", "is not there"},
    {"prepared.size", "has {bytes} bytes instead of {expected}"},
    {"prepared.checksum", "does not have the checksum that prepared.json says"},
    {"prepared.block", "does not have the checksum that was written with it, near byte {offset}"},
    {"prepared.shortened", "became shorter while it was in use"},
    {"prepared.rows", "says of rows, tokens or labels what cannot be"},
    {"prepared.row_end", "says of row {row} that it ends where it cannot"},
    {"prepared.token_type", "row {row} has the token type {type}, but there are {types}"},
    {"prepared.label", "row {row} has a label that there is not"},
    {"prepared.token", "token {position} is {id}, outside the vocabulary of {vocabulary}"},
};

}  // namespace

std::span<const MessageTemplate> data_messages() { return kDataTemplates; }

}  // namespace trainyard
