// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/nodes/node_messages.h"

#include "engine/contract/json.h"
#include "engine/contract/messages.h"

namespace trainyard::agent {
namespace {

std::int64_t whole(const Map& map, const char* key) { return get<std::int64_t>(map, key); }

Value value_of(const Error& error) {
  return Map{{"code", error.code},
             {"arguments", error.arguments},
             {"text", error.message},
             {"exit_code", static_cast<int>(error.exit_code)}};
}

Error error_of(const Map& map) {
  return foreign_error(get<std::string>(map, "code"), get<Map>(map, "arguments"),
                       get<std::string>(map, "text"),
                       static_cast<ExitCode>(whole(map, "exit_code")));
}

Map map_of(const Hello& hello) {
  return {{"nonce", hello.nonce},
          {"proof", hello.proof},
          {"node", hello.node},
          {"node_rank", hello.node_rank},
          {"version", hello.version}};
}

Hello hello_of(const Map& map) {
  return {get<std::string>(map, "nonce"), get<std::string>(map, "proof"),
          get<std::string>(map, "node"), static_cast<int>(whole(map, "node_rank")),
          get<std::string>(map, "version")};
}

Map map_of(const NodeTask& task) {
  return {{"arguments", List(task.arguments.begin(), task.arguments.end())},
          {"run_dir", task.run_dir},
          {"resume_from", task.resume_from},
          {"master_addr", task.master_addr},
          {"attempt", task.attempt},
          {"processes_per_node", task.processes_per_node},
          {"master_port", task.master_port}};
}

NodeTask task_of(const Map& map) {
  NodeTask task;
  for (const Value& argument : get<List>(map, "arguments"))
    if (const auto* text = argument.get_if<std::string>()) task.arguments.push_back(*text);
  task.run_dir = get<std::string>(map, "run_dir");
  task.resume_from = get<std::string>(map, "resume_from");
  task.master_addr = get<std::string>(map, "master_addr");
  task.attempt = whole(map, "attempt");
  task.processes_per_node = static_cast<int>(whole(map, "processes_per_node"));
  task.master_port = static_cast<int>(whole(map, "master_port"));
  return task;
}

Map map_of(const ProcessExit& exit) {
  return {{"wait_status", exit.wait_status},
          {"is_ended_by_agent", exit.is_ended_by_agent},
          {"is_loss_of_peers", exit.is_loss_of_peers},
          {"verdict", to_line(Event{0, -1, exit.verdict})}};
}

ProcessExit exit_of(const Map& map) {
  ProcessExit exit{static_cast<int>(whole(map, "wait_status")),
                   get<bool>(map, "is_ended_by_agent"),
                   get<bool>(map, "is_loss_of_peers"),
                   {}};
  const auto verdict = parse_event(get<std::string>(map, "verdict"));
  if (verdict && std::holds_alternative<EndEvent>(verdict->body))
    exit.verdict = std::get<EndEvent>(verdict->body);
  return exit;
}

}  // namespace

std::string to_json(const NodeMessage& message) {
  Map map{{"kind", message.kind}};
  if (message.kind == "welcome") map.emplace_back("proof", message.proof);
  if (message.kind == "hello") map.emplace_back("hello", map_of(message.hello));
  if (message.kind == "task") map.emplace_back("task", map_of(message.task));
  if (message.kind == "exited") map.emplace_back("exit", map_of(message.exit));
  if (message.kind == "prepared" || message.kind == "signalled")
    map.emplace_back("count", message.count);
  if (!message.findings.empty()) {
    List list;
    for (const Error& finding : message.findings) list.push_back(value_of(finding));
    map.emplace_back("findings", std::move(list));
  }
  return to_json(Value(std::move(map)));
}

Result<NodeMessage> parse_node_message(std::string_view text) {
  const auto value = parse_json(text);
  const Map* map = value ? value->get_if<Map>() : nullptr;
  if (!map) return make_error("node.message", {});
  NodeMessage message;
  message.kind = get<std::string>(*map, "kind");
  if (message.kind.empty()) return make_error("node.message", {});
  message.proof = get<std::string>(*map, "proof");
  message.hello = hello_of(get<Map>(*map, "hello"));
  message.task = task_of(get<Map>(*map, "task"));
  message.exit = exit_of(get<Map>(*map, "exit"));
  message.count = static_cast<int>(whole(*map, "count"));
  for (const Value& finding : get<List>(*map, "findings"))
    if (const Map* entry = finding.get_if<Map>()) message.findings.push_back(error_of(*entry));
  return message;
}

}  // namespace trainyard::agent
