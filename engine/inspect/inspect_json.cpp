// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/inspect/inspect_json.h"

namespace trainyard {

namespace {

List numbers(const std::vector<std::int64_t>& values) { return {values.begin(), values.end()}; }

Map split_json(const SplitCounts& split, bool is_counted) {
  Map map = {{"name", split.name}, {"examples", split.examples}};
  if (!is_counted) return map;
  const LengthCounts& lengths = split.lengths;
  List labels;
  for (const auto& [name, count] : split.labels)
    labels.emplace_back(Map{{"name", name}, {"count", count}});
  map.insert(map.end(), {{"tokens", split.tokens},
                         {"learned_tokens", split.learned_tokens},
                         {"padding", split.padding},
                         {"lengths", Map{{"edges", numbers(lengths.edges)},
                                         {"counts", numbers(lengths.counts)},
                                         {"min", lengths.minimum},
                                         {"median", lengths.median},
                                         {"p95", lengths.p95},
                                         {"max", lengths.maximum}}},
                         {"labels", std::move(labels)}});
  return map;
}

Map token_json(const SampleToken& token) {
  Map map = {{"id", token.id}, {"text", token.text}, {"learned", token.is_learned}};
  if (token.hidden_id)
    map.emplace_back("hidden", Map{{"id", *token.hidden_id}, {"text", token.hidden_text}});
  if (token.document) map.emplace_back("document", *token.document);
  if (!token.label.empty()) map.emplace_back("label", token.label);
  return map;
}

Map sample_json(const DataSample& sample) {
  List tokens;
  for (const SampleToken& token : sample.tokens) tokens.emplace_back(token_json(token));
  return {{"split", sample.split},
          {"index", sample.index},
          {"length", sample.length},
          {"label", sample.label},
          {"tokens", std::move(tokens)}};
}

}  // namespace

Map inspection_json(const Inspection& inspection) {
  const InspectedData& data = inspection.data;
  List warnings, splits, samples;
  for (const Error& note : data.notes())
    warnings.emplace_back(
        Map{{"code", note.code}, {"arguments", note.arguments}, {"text", note.message}});
  for (const SplitCounts& split : inspection.splits)
    splits.emplace_back(split_json(split, inspection.is_counted));
  for (const DataSample& sample : inspection.samples) samples.emplace_back(sample_json(sample));
  return {{"format", kInspectFormat},
          {"kind", std::string(name_of(data.data().rows))},
          {"task", std::string(name_of(data.experiment().task.kind))},
          {"tokenizer", data.tokenizer()},
          {"vocab_size", data.data().tokens.vocab_size},
          {"sequence_length", data.experiment().data.sequence_length},
          {"raw", data.most_records() ? Value(*data.most_records()) : Value()},
          {"warnings", std::move(warnings)},
          {"splits", std::move(splits)},
          {"samples", std::move(samples)}};
}

}  // namespace trainyard
