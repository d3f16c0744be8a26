// SPDX-License-Identifier: GPL-3.0-or-later
// The C++ side of chat_parity.py: renders what that script asks for.
//   chat_parity render REQUESTS RESULTS
// Both files hold one JSON value a line. A request is a map with "template" (its text), and
// renders: a list of maps with "messages", "tools" (or null) and "variables". A result is a list:
// for each rendering {"text", "assistant": [[begin, end], ...] in bytes}, or {"error"} (its code of
// the inner message, if it has one) with the sentence; for a template that cannot be read one of
// these.
//   chat_parity folder FOLDER RESULT: {"text", "tools", "tokens"} of read_model_chat
//   chat_parity speed REQUESTS: renders the first line's renders, and prints the seconds it took
#include <chrono>
#include <fstream>
#include <iostream>
#include <string>

#include "engine/contract/json.h"
#include "engine/text/chat/chat_folder.h"
#include "engine/text/chat/chat_template.h"

namespace {

using namespace trainyard;

// A date that the script knows, too: Wednesday, 2024-01-03 04:05:06.
std::tm fixed_time() {
  std::tm time{};
  time.tm_year = 124;
  time.tm_mon = 0;
  time.tm_mday = 3;
  time.tm_hour = 4;
  time.tm_min = 5;
  time.tm_sec = 6;
  time.tm_wday = 3;
  time.tm_yday = 2;
  return time;
}

Value failed(const Error& error) {
  std::string code = error.code;
  if (const Value* why = find(error.arguments, "why"))
    if (const Map* inner = why->get_if<Map>())
      for (const auto& [name, value] : *inner)
        if (name == "code" && value.get_if<std::string>() != nullptr)
          code = *value.get_if<std::string>();
  return Map{{"error", code}, {"sentence", error.message}};
}

Value rendered(const ChatTemplate& chat, const Map& request) {
  const Value* messages = find(request, "messages");
  const Value* tools = find(request, "tools");
  const auto result =
      chat.render(*messages->get_if<List>(), tools->get_if<List>(), get<Map>(request, "variables"),
                  {.limits = {}, .now = fixed_time()});
  if (!result) return failed(result.error());
  List spans;
  for (const ByteSpan& span : result->assistant)
    spans.push_back(
        List{static_cast<std::int64_t>(span.begin), static_cast<std::int64_t>(span.end)});
  return Map{{"text", result->text}, {"assistant", std::move(spans)}};
}

Map request_of(const std::string& line) {
  auto document = parse_json(line);
  if (!document) {
    std::cerr << document.error().message << '\n';
    std::exit(2);
  }
  return *document->get_if<Map>();
}

int render(const char* requests, const char* results) {
  std::ifstream in(requests);
  std::ofstream out(results);
  for (std::string line; std::getline(in, line);) {
    const Map request = request_of(line);
    const auto chat = ChatTemplate::parse(get<std::string>(request, "template"), "t.jinja");
    if (!chat) {
      out << to_json(failed(chat.error())) << '\n';
      continue;
    }
    List answers;
    for (const Value& one : *find(request, "renders")->get_if<List>())
      answers.push_back(rendered(*chat, *one.get_if<Map>()));
    out << to_json(answers) << '\n';
  }
  return 0;
}

int folder(const char* path, const char* result) {
  const auto model = read_model_chat(path);
  std::ofstream out(result);
  if (!model) {
    out << to_json(failed(model.error())) << '\n';
    return 0;
  }
  const List messages = {Map{{"role", "user"}, {"content", "x"}}}, tools = {Map{{"name", "f"}}};
  const auto plain = model->of(nullptr).render(messages, nullptr, model->special_tokens);
  const auto with_tools = model->of(&tools).render(messages, &tools, model->special_tokens);
  out << to_json(Map{{"text", plain ? plain->text : plain.error().message},
                     {"tools", with_tools ? with_tools->text : with_tools.error().message},
                     {"tokens", model->special_tokens}})
      << '\n';
  return 0;
}

int speed(const char* requests) {
  std::ifstream in(requests);
  std::string line;
  std::getline(in, line);
  const Map request = request_of(line);
  const auto chat = ChatTemplate::parse(get<std::string>(request, "template"), "t.jinja");
  const List& renders = *find(request, "renders")->get_if<List>();
  std::size_t bytes = 0;
  const auto begin = std::chrono::steady_clock::now();
  for (const Value& one : renders) {
    const Map& map = *one.get_if<Map>();
    const Value* tools = find(map, "tools");
    const auto result = chat->render(*find(map, "messages")->get_if<List>(), tools->get_if<List>(),
                                     *find(map, "variables")->get_if<Map>());
    if (!result) return std::cerr << result.error().message << '\n', 1;
    bytes += result->text.size();
  }
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
  std::cout << taken.count() << ' ' << bytes << '\n';
  return 0;
}

}  // namespace

int main(int count, char** arguments) {
  const std::string command = count > 2 ? arguments[1] : "";
  if (command == "render" && count == 4) return render(arguments[2], arguments[3]);
  if (command == "folder" && count == 4) return folder(arguments[2], arguments[3]);
  if (command == "speed" && count == 3) return speed(arguments[2]);
  std::cerr
      << "usage: chat_parity render REQUESTS RESULTS | folder FOLDER RESULT | speed REQUESTS\n";
  return 2;
}
