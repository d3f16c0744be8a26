// SPDX-License-Identifier: GPL-3.0-or-later
// What `yard-agent follow` is asked and answers: resources/help/formats.md. A question is a line of
// JSON; an answer is a line of JSON with the number of raw bytes that come after it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace trainyard::agent {

constexpr int follow_protocol = 1;
constexpr std::size_t longest_question_bytes = 256 << 10;
constexpr std::int64_t most_read_bytes = 8 << 20;  // of one answer
constexpr std::int64_t most_run_seconds = 600;
constexpr std::int64_t most_wait_seconds = 60;

struct FollowQuestion {
  enum class Kind { ping, read, list, wait, run } kind = Kind::ping;
  std::int64_t id = 0;
  std::string path;                // read, list, wait: absolute
  std::int64_t offset = 0;         // read: from; wait: the size that is known
  std::int64_t limit = 0;          // read, run: bytes at most
  std::int64_t seconds = 0;        // wait, run
  std::vector<std::string> words;  // run: `env -u NAME NAME=VALUE squeue ...`
};

// Any bytes in. Nothing: not a question, or a number out of its limits.
std::optional<FollowQuestion> parse_follow_question(std::string_view line);

// The first line, which says who is there.
std::string follow_greeting();
struct FollowAnswer {
  std::int64_t id = 0;
  std::string error;  // "missing", "refused", "unreadable", "late", "busy"; empty: none
  std::string why;    // the system's words
  int exit_code = 0;  // run
  std::string bytes;  // what was read; of a run, its output and then `errors` bytes of its errors
  std::int64_t errors = 0;
};
// The line and the bytes.
std::string to_text(const FollowAnswer& answer);

}  // namespace trainyard::agent
