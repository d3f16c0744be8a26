// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/agent/output/merged_output.h"

#include <cmath>
#include <cstdio>
#include <ctime>

namespace trainyard::agent {
namespace {

constexpr std::size_t max_merged_line = 64 << 10;  // longer ones are divided

std::string stamp_of(double time) {
  const auto seconds = static_cast<std::time_t>(std::floor(time));
  std::tm local{};
  ::localtime_r(&seconds, &local);
  char text[40];
  const std::size_t length = std::strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S", &local);
  const int thousandths = static_cast<int>((time - std::floor(time)) * 1000);
  std::snprintf(text + length, sizeof text - length, ".%03d", thousandths);
  return text;
}

}  // namespace

void MergedOutput::append_line(std::string& out, int rank, bool is_error, std::string_view line,
                               double time) {
  if (is_full_) return;
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  if (const std::size_t over = line.find_last_of('\r'); over != std::string_view::npos)
    line.remove_prefix(over + 1);
  const std::string who = rank < 0 ? "-" : std::to_string(rank);
  std::string text = stamp_of(time) + ' ' + who + (is_error ? " err " : " out ");
  text.append(line) += '\n';
  num_bytes_ += text.size();
  is_full_ = num_bytes_ > limit_bytes_;
  out += is_full_ ? stamp_of(time) + " - out What follows is in stdout.log and stderr.log only.\n"
                  : text;
}

std::string MergedOutput::take(int rank, bool is_error, std::string_view bytes, double time) {
  std::string out;
  std::string& open = open_[{rank, is_error}];
  while (!is_full_ && !bytes.empty()) {
    const std::size_t end = bytes.find('\n');
    open.append(bytes.substr(0, end));
    bytes.remove_prefix(end == std::string_view::npos ? bytes.size() : end + 1);
    if (end == std::string_view::npos && open.size() < max_merged_line) break;
    append_line(out, rank, is_error, open, time);
    open.clear();
  }
  return out;
}

std::string MergedOutput::finish(double time) {
  std::string out;
  for (auto& [from, open] : open_)
    if (!open.empty()) append_line(out, from.first, from.second, open, time);
  open_.clear();
  return out;
}

}  // namespace trainyard::agent
