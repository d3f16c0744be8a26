// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/inspect/inspect_text.h"

#include <algorithm>
#include <cstdio>

#include "engine/contract/experiment/task.h"
#include "engine/contract/json.h"
#include "engine/system/utf8_sequence.h"

namespace trainyard {

namespace {

constexpr std::size_t kMaxLabels = 20;  // listed for a split
constexpr int kBarColumns = 30;

// 7300 -> "7,300"
std::string counted(std::int64_t number) {
  std::string text = std::to_string(number);
  for (auto place = std::ssize(text) - 3; place > 0; place -= 3)
    text.insert(static_cast<std::size_t>(place), 1, ',');
  return text;
}

std::string decimal(double number, const char* format) {
  char text[40];
  std::snprintf(text, sizeof text, format, number);
  return text;
}

// Whether a terminal could interpret this character: C0, C1 and the marks that change the text
// direction; line breaks are kept.
bool is_control(char32_t character) {
  return (character < 0x20 && character != '\n') || (character >= 0x7F && character < 0xA0) ||
         (character >= 0x202A && character <= 0x202E) ||
         (character >= 0x2066 && character <= 0x2069);
}

// `text` must be UTF-8; no control character has more than three bytes.
std::string sanitizedForTerminal(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    const auto [character, size] = decode_utf8(text, i);
    if (size < 4 && is_control(character)) {
      char code[12];
      std::snprintf(code, sizeof code, "\\u%04x", static_cast<unsigned>(character));
      out += code;
    } else {
      out += text.substr(i, size);
    }
    i += size;
  }
  return out;
}

// How a token is highlighted.
enum class Tone { learned, plain, hidden };

class Painter {
 public:
  explicit Painter(Marks marks) : marks_(marks) {}

  // Changes the tone of what follows.
  std::string turn(Tone tone) {
    if (tone == tone_) return {};
    std::string out;
    if (marks_ == Marks::signs) {
      if (tone_ == Tone::plain) out += "»";
      if (tone == Tone::plain) out += "«";
    } else {
      out = tone == Tone::plain ? "\033[0;2m" : tone == Tone::hidden ? "\033[0;7m" : "\033[0;1m";
    }
    tone_ = tone;
    return out;
  }
  std::string end() {
    std::string out = turn(Tone::learned);
    return marks_ == Marks::colours ? "\033[0m" : out;
  }
  bool has_colours() const { return marks_ == Marks::colours; }

 private:
  Marks marks_;
  Tone tone_ = Tone::learned;
};

std::string hidden_text(const SampleToken& token, bool has_colours) {
  const std::string seen = sanitizedForTerminal(token.text),
                    hidden = sanitizedForTerminal(token.hidden->text);
  return has_colours ? seen + "=" + hidden : "[" + seen + "=" + hidden + "]";
}

// The tokens as continuous text, where each further document starts on a new line.
std::string flowing_text(const DataSample& sample, bool learns_tokens, Marks marks) {
  Painter painter(marks);
  std::string out = marks == Marks::colours ? "\033[0;1m" : "";
  std::int64_t document = 0;
  for (const SampleToken& token : sample.tokens) {
    if (token.document.value_or(0) != document) {
      document = *token.document;
      out += painter.turn(Tone::learned) + "\n  --- document " + std::to_string(document) + "\n";
    }
    const Tone tone = token.hidden                         ? Tone::hidden
                      : token.is_learned || !learns_tokens ? Tone::learned
                                                           : Tone::plain;
    out += painter.turn(tone);
    out +=
        token.hidden ? hidden_text(token, painter.has_colours()) : sanitizedForTerminal(token.text);
    if (!token.label.empty()) out += "/" + sanitizedForTerminal(token.label);
  }
  return out + painter.end();
}

std::string tokens_with_ids(const DataSample& sample) {
  std::string out = "  tokens:";
  for (const SampleToken& token : sample.tokens) {
    std::string text = sanitizedForTerminal(token.text);
    for (std::size_t at = text.find('\n'); at != text.npos; at = text.find('\n', at))
      text.replace(at, 1, "\\n");
    out += " " + std::to_string(token.id) + "'" + text + "'";
  }
  return out + "\n";
}

std::string label_words(const Value& label) {
  if (label.is_null()) return {};
  if (const auto* text = label.get_if<std::string>())
    return "  label: " + sanitizedForTerminal(*text);
  if (const auto* number = label.get_if<double>()) return "  label: " + decimal(*number, "%.6g");
  std::string names;
  if (const List* list = label.get_if<List>())
    for (const Value& name : *list)
      names += (names.empty() ? "" : ", ") + sanitizedForTerminal(json_text(name).value_or(""));
  return "  labels: " + (names.empty() ? "none" : names);
}

std::string bar(std::int64_t count, std::int64_t most) {
  const auto columns = most > 0 ? static_cast<int>((count * kBarColumns + most - 1) / most) : 0;
  std::string out;
  for (int i = 0; i < columns; ++i) out += "#";
  return out;
}

std::string histogram_text(const LengthCounts& lengths) {
  std::string out;
  const auto most = std::ranges::max(lengths.counts);
  for (std::size_t i = 0; i < lengths.counts.size(); ++i) {
    char line[80];
    std::snprintf(line, sizeof line, "  %9s to %-9s %12s  ", counted(lengths.edges[i]).c_str(),
                  counted(lengths.edges[i + 1] - 1).c_str(), counted(lengths.counts[i]).c_str());
    out += line + bar(lengths.counts[i], most) + "\n";
  }
  return out;
}

std::string labels_text(const std::vector<LabelTotal>& labels) {
  std::string out;
  for (std::size_t i = 0; i < std::min(labels.size(), kMaxLabels); ++i)
    out +=
        "  label " + sanitizedForTerminal(labels[i].name) + ": " + counted(labels[i].count) + "\n";
  if (labels.size() > kMaxLabels)
    out += "  and " + counted(static_cast<std::int64_t>(labels.size() - kMaxLabels)) +
           " more labels\n";
  return out;
}

std::string split_text(const SplitCounts& split) {
  std::string out = split.name + ": " + counted(split.examples) + " examples";
  if (!split.lengths || split.examples == 0) return out + "\n";
  const LengthCounts& lengths = *split.lengths;
  out += ", " + counted(*split.tokens) + " tokens, " + counted(*split.learned_tokens) +
         " learned, " + decimal(100 * *split.padding, "%.1f") + " % padding\n";
  out += "  lengths: min " + counted(lengths.minimum) + ", median " +
         decimal(lengths.median, "%.6g") + ", p95 " + decimal(lengths.p95, "%.6g") + ", max " +
         counted(lengths.maximum) + "\n";
  if (lengths.counts.size() > 1) out += histogram_text(lengths);
  return out + labels_text(*split.labels);
}

std::string legend(const Inspection& inspection, Marks marks) {
  if (inspection.samples.empty() || !learns_tokens(inspection.kind)) return {};
  const std::string hidden = !traits_of(inspection.task).hides_tokens ? ""
                             : marks == Marks::colours ? "; hidden tokens in reverse, as seen=true"
                                                       : "; hidden tokens as [seen=true]";
  return (marks == Marks::colours ? "bright: learned, dim: not" : "between « and »: not learned") +
         hidden + "\n";
}

}  // namespace

std::string inspection_text(const Inspection& inspection, Marks marks, ShowIds ids) {
  std::string out = "tokenizer: " +
                    (inspection.tokenizer.empty() ? "trained on this data"
                                                  : sanitizedForTerminal(inspection.tokenizer)) +
                    ", " + counted(inspection.vocab_size) + " entries\n";
  if (inspection.raw)
    out += "only the first " + counted(*inspection.raw) + " records of each split\n";
  for (const DataWarning& warning : inspection.warnings)
    out += "warning: " + sanitizedForTerminal(warning.text) + "\n";
  for (const SplitCounts& split : inspection.splits) out += split_text(split);
  out += legend(inspection, marks);
  for (const DataSample& sample : inspection.samples) {
    out += "\n" + sample.split + " " + counted(sample.index) + ", " + counted(sample.length) +
           " tokens" + label_words(sample.label) + "\n";
    out += flowing_text(sample, learns_tokens(inspection.kind), marks) + "\n";
    if (ids == ShowIds::yes) out += tokens_with_ids(sample);
    if (std::ssize(sample.tokens) < sample.length)
      out += "  (" + counted(sample.length - std::ssize(sample.tokens)) + " more tokens)\n";
  }
  return out;
}

}  // namespace trainyard
