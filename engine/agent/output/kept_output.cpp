// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/output/kept_output.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <optional>
#include <string>

#include "engine/agent/processes/line_cutter.h"

namespace trainyard::agent {
namespace {

constexpr std::size_t piece_bytes = 64 << 10;
constexpr std::size_t stamp_length = 23;  // "2026-01-31 13:41:52.123"

// A rank's file of one stream, a printed line at a time.
class StreamFile {
 public:
  StreamFile(const std::filesystem::path& file, OutputKind kind)
      : file_(file, std::ios::binary), kind_(kind) {}

  // Up to the next line feed; false at the end.
  bool next_line(double time, const std::function<bool(const KeptLine&)>& on_line, bool& goes_on) {
    bool has_any = false;
    while (goes_on && fill()) {
      has_any = true;
      const std::string_view rest = std::string_view(piece_).substr(at_);
      const std::size_t end = rest.find('\n');
      const std::string_view part = rest.substr(0, end == rest.npos ? end : end + 1);
      at_ += part.size();
      cut_lines(partial_, is_cutting_, part, [&](const std::string& line) {
        if (goes_on) goes_on = on_line({kind_, line, time});
      });
      if (end != rest.npos) return true;
    }
    if (has_any && goes_on && !partial_.empty()) {
      goes_on = on_line({kind_, partial_, time});
      partial_.clear();
    }
    return has_any;
  }

 private:
  bool fill() {
    if (at_ < piece_.size()) return true;
    piece_.resize(piece_bytes);
    file_.read(piece_.data(), static_cast<std::streamsize>(piece_.size()));
    piece_.resize(static_cast<std::size_t>(std::max<std::streamsize>(file_.gcount(), 0)));
    at_ = 0;
    return !piece_.empty();
  }

  std::ifstream file_;
  OutputKind kind_;
  std::string piece_, partial_;
  std::size_t at_ = 0;
  bool is_cutting_ = false;
};

// The local time at the front of a line of merged.log. Lines of the same second follow each other.
class Stamps {
 public:
  std::optional<double> time_of(std::string_view line) {
    if (line.size() <= stamp_length || line[stamp_length] != ' ' || line[19] != '.')
      return std::nullopt;
    const std::string second(line.substr(0, 19));
    if (second != second_) {
      std::tm local{};
      if (::strptime(second.c_str(), "%Y-%m-%d %H:%M:%S", &local) == nullptr) return std::nullopt;
      local.tm_isdst = -1;
      second_ = second;
      seconds_ = static_cast<double>(std::mktime(&local));
    }
    int thousandths = 0;
    std::from_chars(line.data() + 20, line.data() + stamp_length, thousandths);
    return seconds_ + thousandths / 1000.0;
  }

 private:
  std::string second_;
  double seconds_ = 0;
};

std::filesystem::path rank_file(const std::filesystem::path& attempt, int rank, const char* end) {
  std::error_code ignored;
  const std::string name = "rank-" + std::to_string(rank) + end;
  for (const auto& node : std::filesystem::directory_iterator(attempt / "nodes", ignored))
    if (std::filesystem::is_regular_file(node.path() / name, ignored)) return node.path() / name;
  return {};
}

// Lines of merged.log may be long, and a damaged file may have no ends of lines.
bool read_line(std::ifstream& file, std::string& line) {
  line.clear();
  char c = 0;
  while (file.get(c) && c != '\n')
    if (line.size() < stamp_length + 40) line += c;
  return !line.empty() || static_cast<bool>(file);
}

}  // namespace

std::vector<int> kept_ranks(const std::filesystem::path& attempt) {
  std::vector<int> ranks;
  std::error_code ignored;
  for (const auto& node : std::filesystem::directory_iterator(attempt / "nodes", ignored))
    for (const auto& file : std::filesystem::directory_iterator(node.path(), ignored)) {
      const std::string name = file.path().filename();
      int rank = 0;
      if (std::sscanf(name.c_str(), "rank-%6d.out", &rank) == 1 && rank >= 0 &&
          name == "rank-" + std::to_string(rank) + ".out")
        ranks.push_back(rank);
    }
  std::sort(ranks.begin(), ranks.end());
  return ranks;
}

void read_kept_output(const std::filesystem::path& attempt, int rank,
                      const std::function<bool(const KeptLine&)>& on_line) {
  StreamFile output(rank_file(attempt, rank, ".out"), OutputKind::output);
  StreamFile error(rank_file(attempt, rank, ".err"), OutputKind::error);
  std::ifstream merged(attempt / "merged.log", std::ios::binary);
  const std::string own = std::to_string(rank);
  Stamps stamps;
  double time = 0;
  bool goes_on = true;
  for (std::string line; goes_on && read_line(merged, line);) {
    const auto at = stamps.time_of(line);
    if (!at) continue;
    time = *at;
    const std::string_view rest = std::string_view(line).substr(stamp_length + 1);
    if (rest.starts_with(own + " out "))
      output.next_line(time, on_line, goes_on);
    else if (rest.starts_with(own + " err "))
      error.next_line(time, on_line, goes_on);
  }
  for (StreamFile* stream : {&output, &error})
    while (goes_on && stream->next_line(time, on_line, goes_on)) {
    }
}

}  // namespace trainyard::agent
