// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/import/final_notes.h"

#include <algorithm>

#include "engine/contract/messages.h"

namespace trainyard {
namespace {

// 0: the training may differ; 1: something was dropped; 2: for information.
int rank_of(const Diagnostic& note) {
  constexpr std::string_view first[] = {"import.undecided",          "import.unresolved",
                                        "import.task_unknown",       "import.not_listed",
                                        "import.own_defaults",       "import.array_grid",
                                        "import.array_dropped",      "import.in_loop",
                                        "import.in_branch",          "import.cores_lost",
                                        "import.too_few_cores",      "import.first_node_alone",
                                        "import.needs_file",         "import.gpus_unknown",
                                        "import.unknown_model",      "import.hub_name",
                                        "import.hub_data",           "import.several_trainings",
                                        "import.kept_as_script",     "import.kept_language",
                                        "import.script_started",     "import.argument_unresolved",
                                        "import.argument_undecided", "import.own_arguments",
                                        "import.broken_script",      "import.cut_script",
                                        "import.trailing_words",     "import.ignored_directive",
                                        "import.component_dropped",  "import.code_folder",
                                        "import.dos_lines",          "import.fewer_nodes",
                                        "import.more_programs",      "import.passed_over",
                                        "import.submits_itself",     "import.other_runtime"};
  if (std::find(std::begin(first), std::end(first), note.code) != std::end(first)) return 0;
  return is_joined_note(note.code) || note.code == "import.flow" ? 2 : 1;
}

// Merges all keys of a file that have the same answer, and need none, into one note.
std::vector<Diagnostic> without_noise(const std::vector<Diagnostic>& notes) {
  std::vector<Diagnostic> out;
  for (const Diagnostic& note : notes) {
    const auto same = std::find_if(out.begin(), out.end(), [&](const Diagnostic& one) {
      return is_joined_note(note.code) && one.code == note.code && one.file == note.file;
    });
    if (same == out.end()) {
      out.push_back(note);
      if (is_joined_note(note.code)) out.back().severity = Severity::info;
      continue;
    }
    const std::string key =
        get<std::string>(same->arguments, "key") + ", " + get<std::string>(note.arguments, "key");
    const int line = same->line;
    Diagnostic joined = make_diagnostic(Severity::info, note.code, "", {{"key", key}});
    joined.file = note.file;
    joined.line = line;
    *same = std::move(joined);
  }
  return out;
}

// Of many commands of a script that are not carried over, the first few are named.
std::vector<Diagnostic> without_many_lines(const std::vector<Diagnostic>& notes) {
  constexpr std::ptrdiff_t limit = 8, named = 5;
  const auto is_line = [](const Diagnostic& note) { return note.code == "import.script_line"; };
  if (std::count_if(notes.begin(), notes.end(), is_line) <= limit) return notes;
  std::vector<Diagnostic> out;
  std::ptrdiff_t count = 0;
  std::string lines;
  const Diagnostic* first = nullptr;
  for (const Diagnostic& note : notes) {
    if (!is_line(note) || count++ < named) {
      out.push_back(note);
      continue;
    }
    if (!first) first = &note;
    lines += (lines.empty() ? "" : ", ") + std::to_string(note.line);
  }
  Diagnostic rest =
      make_diagnostic(Severity::warning, "import.more_lines", "", {{"key", ""}, {"lines", lines}});
  rest.file = first->file;
  rest.line = first->line;
  out.push_back(std::move(rest));
  return out;
}

}  // namespace

bool is_joined_note(std::string_view code) {
  return code == "import.no_effect" || code == "import.engine_decides" || code == "import.always";
}

std::vector<Diagnostic> final_notes(const std::vector<Diagnostic>& notes,
                                    std::span<const ImportSource> sources) {
  const auto place = [&](const Diagnostic& note) {
    const auto file = std::find_if(sources.begin(), sources.end(),
                                   [&](const ImportSource& one) { return one.name == note.file; });
    return std::pair(file - sources.begin(), note.line);
  };
  const auto by_place = [&](const Diagnostic& a, const Diagnostic& b) {
    return place(a) < place(b);
  };
  std::vector<Diagnostic> out = notes;
  std::stable_sort(out.begin(), out.end(), by_place);
  // Removes duplicates.
  std::vector<Diagnostic> distinct;
  for (Diagnostic& note : out) {
    const bool is_new = std::none_of(distinct.begin(), distinct.end(), [&](const Diagnostic& one) {
      return one.text == note.text && one.line == note.line && one.file == note.file;
    });
    if (is_new) distinct.push_back(std::move(note));
  }
  out = without_many_lines(without_noise(distinct));
  std::stable_sort(out.begin(), out.end(), [](const Diagnostic& a, const Diagnostic& b) {
    return rank_of(a) < rank_of(b);
  });
  return out;
}

}  // namespace trainyard
