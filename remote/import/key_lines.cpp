// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/import/key_lines.h"

#include <vector>

#include "engine/contract/json.h"
#include "engine/contract/messages.h"

namespace trainyard {
namespace {

// Scans a text that is known to be JSON: only strings, brackets and line breaks matter.
class KeyWalk {
 public:
  KeyWalk(std::string_view json, const std::string& file) : json_(json), file_(file) {}

  Result<std::map<std::string, int>> lines() {
    for (at_ = 0; at_ < json_.size(); ++at_) {
      const char c = json_[at_];
      if (c == '\n') ++line_;
      if (c == '{' || c == '[') open(c == '[');
      if ((c == '}' || c == ']') && !open_.empty()) open_.pop_back();
      if (c == '"') {
        TRY(string());
      }
    }
    return std::move(lines_);
  }

 private:
  struct Level {
    bool is_list = false;
    std::string path;
    std::string key;
  };

  void open(bool is_list) {
    Level level{is_list, {}, {}};
    if (!open_.empty()) {
      level.is_list |= open_.back().is_list;
      level.path = open_.back().key;
    }
    open_.push_back(std::move(level));
  }
  Result<void> string() {
    const std::size_t begin = at_++;
    while (at_ < json_.size() && json_[at_] != '"') at_ += json_[at_] == '\\' ? 2 : 1;
    const std::size_t colon = json_.find_first_not_of(" \t\r\n", at_ + 1);
    const bool is_key = colon != json_.npos && json_[colon] == ':';
    if (!is_key || open_.empty() || open_.back().is_list) return {};
    TRY(const Value text, parse_json(json_.substr(begin, at_ + 1 - begin)));
    Level& level = open_.back();
    level.key = (level.path.empty() ? "" : level.path + ".") + *text.get_if<std::string>();
    const auto [first, is_new] = lines_.emplace(level.key, line_);
    if (!is_new)
      return make_error(
          "import.twice",
          {{"file", file_}, {"key", level.key}, {"first_line", first->second}, {"line", line_}});
    return {};
  }

  std::string_view json_;
  const std::string& file_;
  std::size_t at_ = 0;
  int line_ = 1;
  std::vector<Level> open_;
  std::map<std::string, int> lines_;
};

}  // namespace

Result<std::map<std::string, int>> key_lines(std::string_view json, const std::string& file) {
  return KeyWalk(json, file).lines();
}

}  // namespace trainyard
