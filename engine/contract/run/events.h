// SPDX-License-Identifier: GPL-3.0-or-later
// The lines of an attempt's events.jsonl: the only output of training that other programs read.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/contract/describe/record.h"
#include "engine/contract/result.h"
#include "engine/contract/value.h"

namespace trainyard {

// Longer lines are not events: they are skipped and reported.
constexpr std::size_t kEventLineLimit = 1u << 20;

struct HeaderEvent {
  std::int64_t format = 1;
  std::string run;  // UUID
  std::int64_t attempt = 0;
  std::vector<std::string> nodes;
  std::string job_id;
  Map versions;
  std::string git_commit;
  // What else computes the run: of the node, its modules, the Python and its packages
  // (engine/agent/environment).
  Map environment{};
};
struct StartEvent {
  std::int64_t resume_step = 0;  // 0: from scratch
  std::optional<std::int64_t> total_steps;
  std::int64_t world_size = 1;
  std::string device;
};
struct ProgressEvent {
  std::string phase;  // a message code, or a program's own wording
  double done = 0;
  double total = 0;
};
// By name. Values from a program that are not numbers are dropped; the others are kept.
using MetricValues = std::vector<std::pair<std::string, double>>;
// Who told a point: what a program sends by itself counts more than what its trackers write, and
// that more than what is read from its output.
enum class PointSource { printed, tracker, sent };  // later ones count more
template <>
struct Names<PointSource> {
  static constexpr std::pair<PointSource, std::string_view> all[] = {
      {PointSource::printed, "printed"},
      {PointSource::tracker, "tracker"},
      {PointSource::sent, "sent"}};
};
struct MetricsEvent {
  std::optional<std::int64_t> step;
  std::optional<double> epoch;
  std::optional<std::int64_t> tokens;
  MetricValues values;
  PointSource source = PointSource::sent;
};
// What a run shows besides numbers, at a step: a text that it generated, rows that it judged
// wrongly, an image, how values are distributed.
enum class SampleKind { text, table, image, histogram };
template <>
struct Names<SampleKind> {
  static constexpr std::pair<SampleKind, std::string_view> all[] = {
      {SampleKind::text, "text"},
      {SampleKind::table, "table"},
      {SampleKind::image, "image"},
      {SampleKind::histogram, "histogram"}};
};
// `content`: of a text, the text; of a table, {"columns": [...], "rows": [[...], ...]}; of an
// image, a PNG, JPEG or GIF file in base64; of a histogram, {"edges": [n + 1 numbers], "counts": [n
// numbers]}.
struct SampleEvent {
  static constexpr std::size_t max_content_bytes = 768u << 10;
  std::string name;
  SampleKind kind = SampleKind::text;
  std::optional<std::int64_t> step;
  std::string content;
  std::string caption;
  bool is_cut = false;  // there was more of it
};
struct CheckpointEvent {
  std::int64_t step = 0;
  std::string path;
  std::int64_t bytes = 0;
  double stall_seconds = 0;
  double write_seconds = 0;
};
struct DeviceSample {
  std::int64_t index = 0;
  std::string name;
  double utilization_ratio = 0, memory_used_gib = 0, memory_total_gib = 0, power_watts = 0,
         temperature_celsius = 0;
};
// What happened to the study of a search whose trials run in this job: a record of its journal
// (engine/search/study_record.h), as its JSON line. Each attempt begins with all records of those
// before. A record that is too long for one event continues in the next.
struct StudyEvent {
  std::string text;
  bool continues = false;
};
struct SystemEvent {
  std::string node;
  double cpu_ratio = 0;
  double memory_gib = 0;
  std::vector<DeviceSample> devices;
};
enum class MessageLevel { info, warning, error };
template <>
struct Names<MessageLevel> {
  static constexpr std::pair<MessageLevel, std::string_view> all[] = {
      {MessageLevel::info, "info"},
      {MessageLevel::warning, "warning"},
      {MessageLevel::error, "error"}};
};
struct MessageEvent {
  MessageLevel level = MessageLevel::info;
  std::string code;
  Map arguments;
  std::string text;
  std::optional<std::int64_t> rank;
  std::string node;
};
enum class Outcome { completed, failed, cancelled, preempted, timed_out };
template <>
struct Names<Outcome> {
  static constexpr std::pair<Outcome, std::string_view> all[] = {{Outcome::completed, "completed"},
                                                                 {Outcome::failed, "failed"},
                                                                 {Outcome::cancelled, "cancelled"},
                                                                 {Outcome::preempted, "preempted"},
                                                                 {Outcome::timed_out, "timed_out"}};
};
struct EndEvent {
  Outcome outcome = Outcome::completed;
  int exit_code = 0;
  std::string code;
  Map arguments;
  std::string reason;
  std::optional<std::int64_t> rank;
  std::string node;
};

template <>
struct Codec<MetricValues> {
  static constexpr Kind kind = Kind::value_map;
  static constexpr bool nullable = false;
  static Value write(const MetricValues& values);
  static std::optional<MetricValues> read(const Value& value, ReadProblem& problem);
};
// A source or a kind from a later version is read as the one that is shown as it is.
template <>
struct Codec<PointSource> {
  static constexpr Kind kind = Kind::choice;
  static constexpr bool nullable = false;
  static Value write(PointSource source) { return std::string(name_of(source)); }
  static std::optional<PointSource> read(const Value& value, ReadProblem& problem);
};
template <>
struct Codec<SampleKind> {
  static constexpr Kind kind = Kind::choice;
  static constexpr bool nullable = false;
  static Value write(SampleKind kind) { return std::string(name_of(kind)); }
  static std::optional<SampleKind> read(const Value& value, ReadProblem& problem);
};
// A level from a later version is read as information.
template <>
struct Codec<MessageLevel> {
  static constexpr Kind kind = Kind::choice;
  static constexpr bool nullable = false;
  static Value write(MessageLevel level) { return std::string(name_of(level)); }
  static std::optional<MessageLevel> read(const Value& value, ReadProblem& problem);
};

void describe(Section<HeaderEvent>& section);
void describe(Section<StartEvent>& section);
void describe(Section<ProgressEvent>& section);
void describe(Section<MetricsEvent>& section);
void describe(Section<SampleEvent>& section);
void describe(Section<CheckpointEvent>& section);
void describe(Section<DeviceSample>& section);
void describe(Section<StudyEvent>& section);
void describe(Section<SystemEvent>& section);
void describe(Section<MessageEvent>& section);
void describe(Section<EndEvent>& section);

struct Event {
  double time = 0;             // Unix seconds; set by the writer of the file
  std::int64_t sequence = -1;  // 0, 1, 2, ... in the file; -1: not set yet, and then not written
  std::variant<HeaderEvent, StartEvent, ProgressEvent, MetricsEvent, CheckpointEvent, SystemEvent,
               MessageEvent, EndEvent, StudyEvent, SampleEvent>
      body;
};

// One JSON line without its line break. `time` and `sequence` are omitted if `sequence` is -1
// (lines for the FIFO).
std::string to_line(const Event& event);

// Accepts arbitrary bytes. Unknown kinds return an error with code "event.unknown_kind", which
// readers skip; unknown keys are ignored.
Result<Event> parse_event(std::string_view line);

}  // namespace trainyard
