// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/text/sentences/punkt_splitter.h"

#include <algorithm>
#include <optional>

#include "engine/system/utf8_sequence.h"
#include "engine/text/unicode/python_characters.h"

namespace trainyard {
namespace {

std::uint64_t pair_of(std::uint32_t first, std::uint32_t second) {
  return std::uint64_t{first} << 32 | second;
}

// A ".", "?" or "!" that may end a sentence.
struct SentenceEnd {
  std::size_t at = 0;
  std::size_t next = 0;           // where the next sentence would start
  std::size_t context_begin = 0;  // of the word before it
  std::size_t context_end = 0;    // of the mark or the word after it
};

// The mark at `at` with what follows it, if a sentence may end there: a mark that is not part of
// words, or white space and another word.
std::optional<SentenceEnd> sentence_end_at(std::string_view text, std::size_t at) {
  SentenceEnd end{.at = at, .next = at + 1};
  if (const std::size_t mark = punkt_non_word_length(text, at + 1)) {
    end.context_end = at + 1 + mark;
    return end;
  }
  while (const std::size_t space = punkt_space_length(text, end.next)) end.next += space;
  if (end.next == at + 1 || end.next == text.size()) return std::nullopt;
  end.context_end = end.next;
  while (end.context_end < text.size() && punkt_space_length(text, end.context_end) == 0)
    end.context_end += decode_utf8(text, end.context_end).length;
  return end;
}

// The position after the last ASCII white space in `text`; 0 if there is none, or only its first
// character is one.
std::size_t last_word_begin(std::string_view text) {
  const std::size_t space = text.find_last_of(" \t\n\r\v\f");
  return space == text.npos || space == 0 ? 0 : space + 1;
}

// Calls `use` for each possible end, with its context. Of several ends inside one word, as
// delimited by ASCII white space, only the last is used.
template <typename Use>
void for_each_end(std::string_view text, const Use& use) {
  std::optional<SentenceEnd> previous;
  std::size_t previous_begin = 0, previous_at = 0;
  for (std::size_t at = 0; (at = text.find_first_of(".?!", at)) < text.size(); ++at) {
    auto end = sentence_end_at(text, at);
    if (!end) continue;
    const std::size_t word = last_word_begin(text.substr(previous_at, at - previous_at));
    end->context_begin = word == 0 ? previous_begin : previous_at + word;
    if (previous && previous_at <= end->context_begin) use(*previous);
    previous_begin = end->context_begin;
    previous_at = at;
    previous = end;
  }
  if (previous) use(*previous);
}

// The closing brackets and quotes that `sentence` starts with if they belong to the sentence before
// it: their bytes, and those including the following white space. 0 if they do not.
struct ClosingRun {
  std::size_t marks = 0;
  std::size_t with_space = 0;
};
ClosingRun closing_run(std::string_view sentence) {
  std::size_t end = 0;
  while (const std::size_t length = punkt_closing_length(sentence, end)) end += length;
  std::size_t next = end;
  while (const std::size_t length = punkt_space_length(sentence, next)) next += length;
  const bool is_end =
      next > end || end == sentence.size() || sentence.substr(end).starts_with("--");
  return end == 0 || !is_end ? ClosingRun{} : ClosingRun{end, next};
}

}  // namespace

PunktSplitter::PunktSplitter(const PunktParameters& parameters) {
  for (const std::string& type : parameters.abbreviations) add(type).is_abbreviation = true;
  for (const std::string& type : parameters.sentence_starters) add(type).is_sentence_starter = true;
  for (const auto& [type, bits] : parameters.orthographic_context) add(type).context = bits;
  for (const auto& [first, second] : parameters.collocations) {
    add(first).begins_collocation = true;
    collocations_.insert(pair_of(add(first).id, add(second).id));
  }
}

PunktSplitter::Type& PunktSplitter::add(std::string_view type) {
  const auto [place, is_new] = types_.try_emplace(std::string(type));
  if (is_new) place->second.id = static_cast<std::uint32_t>(types_.size());
  return place->second;
}

const PunktSplitter::Type& PunktSplitter::find(std::string_view type) const {
  static const Type unknown;
  const auto found = types_.find(type);
  return found == types_.end() ? unknown : found->second;
}

bool PunktSplitter::is_collocation(const Type& first, const Type& second) const {
  return first.begins_collocation && second.id != 0 &&
         collocations_.contains(pair_of(first.id, second.id));
}

void PunktSplitter::annotate(PunktToken& token) const {
  token.annotate([&](std::string_view word) { return find(word).is_abbreviation; });
}

// Section 4.1.1: whether the word looks like the first of a sentence.
PunktSplitter::Starts PunktSplitter::starts_sentence(const PunktToken& token,
                                                     const Type& type) const {
  const std::string_view word = token.word();
  if (word.size() == 1 && std::string_view(";:,.!?").find(word[0]) != word.npos) return Starts::no;
  const std::uint32_t seen = type.context;
  if (token.begins_upper() && (seen & PunktContext::any_lower) != 0 &&
      (seen & PunktContext::middle_upper) == 0)
    return Starts::yes;
  if (token.begins_lower() &&
      ((seen & PunktContext::any_upper) != 0 || (seen & PunktContext::begin_lower) == 0))
    return Starts::no;
  return Starts::unknown;
}

// Section 4: the second pass, for a word with a full stop together with the word after it.
void PunktSplitter::decide(PunktToken& token, const PunktToken& next) const {
  if (!token.ends_with_period()) return;
  const std::string_view type = token.type_without_period();
  const Type& next_type = find(next.type_in_sentence());
  if (is_collocation(find(type), next_type)) {
    token.ends_sentence = false;
    return;
  }
  const bool is_initial = token.is_initial();
  if ((token.is_abbreviation || token.is_ellipsis()) && !is_initial) {
    const bool is_start = starts_sentence(next, next_type) == Starts::yes ||
                          (next.begins_upper() && next_type.is_sentence_starter);
    if (is_start) {
      token.ends_sentence = true;
      return;
    }
  }
  if (!is_initial && type != punkt_number) return;
  const Starts starts = starts_sentence(next, next_type);
  const bool is_name = starts == Starts::unknown && is_initial && next.begins_upper() &&
                       (next_type.context & PunktContext::any_lower) == 0;
  if (starts == Starts::no || is_name) token.ends_sentence = false;
}

// Whether a word of `context` other than the last ends a sentence.
bool PunktSplitter::holds_end(std::string_view context) const {
  PunktWords words(context);
  PunktToken tokens[2];
  std::string_view word;
  if (!words.next(word)) return false;
  std::size_t current = 0;
  tokens[current].set(word);
  annotate(tokens[current]);
  for (; words.next(word); current = 1 - current) {
    PunktToken& next = tokens[1 - current];
    next.set(word);
    annotate(next);
    decide(tokens[current], next);
    if (tokens[current].ends_sentence) return true;
  }
  return false;
}

std::vector<SentenceSpan> PunktSplitter::cut(std::string_view text) const {
  std::vector<SentenceSpan> spans;
  std::size_t begin = 0;
  for_each_end(text, [&](const SentenceEnd& end) {
    if (!holds_end(text.substr(end.context_begin, end.context_end - end.context_begin))) return;
    spans.push_back({begin, end.at + 1});
    begin = end.next;
  });
  spans.push_back({begin, std::max(begin, python::end_without_space(text))});
  return spans;
}

// Brackets and quotes that close after a full stop belong to the sentence that it ends.
std::vector<SentenceSpan> PunktSplitter::spans(std::string_view text) const {
  const std::vector<SentenceSpan> parts = cut(text);
  std::vector<SentenceSpan> spans;
  std::size_t taken = 0;  // by the part before this one
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const SentenceSpan part{parts[i].begin + taken, parts[i].end};
    taken = 0;
    ClosingRun run;
    if (i + 1 < parts.size()) {
      const SentenceSpan& next = parts[i + 1];
      run = closing_run(text.substr(next.begin, next.end - next.begin));
    }
    taken = run.with_space;
    if (run.marks != 0)
      spans.push_back({part.begin, parts[i + 1].begin + run.marks});
    else if (part.begin < part.end)
      spans.push_back(part);
  }
  return spans;
}

std::vector<std::string_view> PunktSplitter::sentences(std::string_view text) const {
  std::vector<std::string_view> out;
  for (const SentenceSpan& span : spans(text))
    out.push_back(text.substr(span.begin, span.end - span.begin));
  return out;
}

}  // namespace trainyard
