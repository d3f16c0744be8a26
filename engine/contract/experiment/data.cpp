// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/contract/experiment/data.h"

#include "engine/contract/describe/field.h"

namespace trainyard {
namespace {

// The condition for texts for language modelling, with `more` appended.
std::string when_modeled(const std::string& more = "") {
  return "workload=engine&data.kind=text&task.kind=" + tasks_with(TaskRecords::texts) + more;
}

}  // namespace

void describe(Section<DataSection>& section) {
  section.field("kind", &DataSection::kind)
      .label("Kind of data")
      .help(
          "Text files that are tokenized at the start, token timelines in Parquet files, or a "
          "folder that `engine prepare` wrote.")
      .affects(Affects::numerics);
  section.field("path", &DataSection::path)
      .label("Prepared folder")
      .help("Folder that `engine prepare` wrote.")
      .path()
      .when("workload=engine&data.kind=prepared")
      .affects(Affects::numerics);
  section.field("train", &DataSection::train)
      .label("Training files")
      .help(
          "Files to train on, one after the other. In text files (UTF-8) each line is a text; CSV "
          "and JSON files have one text per record; timelines are Parquet files.")
      .path()
      .when("workload=engine&data.kind=text|timelines")
      .affects(Affects::numerics)
      .hugging_face({"data_files"});
  section.field("validation", &DataSection::validation)
      .label("Validation files")
      .help("Held-out files. When none is given, a part of the training texts is held out.")
      .path()
      .when("workload=engine&data.kind=text|timelines")
      .affects(Affects::numerics);
  section.field("test", &DataSection::test)
      .label("Test files")
      .help("Files that the trained model is evaluated on at the end of training.")
      .path()
      .when("workload=engine&data.kind=text|timelines")
      .affects(Affects::numerics);
  section.field("temporal_test", &DataSection::temporal_test)
      .label("Temporal test files")
      .help(
          "Further test files from a later period than the training files. They show how well the "
          "model holds up over time.")
      .path()
      .when("workload=engine&data.kind=text|timelines")
      .tier(Tier::advanced)
      .affects(Affects::numerics);
  section.field("validation_split_ratio", &DataSection::validation_split_ratio)
      .label("Validation split")
      .help(
          "Fraction of the training texts held out when no validation file is given: the first "
          "texts, or random ones if a split seed is given.")
      .unit("ratio")
      .minimum(0)
      .below(1)
      .when("workload=engine&data.kind=text")
      .tier(Tier::advanced)
      .affects(Affects::numerics);
  section.field("split_seed", &DataSection::split_seed)
      .label("Split seed")
      .help(
          "Seed for drawing the validation and test rows of record files at random, as "
          "scikit-learn's train_test_split does. Null holds out the first texts.")
      .minimum(0)
      .maximum(4294967295)
      .when(when_modeled("|sequence_classification"))
      .tier(Tier::advanced)
      .affects(Affects::numerics);
  section.field("test_split_ratio", &DataSection::test_split_ratio)
      .label("Test split")
      .help("Fraction of the training rows that the trained model is tested on. Needs split_seed.")
      .unit("ratio")
      .minimum(0)
      .below(1)
      .when(when_modeled("|sequence_classification"))
      .tier(Tier::advanced)
      .affects(Affects::numerics);
  section.field("drop_incomplete_rows", &DataSection::drop_incomplete_rows)
      .label("Drop incomplete rows")
      .help(
          "Drops records in which any column has no value, as pandas defines it: empty, NA, null "
          "and the like in CSV files, null in JSON and Parquet.")
      .when(when_modeled("|sequence_classification"))
      .tier(Tier::advanced)
      .affects(Affects::numerics);
  section.field("streaming", &DataSection::streaming)
      .label("Streaming")
      .help(
          "Reads and tokenizes the training files during training, without preparing them. The "
          "length of training is then training.max_steps, and the files are read in order.")
      .when(when_modeled())
      .tier(Tier::advanced)
      .affects(Affects::numerics);
  section.field("shuffle_buffer", &DataSection::shuffle_buffer)
      .label("Shuffle buffer")
      .help(
          "Number of streamed texts from which the next one is drawn, as the datasets library "
          "shuffles streams. 0 keeps the order of the files, as run_clm does.")
      .unit("texts")
      .minimum(0)
      .maximum(1e9)
      .when(when_modeled("&data.streaming=true"))
      .tier(Tier::advanced)
      .affects(Affects::numerics);
  section.field("sentences", &DataSection::sentences)
      .label("Sentence splitting")
      .help(
          "Splits texts into sentences first. Each sentence is then a text of its own, of at most "
          "one sequence. punkt splits as nltk does.")
      .when(when_modeled())
      .tier(Tier::advanced)
      .affects(Affects::numerics);
  section.field("sentence_parameters", &DataSection::sentence_parameters)
      .label("Punkt parameters")
      .help(
          "What Punkt knows about the language: a JSON file, or an nltk folder such as "
          "punkt_tab/english. Null learns it from the training texts.")
      .path()
      .when(when_modeled("&data.sentences=punkt"))
      .tier(Tier::expert)
      .affects(Affects::numerics);
  section.field("tokenizer", &DataSection::tokenizer)
      .label("Tokenizer")
      .help(
          "Tokenizer folder or tokenizer.json. Null uses the tokenizer of the pretrained weights, "
          "or trains one on the data for a new model.")
      .path()
      .when("workload=engine&data.kind=text")
      .tier(Tier::advanced)
      .affects(Affects::numerics);
  section.field("sequence_length", &DataSection::sequence_length)
      .label("Sequence length")
      .help(
          "Tokens per example. Language modeling concatenates the texts and cuts them into pieces "
          "of this length; classification truncates longer texts.")
      .unit("tokens")
      .minimum(2)
      .maximum(1048576)
      .affects(Affects::numerics)
      .hugging_face({"block_size", "max_seq_length", "max_length"});
  section.field("text_column", &DataSection::text_column)
      .label("Text column")
      .help(
          "Column of CSV and JSON files that holds the text, or the list of words if each word has "
          "a label. For language modeling, a file without this column contributes its first "
          "column, with a warning.")
      .when(when_modeled("|sequence_classification|token_classification"))
      .affects(Affects::numerics);
  section.field("text_pair_column", &DataSection::text_pair_column)
      .label("Text pair column")
      .help("Column of a second text that is classified together with the first. Null means none.")
      .when("workload=engine&task.kind=sequence_classification")
      .tier(Tier::advanced)
      .affects(Affects::numerics);
  section.field("label_column", &DataSection::label_column)
      .label("Label column")
      .help("Column of the target: a label, several labels, a number, or one label per word.")
      .when("workload=engine&task.kind=sequence_classification|token_classification")
      .affects(Affects::numerics);
  section.field("keep_linebreaks", &DataSection::keep_linebreaks)
      .label("Keep line breaks")
      .help("Whether each line of a text file keeps its line break as part of the text.")
      .when(when_modeled())
      .tier(Tier::advanced)
      .affects(Affects::numerics)
      .hugging_face({"keep_linebreaks"});
  section.field("texts_per_group", &DataSection::texts_per_group)
      .label("Texts per group")
      .help(
          "Number of texts that are concatenated before they are cut into pieces. What is left at "
          "the end of each group is dropped. Null concatenates all texts; run_clm uses 1000.")
      .unit("texts")
      .minimum(1)
      .maximum(1e12)
      .when(when_modeled())
      .tier(Tier::expert)
      .affects(Affects::numerics);
  section.field("keep_short_groups", &DataSection::keep_short_groups)
      .label("Keep short groups")
      .help("Whether a group shorter than one sequence is kept as a short sequence.")
      .when(when_modeled())
      .tier(Tier::expert)
      .affects(Affects::numerics);
  section.field("max_train_samples", &DataSection::max_train_samples)
      .label("Maximum training samples")
      .help(
          "Trains on at most this many examples: the first ones, or random ones if a sample seed "
          "is given. Null means all.")
      .unit("examples")
      .minimum(1)
      .maximum(1e12)
      .tier(Tier::advanced)
      .affects(Affects::numerics)
      .hugging_face({"max_train_samples"});
  section.field("max_validation_samples", &DataSection::max_validation_samples)
      .label("Maximum validation samples")
      .help(
          "Evaluates on at most this many examples: the first ones, or random ones if a sample "
          "seed is given. Null means all.")
      .unit("examples")
      .minimum(1)
      .maximum(1e12)
      .tier(Tier::advanced)
      .affects(Affects::numerics)
      .hugging_face({"max_eval_samples", "max_val_samples"});
  section.field("sample_seed", &DataSection::sample_seed)
      .label("Sample seed")
      .help(
          "Seed for drawing the examples of max_train_samples and max_validation_samples, as numpy "
          "does, without replacement. Null takes the first ones.")
      .minimum(0)
      .maximum(9007199254740992)
      .tier(Tier::advanced)
      .affects(Affects::numerics);
}

}  // namespace trainyard
