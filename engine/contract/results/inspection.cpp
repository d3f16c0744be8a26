// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/contract/results/inspection.h"

namespace trainyard {

void describe(Section<LengthCounts>& section) {
  section.field("edges", &LengthCounts::edges);
  section.field("counts", &LengthCounts::counts);
  section.field("min", &LengthCounts::minimum);
  section.field("median", &LengthCounts::median);
  section.field("p95", &LengthCounts::p95);
  section.field("max", &LengthCounts::maximum);
}

void describe(Section<LabelTotal>& section) {
  section.field("name", &LabelTotal::name);
  section.field("count", &LabelTotal::count);
}

void describe(Section<SplitCounts>& section) {
  section.field("name", &SplitCounts::name);
  section.field("examples", &SplitCounts::examples);
  section.field("tokens", &SplitCounts::tokens).omitted_when_default();
  section.field("learned_tokens", &SplitCounts::learned_tokens).omitted_when_default();
  section.field("padding", &SplitCounts::padding).omitted_when_default();
  section.field("lengths", &SplitCounts::lengths).omitted_when_default();
  section.field("labels", &SplitCounts::labels).omitted_when_default();
}

void describe(Section<HiddenToken>& section) {
  section.field("id", &HiddenToken::id);
  section.field("text", &HiddenToken::text);
}

void describe(Section<SampleToken>& section) {
  section.field("id", &SampleToken::id);
  section.field("text", &SampleToken::text);
  section.field("learned", &SampleToken::is_learned);
  section.field("hidden", &SampleToken::hidden).omitted_when_default();
  section.field("document", &SampleToken::document).omitted_when_default();
  section.field("label", &SampleToken::label).omitted_when_default();
}

void describe(Section<DataSample>& section) {
  section.field("split", &DataSample::split);
  section.field("index", &DataSample::index);
  section.field("length", &DataSample::length);
  section.field("label", &DataSample::label);
  section.field("tokens", &DataSample::tokens);
}

void describe(Section<DataWarning>& section) {
  section.field("code", &DataWarning::code);
  section.field("arguments", &DataWarning::arguments);
  section.field("text", &DataWarning::text);
}

void describe(Section<InspectionProgress>& section) {
  section.field("phase", &InspectionProgress::phase);
  section.field("done", &InspectionProgress::done);
  section.field("total", &InspectionProgress::total);
}

void describe(Section<Inspection>& section) {
  section.field("format", &Inspection::format);
  section.field("kind", &Inspection::kind);
  section.field("task", &Inspection::task);
  section.field("tokenizer", &Inspection::tokenizer);
  section.field("vocab_size", &Inspection::vocab_size);
  section.field("sequence_length", &Inspection::sequence_length);
  section.field("raw", &Inspection::raw);
  section.field("warnings", &Inspection::warnings);
  section.field("splits", &Inspection::splits);
  section.field("samples", &Inspection::samples);
  section.field("text", &Inspection::text).omitted_when_default();
}

}  // namespace trainyard
