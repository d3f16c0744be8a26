// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/import/shell_state.h"

#include <algorithm>

namespace trainyard {
namespace {

constexpr std::size_t kVariableLimit = 1u << 16;  // bytes of one variable
constexpr std::size_t kSeenLimit = 16;

using States = std::vector<ShellState>;

void add_seen(std::vector<SeenValue>& seen, SeenValue value) {
  const bool is_new = std::none_of(seen.begin(), seen.end(),
                                   [&](const SeenValue& one) { return one.text == value.text; });
  if (is_new && seen.size() < kSeenLimit) seen.push_back(std::move(value));
}

// The rest of `text`, starting with the piece and character at which it differs from another.
ShellText rest_after(const ShellText& text, std::size_t characters) {
  ShellText out;
  for (ShellPiece piece : text.pieces()) {
    // npos: the whole first piece.
    const std::size_t skipped = piece.is_known ? std::min(characters, piece.text.size()) : 0;
    characters = characters == std::string::npos ? 0 : characters - skipped;
    piece.text.erase(0, skipped);
    if (!piece.text.empty()) out.add(std::move(piece));
  }
  return out;
}

// The number of known characters that all texts start with, up to the end of a word.
std::size_t common_words(const std::vector<const ShellText*>& texts) {
  std::vector<std::string> begins;
  for (const ShellText* text : texts) {
    const bool is_known = !text->empty() && text->pieces().front().is_known;
    begins.push_back(is_known ? text->pieces().front().text : std::string());
  }
  std::string common = begins.front();
  for (const std::string& one : begins)
    common.erase(std::mismatch(common.begin(), common.end(), one.begin(), one.end()).first,
                 common.end());
  bool is_whole = true;
  for (std::size_t i = 0; i < texts.size(); ++i)
    is_whole &= begins[i].size() == common.size() ? texts[i]->is_known()
                                                  : is_shell_blank(begins[i][common.size()]);
  if (is_whole || common.empty() || is_shell_blank(common.back())) return common.size();
  const auto blank = common.find_last_of(" \t\n");
  return blank == common.npos ? 0 : blank + 1;
}

// The possible values of a variable: those at the ends of the branches that set it.
ShellText merged_text(const std::string& name, const std::vector<const ShellText*>& texts,
                      const std::vector<int>& lines, bool is_always_set) {
  const std::size_t common = is_always_set ? common_words(texts) : 0;
  ShellText out(texts.front()->written().substr(0, common));
  if (common > 0 && !is_shell_blank(out.written().back())) out.add(' ');
  ShellPiece piece{"$" + name, false, {}};
  for (std::size_t i = 0; i < texts.size(); ++i) {
    ShellText rest = rest_after(*texts[i], common);
    if (common > 0 && !rest.empty() && rest.pieces().front().is_known)
      rest = rest_after(rest, rest.pieces().front().text.find_first_not_of(" \t\n"));
    const auto inner = rest.seen();
    if (inner.empty())
      add_seen(piece.seen, {rest.written(), lines[i]});
    else
      for (const SeenValue& value : inner) add_seen(piece.seen, value);
  }
  out.add(std::move(piece));
  return out;
}

// How many of their first items two lists have in common, `most` at most.
template <typename Item>
std::size_t common_items(const std::vector<Item>& a, const std::vector<Item>& b, std::size_t most) {
  const auto end = a.begin() + static_cast<std::ptrdiff_t>(std::min(most, a.size()));
  return static_cast<std::size_t>(std::mismatch(a.begin(), end, b.begin(), b.end()).first -
                                  a.begin());
}

// The items that an array has at the ends of all branches, then those that differ as one.
std::vector<ShellText> merged_items(const std::string& name, const States& states, int line) {
  const ShellVariable* first = states.front().find(name);
  std::size_t common = first ? first->words.size() : 0;
  for (const ShellState& state : states) {
    const ShellVariable* one = state.find(name);
    common = one && first ? common_items(first->words, one->words, common) : 0;
  }
  std::vector<ShellText> items;
  if (common > 0)
    items.assign(first->words.begin(), first->words.begin() + static_cast<long>(common));
  ShellPiece piece{"${" + name + "[@]}", false, {}};
  for (const ShellState& state : states) {
    const ShellVariable* one = state.find(name);
    std::string rest;
    for (std::size_t i = common; one && i < one->words.size(); ++i)
      rest += (rest.empty() ? "" : " ") + one->words[i].written();
    add_seen(piece.seen, {rest, one ? one->line : line});
  }
  items.emplace_back().add(std::move(piece));
  return items;
}

ShellVariable merged_variable(const std::string& name, const States& states, int line) {
  ShellVariable out;
  std::vector<const ShellText*> texts;
  std::vector<int> lines;
  static const ShellText nothing;
  bool is_always_set = true;
  for (const ShellState& state : states) {
    const ShellVariable* one = state.find(name);
    is_always_set &= one != nullptr;
    if (!one) continue;
    out.is_exported |= one->is_exported;
    out.is_array |= one->is_array;
    texts.push_back(one->words.empty() ? &nothing : &one->words.front());
    lines.push_back(one->line);
  }
  out.line = line;
  if (out.is_array)
    out.words = merged_items(name, states, line);
  else
    out.words = {merged_text(name, texts, lines, is_always_set)};
  return out;
}

bool is_same_variable(const ShellVariable* a, const ShellVariable* b) {
  if (!a || !b) return a == b;
  return a->words == b->words && a->names == b->names && a->is_exported == b->is_exported;
}

// What all branches did, followed by what one of them did, marked as uncertain.
void merge_setup(ShellState& out, const States& states) {
  std::size_t common = out.setup.size();
  for (const ShellState& state : states) common = common_items(out.setup, state.setup, common);
  std::vector<ShellSetup> rest;
  for (const ShellState& state : states)
    for (std::size_t i = common; i < state.setup.size(); ++i) {
      ShellSetup one = state.setup[i];
      one.is_certain = false;
      if (std::ranges::find(rest, one) == rest.end()) rest.push_back(std::move(one));
    }
  out.setup.resize(common);
  out.setup.insert(out.setup.end(), rest.begin(), rest.end());
}

}  // namespace

void ShellState::set(const std::string& name, ShellText value, int line) {
  if (value.written().size() > kVariableLimit) return set_unknown(name, line);
  ShellVariable& variable = variables[name];
  variable.words = {std::move(value)};
  variable.names.clear();
  variable.is_array = false;
  variable.line = line;
  variable.is_exported |= exports_all;
}

void ShellState::set_unknown(const std::string& name, int line) {
  ShellText text;
  text.add(ShellPiece{"$" + name, false, {}});
  ShellVariable& variable = variables[name];
  variable.words = {std::move(text)};
  variable.names.clear();
  variable.is_array = false;
  variable.line = line;
}

void ShellState::set_arguments(const ShellWords& words, std::size_t first) {
  arguments.clear();
  has_arguments = true;
  for (std::size_t i = first; i < words.size(); ++i) {
    arguments.push_back(words[i].parts);
    // "$@" of the script is passed on: their number is unknown.
    if (words[i].is_list && !words[i].is_known) has_arguments = false;
  }
}

ShellState merge_states(const std::vector<ShellState>& states, int line) {
  States live;
  for (const ShellState& state : states)
    if (state.flow != ShellState::Flow::ended) live.push_back(state);
  if (live.empty()) return states.front();
  ShellState out = live.front();
  if (live.size() == 1) return out;
  std::vector<std::string> names;
  for (const ShellState& state : live)
    for (const auto& [name, variable] : state.variables) names.push_back(name);
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  for (const std::string& name : names) {
    const bool are_same = std::all_of(live.begin(), live.end(), [&](const ShellState& state) {
      return is_same_variable(state.find(name), live.front().find(name));
    });
    if (!are_same) out.variables[name] = merged_variable(name, live, line);
  }
  merge_setup(out, live);
  for (const ShellState& state : live) {
    if (state.folder != out.folder) {
      ShellPiece piece{"$PWD", false, {}};
      for (const ShellState& one : live)
        add_seen(piece.seen, {one.folder.written(), one.folder_line});
      out.folder = ShellText();
      out.folder.add(std::move(piece));
      break;
    }
    for (const auto& [name, function] : state.functions) out.functions.emplace(name, function);
  }
  if (std::any_of(live.begin(), live.end(), [&](const ShellState& state) {
        return state.has_arguments != out.has_arguments || state.arguments != out.arguments;
      }))
    out.has_arguments = false;
  return out;
}

}  // namespace trainyard
