// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/import/script_merge.h"

#include <algorithm>
#include <map>

namespace trainyard {
namespace {

using Commands = std::vector<StartedCommand>;

void add_distinct(std::vector<SeenValue>& seen, const std::string& text, int line) {
  const bool is_new = std::none_of(seen.begin(), seen.end(),
                                   [&](const SeenValue& one) { return one.text == text; });
  if (is_new && seen.size() < 32) seen.push_back({text, line});
}

std::string words_from(const ShellWords& words, std::size_t begin) {
  std::string out;
  for (std::size_t i = begin; i < words.size(); ++i) out += (i > begin ? " " : "") + words[i].text;
  return out;
}

ShellWord merged_word(const Commands& all, std::size_t at) {
  ShellWord out = all.front().words[at];
  const bool are_same = std::all_of(all.begin(), all.end(), [&](const StartedCommand& one) {
    return one.words[at].text == out.text && one.words[at].is_known == out.is_known;
  });
  if (are_same) return out;
  std::vector<SeenValue> seen;
  for (const StartedCommand& one : all) {
    const ShellWord& word = one.words[at];
    if (word.seen.empty()) add_distinct(seen, word.text, word.line);
    for (const SeenValue& value : word.seen) add_distinct(seen, value.text, value.line);
  }
  ShellText text;
  text.add(ShellPiece{out.text, false, seen});
  return shell_word(std::move(text), out.line, false);
}

ShellWords merged_words(const Commands& all) {
  ShellWords out;
  std::size_t shortest = all.front().words.size();
  bool are_even = true;
  for (const StartedCommand& one : all) {
    are_even &= one.words.size() == all.front().words.size();
    shortest = std::min(shortest, one.words.size());
  }
  for (std::size_t i = 0; are_even && i < shortest; ++i) out.push_back(merged_word(all, i));
  if (are_even) return out;
  // The words that all start with; the rest is one of several.
  std::size_t same = 0;
  const auto is_same = [&](const StartedCommand& one) {
    return one.words[same].text == all.front().words[same].text;
  };
  while (same < shortest && std::all_of(all.begin(), all.end(), is_same)) ++same;
  // An option is not separated from its value.
  if (same > 1 && all.front().words[same - 1].text.starts_with("--")) --same;
  out.assign(all.front().words.begin(),
             all.front().words.begin() + static_cast<std::ptrdiff_t>(same));
  ShellPiece piece{"...", false, {}};
  for (const StartedCommand& one : all)
    add_distinct(piece.seen, words_from(one.words, same), one.line);
  ShellText text;
  text.add(std::move(piece));
  out.push_back(shell_word(std::move(text), all.front().line, true));
  return out;
}

void merge_variables(const Commands& all, StartedCommand& out) {
  std::map<std::string, std::vector<const LaunchVariable*>> by_name;
  for (const StartedCommand& one : all)
    for (const LaunchVariable& variable : one.variables)
      by_name[variable.name].push_back(&variable);
  out.variables.clear();
  for (const auto& [name, found] : by_name) {
    LaunchVariable one = *found.front();
    const bool are_same = found.size() == all.size() &&
                          std::all_of(found.begin(), found.end(), [&](const LaunchVariable* other) {
                            return other->value == one.value;
                          });
    if (!are_same) {
      ShellPiece piece{"$" + name, false, {}};
      for (const LaunchVariable* other : found)
        add_distinct(piece.seen, other->value.written(), other->origin.line);
      one.value = ShellText();
      one.value.add(std::move(piece));
    }
    out.variables.push_back(std::move(one));
  }
}

StartedCommand merged_command(const Commands& all) {
  StartedCommand out = all.front();
  if (all.size() == 1) return out;
  out.words = merged_words(all);
  merge_variables(all, out);
  for (const StartedCommand& one : all) {
    out.is_certain &= one.is_certain;
    if (one.setup != out.setup)
      for (ShellSetup& setup : out.setup)
        setup.is_certain &= std::find(one.setup.begin(), one.setup.end(), setup) != one.setup.end();
    if (one.folder != out.folder) {
      out.folder = ShellText();
      out.folder.add(ShellPiece{"$PWD", false, {}});
    }
  }
  return out;
}

}  // namespace

std::vector<StartedCommand> merge_loops(const std::vector<StartedCommand>& started) {
  std::vector<Commands> groups;
  for (const StartedCommand& one : started) {
    const auto same = std::find_if(groups.begin(), groups.end(), [&](const Commands& group) {
      const StartedCommand& first = group.front();
      return one.is_repeated && first.is_repeated && first.line == one.line &&
             first.words.front().text == one.words.front().text;
    });
    if (same == groups.end())
      groups.push_back({one});
    else
      same->push_back(one);
  }
  Commands out;
  for (const Commands& group : groups) {
    out.push_back(merged_command(group));
    out.back().times = group.size();
  }
  return out;
}

std::vector<StartedCommand> merge_passes(const std::vector<Commands>& passes) {
  if (passes.size() == 1) return passes.front();
  // Commands belong together if they are from the same line and have the same number there.
  std::vector<std::pair<std::pair<int, int>, Commands>> groups;
  for (const Commands& pass : passes) {
    std::map<int, int> count;
    for (const StartedCommand& one : pass) {
      const std::pair key(one.line, count[one.line]++);
      const auto same = std::find_if(groups.begin(), groups.end(),
                                     [&](const auto& group) { return group.first == key; });
      if (same == groups.end())
        groups.push_back({key, {one}});
      else
        same->second.push_back(one);
    }
  }
  Commands out;
  for (const auto& [key, group] : groups) {
    out.push_back(merged_command(group));
    out.back().is_certain &= group.size() == passes.size();
  }
  std::stable_sort(out.begin(), out.end(), [](const StartedCommand& a, const StartedCommand& b) {
    return a.line < b.line;
  });
  return out;
}

}  // namespace trainyard
