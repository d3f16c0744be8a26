// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/follow/follow_messages.h"

#include <algorithm>

#include "engine/contract/json.h"

namespace trainyard::agent {
namespace {

constexpr std::size_t max_path_bytes = 4096, max_words = 512;

std::optional<FollowQuestion::Kind> question_kind(const std::string& name) {
  using Kind = FollowQuestion::Kind;
  if (name == "ping") return Kind::ping;
  if (name == "read") return Kind::read;
  if (name == "list") return Kind::list;
  if (name == "wait") return Kind::wait;
  if (name == "run") return Kind::run;
  return std::nullopt;
}

bool is_within(std::int64_t number, std::int64_t most) { return number >= 0 && number <= most; }

bool is_usable(const FollowQuestion& question) {
  using Kind = FollowQuestion::Kind;
  if (question.id <= 0 || question.offset < 0 || !is_within(question.limit, max_read_bytes))
    return false;
  if (question.kind == Kind::run)
    return !question.words.empty() && question.seconds > 0 &&
           is_within(question.seconds, max_run_seconds);
  if (question.kind == Kind::ping) return true;
  return question.path.starts_with('/') && question.path.size() <= max_path_bytes &&
         question.path.find('\0') == std::string::npos &&
         is_within(question.seconds, max_wait_seconds);
}

}  // namespace

std::optional<FollowQuestion> parse_follow_question(std::string_view line) {
  if (line.size() > max_question_bytes) return std::nullopt;
  const auto value = parse_json(line);
  const Map* map = value ? value->get_if<Map>() : nullptr;
  if (!map) return std::nullopt;
  const auto kind = question_kind(get<std::string>(*map, "do"));
  if (!kind) return std::nullopt;
  FollowQuestion question{*kind,
                          get<std::int64_t>(*map, "id"),
                          get<std::string>(*map, "path"),
                          get<std::int64_t>(*map, "offset"),
                          get<std::int64_t>(*map, "limit"),
                          get<std::int64_t>(*map, "seconds"),
                          {}};
  const List words = get<List>(*map, "words");
  if (words.size() > max_words) return std::nullopt;
  for (const Value& word : words) {
    const std::string* text = word.get_if<std::string>();
    if (!text || text->find('\0') != std::string::npos) return std::nullopt;
    question.words.push_back(*text);
  }
  if (!is_usable(question)) return std::nullopt;
  return question;
}

std::string follow_greeting() {
  return to_json(Value(Map{{"trainyard", "follow"}, {"protocol", follow_protocol}})) + "\n";
}

std::string to_text(const FollowAnswer& answer) {
  Map map{{"id", answer.id}, {"bytes", static_cast<std::int64_t>(answer.bytes.size())}};
  if (!answer.error.empty()) map.emplace_back("error", answer.error);
  if (!answer.why.empty()) map.emplace_back("why", answer.why);
  if (answer.exit_code != 0) map.emplace_back("exit_code", answer.exit_code);
  if (answer.errors > 0) map.emplace_back("errors", answer.errors);
  return to_json(Value(std::move(map))) + "\n" + answer.bytes;
}

}  // namespace trainyard::agent
