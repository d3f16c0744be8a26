// SPDX-License-Identifier: GPL-3.0-or-later
// The requests and answers of `yard-agent follow`: resources/help/formats.md. A request is a line
// of JSON; an answer is a line of JSON with the number of raw bytes that follow it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace trainyard::agent {

constexpr int follow_protocol = 1;
constexpr std::size_t max_question_bytes = 256 << 10;
constexpr std::int64_t max_read_bytes = 8 << 20;  // per answer
constexpr std::int64_t max_run_seconds = 600;
constexpr std::int64_t max_wait_seconds = 60;

struct FollowQuestion {
  enum class Kind { ping, read, list, wait, run } kind = Kind::ping;
  std::int64_t id = 0;
  std::string path;                // read, list, wait: absolute
  std::int64_t offset = 0;         // read: where to start; wait: the known size
  std::int64_t limit = 0;          // read, run: maximum bytes
  std::int64_t seconds = 0;        // wait, run
  std::vector<std::string> words;  // run: `env -u NAME NAME=VALUE squeue ...`
};

// Accepts arbitrary bytes. Nothing if it is not a request, or a number is out of range.
std::optional<FollowQuestion> parse_follow_question(std::string_view line);

// The first line of output, which identifies the program.
std::string follow_greeting();
struct FollowAnswer {
  std::int64_t id = 0;
  std::string error;  // "missing", "refused", "unreadable", "late", "busy"; empty: none
  std::string why;    // the system's error message
  int exit_code = 0;  // run
  std::string bytes;  // the content read; for run, its output followed by `errors` bytes of its
                      // error output
  std::int64_t errors = 0;
};
// Returns the line followed by the bytes.
std::string to_text(const FollowAnswer& answer);

}  // namespace trainyard::agent
