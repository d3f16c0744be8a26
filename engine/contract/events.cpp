// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/contract/events.h"

#include <charconv>
#include <cmath>
#include <limits>

#include "engine/contract/json.h"
#include "engine/contract/messages.h"

namespace trainyard {
namespace {

Value optional_value(const std::optional<std::int64_t>& number) {
  return number ? Value(*number) : Value();
}

void add_optional(Map& out, const char* key, const std::optional<std::int64_t>& number) {
  if (number) out.emplace_back(key, *number);
}

// One writer per kind: adds its keys to the line.
struct Writer {
  Map& out;

  void operator()(const HeaderEvent& e) const {
    out.emplace_back("format", e.format);
    out.emplace_back("run", e.run);
    out.emplace_back("attempt", e.attempt);
    out.emplace_back("nodes", List(e.nodes.begin(), e.nodes.end()));
    out.emplace_back("job_id", e.job_id);
    out.emplace_back("versions", e.versions);
    out.emplace_back("git_commit", e.git_commit);
  }
  void operator()(const StartEvent& e) const {
    out.emplace_back("resume_step", e.resume_step);
    out.emplace_back("total_steps", optional_value(e.total_steps));
    out.emplace_back("world_size", e.world_size);
    out.emplace_back("device", e.device);
  }
  void operator()(const ProgressEvent& e) const {
    out.emplace_back("phase", e.phase);
    out.emplace_back("done", e.done);
    out.emplace_back("total", e.total);
  }
  void operator()(const MetricsEvent& e) const {
    add_optional(out, "step", e.step);
    if (e.epoch) out.emplace_back("epoch", *e.epoch);
    add_optional(out, "tokens", e.tokens);
    Map values;
    for (const auto& [name, number] : e.values) values.emplace_back(name, number);
    out.emplace_back("values", std::move(values));
  }
  void operator()(const CheckpointEvent& e) const {
    out.emplace_back("step", e.step);
    out.emplace_back("path", e.path);
    out.emplace_back("bytes", e.bytes);
    out.emplace_back("stall_seconds", e.stall_seconds);
    out.emplace_back("write_seconds", e.write_seconds);
  }
  void operator()(const SystemEvent& e) const {
    out.emplace_back("node", e.node);
    out.emplace_back("cpu_ratio", e.cpu_ratio);
    out.emplace_back("memory_gib", e.memory_gib);
    List devices;
    for (const DeviceSample& d : e.devices)
      devices.emplace_back(Map{{"index", d.index},
                               {"name", d.name},
                               {"utilization_ratio", d.utilization_ratio},
                               {"memory_used_gib", d.memory_used_gib},
                               {"memory_total_gib", d.memory_total_gib},
                               {"power_watts", d.power_watts},
                               {"temperature_celsius", d.temperature_celsius}});
    out.emplace_back("devices", std::move(devices));
  }
  void operator()(const MessageEvent& e) const {
    out.emplace_back("level", std::string(name_of(e.level)));
    out.emplace_back("code", e.code);
    out.emplace_back("arguments", e.arguments);
    out.emplace_back("text", e.text);
    out.emplace_back("rank", optional_value(e.rank));
    out.emplace_back("node", e.node);
  }
  void operator()(const EndEvent& e) const {
    out.emplace_back("outcome", std::string(name_of(e.outcome)));
    out.emplace_back("exit_code", e.exit_code);
    out.emplace_back("code", e.code);
    out.emplace_back("arguments", e.arguments);
    out.emplace_back("reason", e.reason);
    out.emplace_back("rank", optional_value(e.rank));
    out.emplace_back("node", e.node);
  }
};

constexpr const char* kKinds[] = {"header",     "start",  "progress", "metrics",
                                  "checkpoint", "system", "message",  "end"};

// Reads the keys of one line; the first one that is missing or of another type is kept in
// `problem`.
class Keys {
 public:
  explicit Keys(const Map& map) : map_(map) {}

  std::string problem;

  std::string text(const char* key) {
    const Value* value = find(map_, key);
    if (value == nullptr || value->is_null()) return {};
    if (const auto* found = value->get_if<std::string>()) return *found;
    if (const auto* real = value->get_if<double>(); real != nullptr && !std::isfinite(*real)) {
      const std::string quoted = to_json(*value);  // a text such as NaN was read as the number
      return quoted.substr(1, quoted.size() - 2);
    }
    if (const auto* whole = value->get_if<std::int64_t>()) return std::to_string(*whole);
    return wrong(key, std::string());
  }
  std::optional<double> optional_number(const char* key) {
    const Value* value = find(map_, key);
    if (value == nullptr || value->is_null()) return std::nullopt;
    return as_number(key, *value);
  }
  double number(const char* key) { return optional_number(key).value_or(0.0); }
  std::optional<std::int64_t> optional_whole(const char* key) {
    const Value* value = find(map_, key);
    if (value == nullptr || value->is_null()) return std::nullopt;
    if (const auto* whole = value->get_if<std::int64_t>()) return *whole;
    if (const auto* real = value->get_if<double>();
        real && *real == std::floor(*real) && std::abs(*real) < 9e15)
      return static_cast<std::int64_t>(*real);
    return wrong(key, std::optional<std::int64_t>());
  }
  std::int64_t whole(const char* key, std::int64_t otherwise = 0) {
    return optional_whole(key).value_or(otherwise);
  }
  std::int64_t required_whole(const char* key) {
    const auto number = optional_whole(key);
    return number ? *number : wrong(key, std::int64_t{0});
  }
  Map map(const char* key) {
    const Value* value = find(map_, key);
    if (value == nullptr || value->is_null()) return {};
    if (const auto* found = value->get_if<Map>()) return *found;
    return wrong(key, Map());
  }
  List list(const char* key) {
    const Value* value = find(map_, key);
    if (value == nullptr || value->is_null()) return {};
    if (const auto* found = value->get_if<List>()) return *found;
    return wrong(key, List());
  }
  double as_number(const char* key, const Value& value) {
    if (const auto* whole = value.get_if<std::int64_t>()) return static_cast<double>(*whole);
    if (const auto* real = value.get_if<double>()) return *real;
    return wrong(key, 0.0);
  }
  template <class T>
  T wrong(const char* key, T otherwise) {
    if (problem.empty()) problem = std::string(key) + " is missing or of another type";
    return otherwise;
  }

 private:
  const Map& map_;
};

HeaderEvent read_header(Keys& keys) {
  HeaderEvent e;
  e.format = keys.whole("format", 1);
  e.run = keys.text("run");
  e.attempt = keys.whole("attempt");
  for (const Value& node : keys.list("nodes"))
    if (const auto* text = node.get_if<std::string>()) e.nodes.push_back(*text);
  e.job_id = keys.text("job_id");
  e.versions = keys.map("versions");
  e.git_commit = keys.text("git_commit");
  return e;
}

MetricsEvent read_metrics(Keys& keys) {
  MetricsEvent e;
  e.step = keys.optional_whole("step");
  e.epoch = keys.optional_number("epoch");
  e.tokens = keys.optional_whole("tokens");
  // A value that is not a number is left out; the others still count.
  for (const auto& [name, value] : keys.map("values")) {
    Keys one({});
    const double number = one.as_number("values", value);
    if (one.problem.empty()) e.values.emplace_back(name, number);
  }
  return e;
}

SystemEvent read_system(Keys& keys) {
  SystemEvent e;
  e.node = keys.text("node");
  e.cpu_ratio = keys.number("cpu_ratio");
  e.memory_gib = keys.number("memory_gib");
  for (const Value& device : keys.list("devices")) {
    const auto* map = device.get_if<Map>();
    if (map == nullptr) continue;
    Keys d(*map);
    e.devices.push_back({d.whole("index"), d.text("name"), d.number("utilization_ratio"),
                         d.number("memory_used_gib"), d.number("memory_total_gib"),
                         d.number("power_watts"), d.number("temperature_celsius")});
  }
  return e;
}

MessageEvent read_message(Keys& keys) {
  MessageEvent e;
  const std::string level = keys.text("level");
  for (const MessageLevel candidate :
       {MessageLevel::info, MessageLevel::warning, MessageLevel::error})
    if (name_of(candidate) == level) e.level = candidate;
  e.code = keys.text("code");
  e.arguments = keys.map("arguments");
  e.text = keys.text("text");
  e.rank = keys.optional_whole("rank");
  e.node = keys.text("node");
  return e;
}

EndEvent read_end(Keys& keys) {
  EndEvent e;
  const auto outcome = outcome_from(keys.text("outcome"));
  e.outcome = outcome ? *outcome : keys.wrong("outcome", Outcome::failed);
  e.exit_code = static_cast<int>(keys.whole("exit_code"));
  e.code = keys.text("code");
  e.arguments = keys.map("arguments");
  e.reason = keys.text("reason");
  e.rank = keys.optional_whole("rank");
  e.node = keys.text("node");
  return e;
}

Error malformed(std::string problem) {
  return make_error("event.malformed", {{"problem", std::move(problem)}});
}

Result<decltype(Event::body)> read_body(const std::string& kind, Keys& keys) {
  if (kind == "header") return {read_header(keys)};
  if (kind == "start") {
    StartEvent e{keys.whole("resume_step"), keys.optional_whole("total_steps"),
                 keys.whole("world_size", 1), keys.text("device")};
    return {std::move(e)};
  }
  if (kind == "progress")
    return {ProgressEvent{keys.text("phase"), keys.number("done"), keys.number("total")}};
  if (kind == "metrics") return {read_metrics(keys)};
  if (kind == "checkpoint") {
    return {CheckpointEvent{keys.required_whole("step"), keys.text("path"), keys.whole("bytes"),
                            keys.number("stall_seconds"), keys.number("write_seconds")}};
  }
  if (kind == "system") return {read_system(keys)};
  if (kind == "message") return {read_message(keys)};
  if (kind == "end") return {read_end(keys)};
  return make_error("event.unknown_kind", {{"kind", kind}});
}

}  // namespace

std::string_view name_of(Outcome outcome) {
  switch (outcome) {
    case Outcome::completed:
      return "completed";
    case Outcome::failed:
      return "failed";
    case Outcome::cancelled:
      return "cancelled";
    case Outcome::preempted:
      return "preempted";
    case Outcome::timed_out:
      return "timed_out";
  }
  return "failed";
}

std::string_view name_of(MessageLevel level) {
  switch (level) {
    case MessageLevel::info:
      return "info";
    case MessageLevel::warning:
      return "warning";
    case MessageLevel::error:
      return "error";
  }
  return "info";
}

std::optional<Outcome> outcome_from(std::string_view name) {
  for (const Outcome outcome : {Outcome::completed, Outcome::failed, Outcome::cancelled,
                                Outcome::preempted, Outcome::timed_out})
    if (name_of(outcome) == name) return outcome;
  return std::nullopt;
}

std::string to_line(const Event& event) {
  Map out{{"event", kKinds[event.body.index()]}};
  if (event.sequence >= 0) {
    out.emplace_back("time", event.time);
    out.emplace_back("sequence", event.sequence);
  }
  std::visit(Writer{out}, event.body);
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
  Keys keys(*map);
  Event out;
  const std::string kind = keys.text("event");
  if (kind.empty()) return malformed("the key event is missing");
  out.time = keys.number("time");
  out.sequence = keys.whole("sequence", -1);
  auto body = read_body(kind, keys);
  if (!body) return body.error();
  if (!keys.problem.empty()) return malformed(keys.problem);
  out.body = std::move(*body);
  return out;
}

}  // namespace trainyard
