// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/text/split_regex.h"

#include <algorithm>

#include "engine/text/split_regex_syntax.h"
#include "engine/system/utf8_sequence.h"

namespace trainyard {

// A step of the program. Every path through the steps ends with one of kind `accept`.
struct SplitRegex::Node {
  enum class Kind : std::uint8_t { accept, run, fork, loop, look_ahead, atomic, anchor };
  Kind kind = Kind::accept;
  const CharacterSet* set = nullptr;  // for run: `least` to `most` of its characters
  std::uint32_t least = 1, most = 1;
  RegexGreed greed = RegexGreed::greedy;
  std::vector<const Node*> branches;  // for fork: the first that leads to the end is taken
  const Node* body = nullptr;         // for loop it leads back to the loop, for others to `accept`
  bool is_negative = false;
  RegexAnchor anchor = RegexAnchor::text_begin;
  const Node* next = nullptr;
};

struct SplitRegex::Program {
  RegexSyntax syntax;  // owns the sets that the nodes refer to
  std::vector<std::unique_ptr<Node>> nodes;
  const Node* first = nullptr;

  Node& add(Node::Kind kind, const Node* next) {
    nodes.push_back(std::make_unique<Node>());
    nodes.back()->kind = kind;
    nodes.back()->next = next;
    return *nodes.back();
  }

  const Node* compile(const RegexSyntax& part, const Node* next) {
    using Kind = RegexSyntax::Kind;
    switch (part.kind) {
      case Kind::set: {
        Node& run = add(Node::Kind::run, next);
        run.set = &part.set;
        return &run;
      }
      case Kind::sequence:
        for (auto inner = part.parts.rbegin(); inner != part.parts.rend(); ++inner)
          next = compile(*inner, next);
        return next;
      case Kind::alternatives: {
        Node& fork = add(Node::Kind::fork, nullptr);
        for (const RegexSyntax& inner : part.parts) fork.branches.push_back(compile(inner, next));
        return &fork;
      }
      case Kind::look_ahead: {
        Node& look = add(Node::Kind::look_ahead, next);
        look.is_negative = part.is_negative;
        look.body = compile(part.parts.front(), &add(Node::Kind::accept, nullptr));
        return &look;
      }
      case Kind::anchor: {
        Node& anchor = add(Node::Kind::anchor, next);
        anchor.anchor = part.anchor;
        return &anchor;
      }
      case Kind::repeat:
        break;
    }
    return compile_repeat(part, next);
  }

  const Node* compile_repeat(const RegexSyntax& part, const Node* next) {
    const RegexSyntax& inner = part.parts.front();
    if (inner.kind == RegexSyntax::Kind::set) {
      Node& run = add(Node::Kind::run, next);
      run.set = &inner.set;
      run.least = part.least;
      run.most = part.most;
      run.greed = part.greed;
      return &run;
    }
    if (part.greed == RegexGreed::possessive) {
      Node& atomic = add(Node::Kind::atomic, next);
      atomic.body = compile_group(part, &add(Node::Kind::accept, nullptr));
      return &atomic;
    }
    return compile_group(part, next);
  }

  // Required repeats are expanded, and so are optional ones if their number is limited.
  const Node* compile_group(const RegexSyntax& part, const Node* next) {
    const RegexSyntax& inner = part.parts.front();
    const bool is_lazy = part.greed == RegexGreed::lazy;
    if (part.most == RegexSyntax::kNoLimit) {
      Node& loop = add(Node::Kind::loop, next);
      loop.greed = part.greed;
      loop.body = compile(inner, &loop);
      next = &loop;
    } else {
      const Node* const end = next;
      for (std::uint32_t i = part.least; i < part.most; ++i) {
        Node& fork = add(Node::Kind::fork, nullptr);
        const Node* const once = compile(inner, next);
        fork.branches = is_lazy ? std::vector{end, once} : std::vector{once, end};
        next = &fork;
      }
    }
    for (std::uint32_t i = 0; i < part.least; ++i) next = compile(inner, next);
    return next;
  }
};

namespace {

using Node = SplitRegex::Node;

// The maximum cost of one attempt at one position: beyond it there is no match, so that no
// expression hangs.
constexpr std::int64_t kMaxSteps = 10'000'000;
constexpr int kMaxDepth = 20'000;

class Matcher {
 public:
  explicit Matcher(std::string_view text) : text_(text) {}

  // The position after the match that starts at `at`.
  std::optional<std::size_t> match_at(const Node* node, std::size_t at) {
    steps_ = 0;
    return match(node, at, 0);
  }

 private:
  using End = std::optional<std::size_t>;

  End match(const Node* node, std::size_t at, int depth) {
    for (;; node = node->next) {
      if (++steps_ > kMaxSteps || depth > kMaxDepth) return std::nullopt;
      switch (node->kind) {
        case Node::Kind::accept:
          return at;
        case Node::Kind::anchor:
          if (!holds(node->anchor, at)) return std::nullopt;
          break;
        case Node::Kind::look_ahead:
          if (match(node->body, at, depth + 1).has_value() == node->is_negative)
            return std::nullopt;
          break;
        case Node::Kind::atomic: {
          const End end = match(node->body, at, depth + 1);
          if (!end) return std::nullopt;
          at = *end;
          break;
        }
        case Node::Kind::fork:
          return match_any(node->branches, at, depth);
        case Node::Kind::loop:
          return match_loop(*node, at, depth);
        case Node::Kind::run: {
          if (node->least == node->most || node->greed == RegexGreed::possessive) {
            const End end = run_end(*node, at);
            if (!end) return std::nullopt;
            at = *end;
            break;
          }
          return match_run(*node, at, depth);
        }
      }
    }
  }

  End match_any(const std::vector<const Node*>& branches, std::size_t at, int depth) {
    for (const Node* branch : branches)
      if (const End end = match(branch, at, depth + 1)) return end;
    return std::nullopt;
  }

  End match_loop(const Node& loop, std::size_t at, int depth) {
    const Node* const order[] = {loop.body, loop.next};
    const bool is_lazy = loop.greed == RegexGreed::lazy;
    for (const std::size_t i : {0, 1})
      if (const End end = match(order[is_lazy ? 1 - i : i], at, depth + 1)) return end;
    return std::nullopt;
  }

  // As many as possible.
  End run_end(const Node& run, std::size_t at) {
    std::uint32_t count = 0;
    while (count < run.most && at < text_.size()) {
      const DecodedCharacter next = decode_utf8(text_, at);
      if (!run.set->contains(next.code_point)) break;
      at += next.length;
      ++count;
    }
    steps_ += count;
    return count >= run.least ? End(at) : std::nullopt;
  }

  End match_run(const Node& run, std::size_t at, int depth) {
    Node least = run;
    least.most = run.least;
    const End begin = run_end(least, at);
    if (!begin) return std::nullopt;
    if (run.greed == RegexGreed::lazy) return match_lazy_run(run, *begin, depth);
    const End longest = run_end(run, at);
    for (std::size_t end = *longest;; end = character_before(text_, end)) {
      if (const End found = match(run.next, end, depth + 1)) return found;
      if (end == *begin) return std::nullopt;
    }
  }

  End match_lazy_run(const Node& run, std::size_t at, int depth) {
    for (std::uint32_t count = run.least;; ++count) {
      if (const End found = match(run.next, at, depth + 1)) return found;
      if (count >= run.most || at >= text_.size()) return std::nullopt;
      const DecodedCharacter next = decode_utf8(text_, at);
      if (!run.set->contains(next.code_point)) return std::nullopt;
      at += next.length;
    }
  }

  bool is_word_at(std::size_t at) const {
    return at < text_.size() &&
           (properties_of(decode_utf8(text_, at).code_point).flags & kWordFlag) != 0;
  }

  bool holds(RegexAnchor anchor, std::size_t at) const {
    const bool is_border = (at > 0 && is_word_at(character_before(text_, at))) != is_word_at(at);
    switch (anchor) {
      case RegexAnchor::line_begin:
        return at == 0 || (text_[at - 1] == '\n' && at < text_.size());
      case RegexAnchor::line_end:
        return at == text_.size() || text_[at] == '\n';
      case RegexAnchor::text_begin:
        return at == 0;
      case RegexAnchor::text_end:
        return at == text_.size();
      case RegexAnchor::last_line_end:
        return at == text_.size() || (text_[at] == '\n' && at + 1 == text_.size());
      case RegexAnchor::word_border:
        return is_border;
      case RegexAnchor::no_word_border:
        break;
    }
    return !is_border;
  }

  std::string_view text_;
  std::int64_t steps_ = 0;
};

}  // namespace

Result<SplitRegex> SplitRegex::parse(std::string_view expression) {
  auto program = std::make_shared<Program>();
  TRY(program->syntax, parse_regex(expression));
  program->first = program->compile(program->syntax, &program->add(Node::Kind::accept, nullptr));
  return SplitRegex(std::move(program));
}

SplitRegex SplitRegex::of_set(CharacterSet set, bool repeats) {
  auto program = std::make_shared<Program>();
  RegexSyntax one{.kind = RegexSyntax::Kind::set};
  one.set = std::move(set);
  program->syntax = {.kind = RegexSyntax::Kind::repeat};
  if (repeats) program->syntax.most = RegexSyntax::kNoLimit;
  program->syntax.greed = RegexGreed::possessive;
  program->syntax.parts.push_back(std::move(one));
  program->first = program->compile(program->syntax, &program->add(Node::Kind::accept, nullptr));
  return SplitRegex(std::move(program));
}

SplitRegex SplitRegex::of_text(std::string_view text) {
  auto program = std::make_shared<Program>();
  for (std::size_t at = 0; at < text.size();) {
    const DecodedCharacter next = decode_utf8(text, at);
    at += next.length;
    const char32_t wanted = next.code_point;
    RegexSyntax one{.kind = RegexSyntax::Kind::set};
    one.set = CharacterSet::create(
        [=](char32_t c, const CharacterProperties&) { return c == wanted; }, {wanted, wanted + 1});
    program->syntax.parts.push_back(std::move(one));
  }
  program->first = program->compile(program->syntax, &program->add(Node::Kind::accept, nullptr));
  return SplitRegex(std::move(program));
}

void SplitRegex::find_all(std::string_view text, std::vector<ByteSpan>& matches) const {
  Matcher matcher(text);
  std::size_t at = 0;
  std::optional<std::size_t> last_end;
  while (at <= text.size()) {
    const auto end = matcher.match_at(program_->first, at);
    const bool is_found = end && !(*end == at && last_end == at);
    if (is_found) {
      matches.push_back(byte_span(at, *end));
      last_end = *end;
    }
    if (is_found && *end > at)
      at = *end;
    else
      at += at < text.size() ? decode_utf8(text, at).length : 1;
  }
}

}  // namespace trainyard
