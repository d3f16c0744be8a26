// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/contract/run/events.h"

#include <iterator>

#include "engine/contract/json.h"
#include "engine/contract/messages.h"

namespace trainyard {
namespace {

constexpr const char* kKinds[] = {"header", "start",   "progress", "metrics", "checkpoint",
                                  "system", "message", "end",      "study",   "sample"};

Error malformed(std::string problem) {
  return make_error("event.malformed", {{"problem", std::move(problem)}});
}

template <class Body>
Result<decltype(Event::body)> read_body(const Map& line) {
  Body body;
  ReadProblem problem;
  if (!read_into(body, line, problem))
    return malformed(problem.path + " is missing or of another type");
  return {std::move(body)};
}

// The alternatives of the variant in order, named as in kKinds.
template <std::size_t index = 0>
Result<decltype(Event::body)> read_body(const std::string& kind, const Map& line) {
  if constexpr (index < std::size(kKinds)) {
    if (kind == kKinds[index])
      return read_body<std::variant_alternative_t<index, decltype(Event::body)>>(line);
    return read_body<index + 1>(kind, line);
  } else {
    return make_error("event.unknown_kind", {{"kind", kind}});
  }
}

}  // namespace

Value Codec<MetricValues>::write(const MetricValues& values) {
  Map map;
  for (const auto& [name, number] : values) map.emplace_back(name, number);
  return map;
}

std::optional<MetricValues> Codec<MetricValues>::read(const Value& value, ReadProblem& problem) {
  const auto* map = value.get_if<Map>();
  if (!map) return std::nullopt;
  MetricValues values;
  for (const auto& [name, each] : *map)
    if (const auto number = Codec<double>::read(each, problem)) values.emplace_back(name, *number);
  return values;
}

std::optional<PointSource> Codec<PointSource>::read(const Value& value, ReadProblem&) {
  const auto* name = value.get_if<std::string>();
  return name ? std::optional(value_named<PointSource>(*name).value_or(PointSource::sent))
              : std::nullopt;
}

std::optional<SampleKind> Codec<SampleKind>::read(const Value& value, ReadProblem&) {
  const auto* name = value.get_if<std::string>();
  return name ? std::optional(value_named<SampleKind>(*name).value_or(SampleKind::text))
              : std::nullopt;
}

std::optional<MessageLevel> Codec<MessageLevel>::read(const Value& value, ReadProblem&) {
  const auto* name = value.get_if<std::string>();
  return name ? std::optional(value_named<MessageLevel>(*name).value_or(MessageLevel::info))
              : std::nullopt;
}

void describe(Section<HeaderEvent>& section) {
  section.field("format", &HeaderEvent::format);
  section.field("run", &HeaderEvent::run);
  section.field("attempt", &HeaderEvent::attempt);
  section.field("nodes", &HeaderEvent::nodes);
  section.field("job_id", &HeaderEvent::job_id).also_a_number();
  section.field("versions", &HeaderEvent::versions);
  section.field("git_commit", &HeaderEvent::git_commit);
  section.field("environment", &HeaderEvent::environment).omitted_when_default();
}

void describe(Section<StartEvent>& section) {
  section.field("resume_step", &StartEvent::resume_step);
  section.field("total_steps", &StartEvent::total_steps);
  section.field("world_size", &StartEvent::world_size);
  section.field("device", &StartEvent::device);
}

void describe(Section<ProgressEvent>& section) {
  section.field("phase", &ProgressEvent::phase);
  section.field("done", &ProgressEvent::done);
  section.field("total", &ProgressEvent::total);
}

void describe(Section<MetricsEvent>& section) {
  section.field("step", &MetricsEvent::step).omitted_when_default();
  section.field("epoch", &MetricsEvent::epoch).omitted_when_default();
  section.field("tokens", &MetricsEvent::tokens).omitted_when_default();
  section.field("values", &MetricsEvent::values);
  section.field("source", &MetricsEvent::source).omitted_when_default();
}

void describe(Section<SampleEvent>& section) {
  section.field("name", &SampleEvent::name).required();
  section.field("kind", &SampleEvent::kind);
  section.field("step", &SampleEvent::step).omitted_when_default();
  section.field("content", &SampleEvent::content).required();
  section.field("caption", &SampleEvent::caption).omitted_when_default();
  section.field("is_cut", &SampleEvent::is_cut).omitted_when_default();
}

void describe(Section<CheckpointEvent>& section) {
  section.field("step", &CheckpointEvent::step).required();
  section.field("path", &CheckpointEvent::path);
  section.field("bytes", &CheckpointEvent::bytes);
  section.field("stall_seconds", &CheckpointEvent::stall_seconds);
  section.field("write_seconds", &CheckpointEvent::write_seconds);
}

void describe(Section<DeviceSample>& section) {
  section.field("index", &DeviceSample::index);
  section.field("name", &DeviceSample::name);
  section.field("utilization_ratio", &DeviceSample::utilization_ratio);
  section.field("memory_used_gib", &DeviceSample::memory_used_gib);
  section.field("memory_total_gib", &DeviceSample::memory_total_gib);
  section.field("power_watts", &DeviceSample::power_watts);
  section.field("temperature_celsius", &DeviceSample::temperature_celsius);
}

void describe(Section<StudyEvent>& section) {
  section.field("text", &StudyEvent::text).required();
  section.field("continues", &StudyEvent::continues).omitted_when_default();
}

void describe(Section<SystemEvent>& section) {
  section.field("node", &SystemEvent::node);
  section.field("cpu_ratio", &SystemEvent::cpu_ratio);
  section.field("memory_gib", &SystemEvent::memory_gib);
  section.field("devices", &SystemEvent::devices);
}

void describe(Section<MessageEvent>& section) {
  section.field("level", &MessageEvent::level);
  section.field("code", &MessageEvent::code);
  section.field("arguments", &MessageEvent::arguments);
  section.field("text", &MessageEvent::text);
  section.field("rank", &MessageEvent::rank);
  section.field("node", &MessageEvent::node);
}

void describe(Section<EndEvent>& section) {
  section.field("outcome", &EndEvent::outcome).required();
  section.field("exit_code", &EndEvent::exit_code);
  section.field("code", &EndEvent::code);
  section.field("arguments", &EndEvent::arguments);
  section.field("reason", &EndEvent::reason);
  section.field("rank", &EndEvent::rank);
  section.field("node", &EndEvent::node);
}

std::string to_line(const Event& event) {
  Map out{{"event", kKinds[event.body.index()]}};
  if (event.sequence >= 0) {
    out.emplace_back("time", event.time);
    out.emplace_back("sequence", event.sequence);
  }
  std::visit(
      [&](const auto& body) {
        for (auto& entry : to_map(body)) out.push_back(std::move(entry));
      },
      event.body);
  return to_json(Value(std::move(out)));
}

Result<Event> parse_event(std::string_view line) {
  if (line.size() > kEventLineLimit)
    return make_error("event.too_long", {{"bytes", static_cast<std::int64_t>(line.size())},
                                         {"limit", static_cast<std::int64_t>(kEventLineLimit)}});
  auto parsed = parse_json(line);
  if (!parsed) return malformed(parsed.error().message);
  const auto* map = parsed->get_if<Map>();
  if (map == nullptr) return malformed("it is not a JSON object");
  const auto kind = get<std::string>(*map, "event");
  if (kind.empty()) return malformed("the key event is missing");
  TRY(auto body, read_body(kind, *map));
  const Value *time = find(*map, "time"), *sequence = find(*map, "sequence");
  ReadProblem ignored;
  Event out;
  if (time) out.time = Codec<double>::read(*time, ignored).value_or(0);
  if (sequence) out.sequence = integer_of(*sequence).value_or(-1);
  out.body = std::move(body);
  return out;
}

}  // namespace trainyard
