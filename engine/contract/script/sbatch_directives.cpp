// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/contract/script/sbatch_directives.h"

#include <algorithm>
#include <cctype>

#include "engine/contract/script/pbs_options.h"
#include "engine/contract/script/script_lines.h"

namespace trainyard {
namespace {

enum class Takes { nothing, value, perhaps };  // like getopt_long's has_arg
struct SbatchWord {
  std::string_view name;
  char letter = 0;
  Takes takes = Takes::value;
};

// From sbatch(1) of 22.05 to 25.11.
constexpr SbatchWord kSbatchWords[] = {
    {"account", 'A'},
    {"acctg-freq"},
    {"array", 'a'},
    {"batch"},
    {"bb"},
    {"bbf"},
    {"begin", 'b'},
    {"chdir", 'D'},
    {"cluster-constraint"},
    {"clusters", 'M'},
    {"cluster"},
    {"comment"},
    {"constraint", 'C'},
    {"consolidate-segments", 0, Takes::nothing},
    {"container"},
    {"container-id"},
    {"contiguous", 0, Takes::nothing},
    {"core-spec", 'S'},
    {"cores-per-socket"},
    {"cpu-freq"},
    {"cpus-per-gpu"},
    {"cpus-per-task", 'c'},
    {"deadline"},
    {"delay-boot"},
    {"dependency", 'd'},
    {"distribution", 'm'},
    {"error", 'e'},
    {"exclude", 'x'},
    {"exclusive", 0, Takes::perhaps},
    {"export"},
    {"export-file"},
    {"extra"},
    {"extra-node-info", 'B'},
    {"get-user-env", 0, Takes::perhaps},
    {"gid"},
    {"gpu-bind"},
    {"gpu-freq"},
    {"gpus", 'G'},
    {"gpus-per-node"},
    {"gpus-per-socket"},
    {"gpus-per-task"},
    {"gres"},
    {"gres-flags"},
    {"help", 'h', Takes::nothing},
    {"hint"},
    {"hold", 'H', Takes::nothing},
    {"ignore-pbs", 0, Takes::nothing},
    {"input", 'i'},
    {"job-name", 'J'},
    {"kill-on-invalid-dep"},
    {"licenses", 'L'},
    {"mail-type"},
    {"mail-user"},
    {"mcs-label"},
    {"mem"},
    {"mem-bind"},
    {"mem-per-cpu"},
    {"mem-per-gpu"},
    {"mincpus"},
    {"network"},
    {"nice", 0, Takes::perhaps},
    {"no-kill", 'k', Takes::perhaps},
    {"no-requeue", 0, Takes::nothing},
    {"nodefile", 'F'},
    {"nodelist", 'w'},
    {"nodes", 'N'},
    {"ntasks", 'n'},
    {"ntasks-per-core"},
    {"ntasks-per-gpu"},
    {"ntasks-per-node"},
    {"ntasks-per-socket"},
    {"oom-kill-step", 0, Takes::perhaps},
    {"open-mode"},
    {"output", 'o'},
    {"overcommit", 'O', Takes::nothing},
    {"oversubscribe", 's', Takes::perhaps},
    {"parsable", 0, Takes::nothing},
    {"partition", 'p'},
    {"power"},
    {"prefer"},
    {"priority"},
    {"profile"},
    {"propagate", 0, Takes::perhaps},
    {"qos", 'q'},
    {"quiet", 'Q', Takes::nothing},
    {"reboot", 0, Takes::nothing},
    {"requeue", 0, Takes::perhaps},
    {"reservation"},
    {"resv-ports", 0, Takes::perhaps},
    {"segment"},
    {"signal"},
    {"sockets-per-node"},
    {"spread-job", 0, Takes::nothing},
    {"spread-segments", 0, Takes::nothing},
    {"stepmgr", 0, Takes::nothing},
    {"switches"},
    {"tasks-per-node"},
    {"test-only", 0, Takes::nothing},
    {"thread-spec"},
    {"threads-per-core"},
    {"time", 't'},
    {"time-min"},
    {"tmp"},
    {"tres-bind"},
    {"tres-per-job"},
    {"tres-per-task"},
    {"uid"},
    {"usage", 0, Takes::nothing},
    {"use-min-nodes", 0, Takes::nothing},
    {"verbose", 'v', Takes::nothing},
    {"version", 'V', Takes::nothing},
    {"wait", 'W', Takes::nothing},
    {"wait-all-nodes"},
    {"wckey"},
    {"wrap"},
};

// Lines of commands after which sbatch looks for no line of another scheduler.
constexpr int kForeignLimit = 100;

// An unambiguous prefix is accepted as the option, like in getopt_long.
const SbatchWord* word_called(std::string_view name) {
  const SbatchWord* found = nullptr;
  for (const SbatchWord& word : kSbatchWords) {
    if (word.name == name) return &word;
    if (!word.name.starts_with(name)) continue;
    if (found) return nullptr;
    found = &word;
  }
  return found;
}

const SbatchWord* word_of_letter(char letter) {
  const auto found = std::find_if(std::begin(kSbatchWords), std::end(kSbatchWords),
                                  [&](const SbatchWord& word) { return word.letter == letter; });
  return found == std::end(kSbatchWords) ? nullptr : found;
}

std::string long_name(const SbatchWord& word) {
  if (word.name == "tasks-per-node") return "ntasks-per-node";
  return std::string(word.name == "cluster" ? "clusters" : word.name);
}

// The words of a directive: quotes and backslashes as in sbatch's get_argument, up to an unquoted
// #.
std::vector<std::string> directive_words(std::string_view text) {
  std::vector<std::string> words;
  std::size_t at = 0;
  while (true) {
    while (at < text.size() && std::isspace(static_cast<unsigned char>(text[at]))) ++at;
    if (at == text.size() || text[at] == '#') return words;
    std::string word;
    char quote = 0;
    for (; at < text.size(); ++at) {
      const char c = text[at];
      const bool is_blank = std::isspace(static_cast<unsigned char>(c)) != 0;
      if (!quote && is_blank) break;  // a preceding backslash makes no difference
      if (c == '\\') {
        const bool takes_next = at + 1 < text.size() &&
                                (quote || !std::isspace(static_cast<unsigned char>(text[at + 1])));
        if (takes_next) word += text[++at];
      } else if (quote)
        c == quote ? void(quote = 0) : void(word += c);
      else if (c == '"' || c == '\'')
        quote = c;
      else if (c == '#')
        break;
      else
        word += c;
    }
    words.push_back(std::move(word));
  }
}

// -N2, -N 2; -N=2 is "=2" for getopt; flags may be combined.
void read_letters(std::span<const std::string> words, std::size_t& at,
                  std::vector<SbatchOption>& out) {
  const std::string& word = words[at++];
  for (std::size_t i = 1; i < word.size(); ++i) {
    const SbatchWord* known = word_of_letter(word[i]);
    SbatchOption option{known ? long_name(*known) : std::string(1, word[i]), {}, known != nullptr};
    if (known && known->takes == Takes::value) {
      if (i + 1 < word.size())
        option.value = word.substr(i + 1);
      else if (at < words.size())
        option.value = words[at++];
      out.push_back(std::move(option));
      return;
    }
    if (known && known->takes == Takes::perhaps && i + 1 < word.size() && known->letter != 's') {
      option.value = word.substr(i + 1);
      out.push_back(std::move(option));
      return;
    }
    out.push_back(std::move(option));
  }
}

void read_long(std::span<const std::string> words, std::size_t& at,
               std::vector<SbatchOption>& out) {
  const std::string word = words[at++].substr(2);
  const auto equals = word.find('=');
  const SbatchWord* known = word_called(std::string_view(word).substr(0, equals));
  SbatchOption option{known ? long_name(*known) : word.substr(0, equals), {}, known != nullptr};
  if (equals != word.npos)
    option.value = word.substr(equals + 1);
  else if (known && known->takes == Takes::value && at < words.size())
    option.value = words[at++];
  out.push_back(std::move(option));
}

bool is_command(std::string_view line) {
  const auto first = line.find_first_not_of(" \t\r\v\f");
  return first != line.npos && line[first] != '#';
}

std::optional<DirectiveKind> kind_of(std::string_view line) {
  for (const DirectiveKind kind : {DirectiveKind::sbatch, DirectiveKind::pbs, DirectiveKind::bsub})
    if (line.starts_with(mark_of(kind))) return kind;
  return std::nullopt;
}

void read_foreign(SbatchLine& line, std::span<const std::string> words) {
  ForeignOptions read =
      line.kind == DirectiveKind::pbs ? read_pbs_options(words) : read_bsub_options(words);
  line.options = std::move(read.options);
  line.trailing = std::move(read.trailing);
  line.ignored = std::move(read.ignored);
}

void read_directive(std::string text, DirectiveKind kind, int number, SbatchDirectives& out) {
  SbatchLine line;
  line.line = number;
  line.kind = kind;
  const std::vector<std::string> words =
      directive_words(std::string_view(text).substr(mark_of(kind).size()));
  line.text = std::move(text);
  if (kind != DirectiveKind::sbatch) {
    read_foreign(line, words);
    return out.lines.push_back(std::move(line));
  }
  line.component = out.components - 1;
  line.separates = !words.empty() && (words[0] == "hetjob" || words[0] == "packjob");
  if (line.separates) {
    ++out.components;
  } else {
    std::size_t used = 0;
    line.options = read_sbatch_options(words, used);
    for (; used < words.size(); ++used)
      line.trailing += (line.trailing.empty() ? "" : " ") + words[used];
  }
  out.lines.push_back(std::move(line));
}

// With a line of #BSUB those of #PBS do not count, and with --ignore-pbs neither.
void drop_what_does_not_count(SbatchDirectives& directives) {
  const auto has = [&](DirectiveKind kind) {
    return std::any_of(directives.lines.begin(), directives.lines.end(),
                       [&](const SbatchLine& line) { return line.kind == kind; });
  };
  const bool has_bsub = has(DirectiveKind::bsub);
  bool is_ignored = false;
  for (const SbatchLine& line : directives.lines)
    for (const SbatchOption& option : line.options)
      is_ignored |= line.kind == DirectiveKind::sbatch && option.name == "ignore-pbs";
  std::erase_if(directives.lines, [&](const SbatchLine& line) {
    const bool is_foreign = line.kind != DirectiveKind::sbatch;
    return is_foreign && (is_ignored || (has_bsub && line.kind == DirectiveKind::pbs));
  });
}

// Quotes the value after the =, so that sbatch reads back exactly it. `value` must not have line
// breaks.
std::string quoted_directive_value(std::string_view value) {
  constexpr std::string_view plain = "_-.,:/@+%=";
  const bool is_plain = std::all_of(value.begin(), value.end(), [&](char c) {
    return (std::isalnum(static_cast<unsigned char>(c)) && static_cast<unsigned char>(c) < 128) ||
           plain.find(c) != plain.npos;
  });
  if (is_plain) return std::string(value);
  std::string quoted = "\"";
  for (const char c : value) {
    if (c == '\\' || c == '"') quoted += '\\';
    quoted += c;
  }
  return quoted + "\"";
}

}  // namespace

std::string_view mark_of(DirectiveKind kind) {
  switch (kind) {
    case DirectiveKind::pbs:
      return "#PBS";
    case DirectiveKind::bsub:
      return "#BSUB";
    case DirectiveKind::sbatch:
      break;
  }
  return "#SBATCH";
}

SbatchDirectives read_sbatch_directives(std::string_view script) {
  SbatchDirectives out;
  const std::string_view whole = script;
  std::vector<int> after;  // #SBATCH after the first command
  bool is_over = false;
  int number = 0, commands = 0;
  while (!script.empty()) {
    const auto end = std::min(script.find('\n'), script.size());
    const std::string_view line = script.substr(0, end);
    script.remove_prefix(std::min(end + 1, script.size()));
    ++number;
    commands += !line.starts_with('#');
    const auto kind = kind_of(line);
    const bool is_foreign = kind && *kind != DirectiveKind::sbatch;
    if (is_foreign ? commands <= kForeignLimit : kind && !is_over)
      read_directive(std::string(line), *kind, number, out);
    else if (kind && !is_foreign)
      after.push_back(number);
    else if (!is_over && is_misspelt_directive(line))
      out.misspelt.push_back(number);
    is_over |= is_command(line);
  }
  drop_what_does_not_count(out);
  if (!after.empty()) out.ignored = lines_of_the_script(whole, after);
  return out;
}

SbatchDirectives read_sbatch_directives(std::span<const std::string> lines) {
  SbatchDirectives out;
  for (std::size_t i = 0; i < lines.size(); ++i)
    if (const auto kind = kind_of(lines[i]))
      read_directive(lines[i], *kind, static_cast<int>(i + 1), out);
  drop_what_does_not_count(out);
  return out;
}

std::vector<const SbatchLine*> lines_in_effect(const SbatchDirectives& directives) {
  std::vector<const SbatchLine*> lines;
  for (const bool is_foreign : {false, true})
    for (const SbatchLine& line : directives.lines)
      if ((line.kind != DirectiveKind::sbatch) == is_foreign) lines.push_back(&line);
  return lines;
}

std::vector<SbatchOption> read_sbatch_options(std::span<const std::string> words,
                                              std::size_t& used) {
  std::vector<SbatchOption> out;
  used = 0;
  while (used < words.size()) {
    const std::string& word = words[used];
    if (word.size() < 2 || word[0] != '-') break;
    if (word == "--") {
      ++used;
      break;
    }
    word[1] == '-' ? read_long(words, used, out) : read_letters(words, used, out);
  }
  return out;
}

SbatchOption option_of_directive(std::string_view directive) {
  directive.remove_prefix(2);
  const auto equals = directive.find('=');
  SbatchOption option{std::string(directive.substr(0, equals)), {}};
  if (equals != directive.npos) option.value = std::string(directive.substr(equals + 1));
  return option;
}

std::string written_directive(const SbatchOption& option) {
  std::string text = (option.name.size() == 1 ? "-" : "--") + option.name;
  if (option.value) text += "=" + quoted_directive_value(*option.value);
  return text;
}

}  // namespace trainyard
