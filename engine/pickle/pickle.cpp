// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/pickle/pickle.h"

#include <bit>
#include <cstring>
#include <unordered_map>

#include "engine/contract/messages.h"

namespace trainyard {

namespace {

// The stack machine that executes a pickle (described in Lib/pickletools.py of CPython).
class Machine {
 public:
  Machine(std::string_view bytes, std::size_t max_nodes) : left_(bytes), max_nodes_(max_nodes) {}

  Result<Pickle> run() {
    while (!is_over_) {
      TRY(const auto operation, number<std::uint8_t>());
      TRY(step(static_cast<char>(operation)));
      if (pickle_.nodes.size() > max_nodes_) return make_error("pickle.too_large", {});
    }
    return std::move(pickle_);
  }

 private:
  static Error damaged() { return make_error("pickle.damaged", {}); }

  Result<std::string_view> take(std::uint64_t count) {
    if (count > left_.size()) return make_error("pickle.ends", {});
    const std::string_view bytes = left_.substr(0, count);
    left_.remove_prefix(count);
    return bytes;
  }

  template <typename Number>
  Result<Number> number() {
    TRY(const std::string_view bytes, take(sizeof(Number)));
    Number value;
    std::memcpy(&value, bytes.data(), sizeof value);  // little endian, like this machine
    return value;
  }

  template <typename Size>
  Result<std::string> counted_text() {
    TRY(const auto size, number<Size>());
    TRY(const std::string_view bytes, take(size));
    return std::string(bytes);
  }

  Result<std::string> line() {
    const std::size_t end = left_.find('\n');
    if (end == left_.npos) return make_error("pickle.ends", {});
    std::string text(left_.substr(0, end));
    left_.remove_prefix(end + 1);
    return text;
  }

  void push(PickleNode node) {
    stack_.push_back(static_cast<std::uint32_t>(pickle_.nodes.size()));
    pickle_.nodes.push_back(std::move(node));
  }
  template <typename Number>
  Result<void> push_integer() {
    TRY(const auto value, number<Number>());
    push({.kind = PickleKind::integer, .integer = static_cast<std::int64_t>(value)});
    return {};
  }
  template <typename Size>
  Result<void> push_text(PickleKind kind) {
    TRY(std::string text, counted_text<Size>());
    push({.kind = kind, .text = std::move(text)});
    return {};
  }

  // Items below the last mark must not be popped.
  std::size_t floor() const { return marks_.empty() ? 0 : marks_.back(); }
  Result<std::uint32_t> pop() {
    if (stack_.size() <= floor()) return damaged();
    const std::uint32_t node = stack_.back();
    stack_.pop_back();
    return node;
  }
  Result<std::vector<std::uint32_t>> pop_items(std::size_t count) {
    std::vector<std::uint32_t> items(count);
    for (std::size_t i = count; i-- > 0;) {
      TRY(items[i], pop());
    }
    return items;
  }
  Result<std::vector<std::uint32_t>> pop_to_mark() {
    if (marks_.empty()) return damaged();
    const auto begin = stack_.begin() + static_cast<std::ptrdiff_t>(marks_.back());
    std::vector<std::uint32_t> items(begin, stack_.end());
    stack_.erase(begin, stack_.end());
    marks_.pop_back();
    return items;
  }
  // Returns the container on top of the stack, to add to it.
  Result<PickleNode*> top(PickleKind kind) {
    if (stack_.size() <= floor()) return damaged();
    PickleNode& node = pickle_.nodes[stack_.back()];
    if (node.kind != kind) return damaged();
    return &node;
  }

  Result<void> push_tuple(std::size_t count) {
    TRY(auto items, pop_items(count));
    push({.kind = PickleKind::tuple, .items = std::move(items)});
    return {};
  }

  Result<void> add(PickleKind kind, const std::vector<std::uint32_t>& items) {
    if (kind == PickleKind::dictionary && items.size() % 2 != 0) return damaged();
    TRY(PickleNode* const container, top(kind));
    container->items.insert(container->items.end(), items.begin(), items.end());
    return {};
  }

  Result<void> put(std::uint32_t place) {
    if (stack_.size() <= floor()) return damaged();
    memo_[place] = stack_.back();
    return {};
  }
  Result<void> get(std::uint32_t place) {
    const auto found = memo_.find(place);
    if (found == memo_.end()) return damaged();
    stack_.push_back(found->second);
    return {};
  }

  Result<void> reduce() {
    TRY(const std::uint32_t arguments, pop());
    TRY(const std::uint32_t called, pop());
    const PickleNode &callee = pickle_.at(called), &given = pickle_.at(arguments);
    if (given.kind != PickleKind::tuple) return damaged();
    if (callee.kind == PickleKind::global && callee.text == "collections OrderedDict" &&
        given.items.empty())
      push({.kind = PickleKind::dictionary});
    else
      push({.kind = PickleKind::call, .items = {called, arguments}});
    return {};
  }

  Result<void> push_long() {
    TRY(const auto size, number<std::uint8_t>());
    TRY(const std::string_view bytes, take(size));
    if (size > 8) return make_error("pickle.operation", {{"operation", std::int64_t{0x8a}}});
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < size; ++i)
      value |= std::uint64_t{static_cast<std::uint8_t>(bytes[i])} << (8 * i);
    if (size > 0 && size < 8 && (bytes[size - 1] & 0x80) != 0) value |= ~0ULL << (8 * size);
    push({.kind = PickleKind::integer, .integer = std::bit_cast<std::int64_t>(value)});
    return {};
  }

  Result<void> push_real() {
    TRY(const auto bits, number<std::uint64_t>());
    push({.kind = PickleKind::real, .real = std::bit_cast<double>(__builtin_bswap64(bits))});
    return {};
  }

  Result<void> push_global() {
    TRY(const std::string module, line());
    TRY(const std::string name, line());
    push({.kind = PickleKind::global, .text = module + " " + name});
    return {};
  }
  Result<void> push_stack_global() {
    TRY(const std::uint32_t name, pop());
    TRY(const std::uint32_t module, pop());
    if (pickle_.at(name).kind != PickleKind::text || pickle_.at(module).kind != PickleKind::text)
      return damaged();
    push({.kind = PickleKind::global,
          .text = pickle_.at(module).text + " " + pickle_.at(name).text});
    return {};
  }

  // From one or two items on the stack, or all above the mark.
  Result<void> add_one(PickleKind kind, std::size_t count) {
    TRY(const auto items, pop_items(count));
    return add(kind, items);
  }
  Result<void> add_marked(PickleKind kind) {
    TRY(const auto items, pop_to_mark());
    return add(kind, items);
  }
  Result<void> push_marked(PickleKind kind) {
    TRY(auto items, pop_to_mark());
    if (kind == PickleKind::dictionary && items.size() % 2 != 0) return damaged();
    push({.kind = kind, .items = std::move(items)});
    return {};
  }

  Result<void> stop() {
    TRY(pickle_.root, pop());
    is_over_ = true;
    return {};
  }

  Result<void> persistent() {
    TRY(const std::uint32_t identifier, pop());
    push({.kind = PickleKind::persistent, .items = {identifier}});
    return {};
  }

  template <typename Place>
  Result<void> put_at() {
    TRY(const auto place, number<Place>());
    return put(place);
  }
  template <typename Place>
  Result<void> get_from() {
    TRY(const auto place, number<Place>());
    return get(place);
  }

  Result<void> skip(std::uint64_t count) {
    TRY(take(count));
    return {};
  }

  Result<void> step(char operation) {
    switch (operation) {
      case '\x80':  // PROTO
        return skip(1);
      case '\x95':  // FRAME
        return skip(8);
      case '.':
        return stop();
      case '(':
        marks_.push_back(stack_.size());
        return {};
      case '0': {
        TRY(pop());
        return {};
      }
      case 'N':
        push({});
        return {};
      case '\x88':  // NEWTRUE
      case '\x89':  // NEWFALSE
        push({.kind = PickleKind::boolean, .integer = operation == '\x88'});
        return {};
      case 'J':
        return push_integer<std::int32_t>();
      case 'K':
        return push_integer<std::uint8_t>();
      case 'M':
        return push_integer<std::uint16_t>();
      case '\x8a':  // LONG1
        return push_long();
      case 'G':
        return push_real();
      case '\x8c':  // SHORT_BINUNICODE
        return push_text<std::uint8_t>(PickleKind::text);
      case 'X':
        return push_text<std::uint32_t>(PickleKind::text);
      case '\x8d':  // BINUNICODE8
        return push_text<std::uint64_t>(PickleKind::text);
      case 'U':  // from Python 2
        return push_text<std::uint8_t>(PickleKind::text);
      case 'C':
        return push_text<std::uint8_t>(PickleKind::bytes);
      case 'B':
        return push_text<std::uint32_t>(PickleKind::bytes);
      case '\x8e':  // BINBYTES8
        return push_text<std::uint64_t>(PickleKind::bytes);
      case ']':
        push({.kind = PickleKind::list});
        return {};
      case ')':
        push({.kind = PickleKind::tuple});
        return {};
      case '}':
        push({.kind = PickleKind::dictionary});
        return {};
      case 't':
        return push_marked(PickleKind::tuple);
      case 'l':
        return push_marked(PickleKind::list);
      case 'd':
        return push_marked(PickleKind::dictionary);
      case '\x85':
      case '\x86':
      case '\x87':  // TUPLE1 to TUPLE3
        return push_tuple(static_cast<std::uint8_t>(operation) - 0x84U);
      case 'a':
        return add_one(PickleKind::list, 1);
      case 'e':
        return add_marked(PickleKind::list);
      case 's':
        return add_one(PickleKind::dictionary, 2);
      case 'u':
        return add_marked(PickleKind::dictionary);
      case 'q':
        return put_at<std::uint8_t>();
      case 'r':
        return put_at<std::uint32_t>();
      case '\x94':  // MEMOIZE
        return put(static_cast<std::uint32_t>(memo_.size()));
      case 'h':
        return get_from<std::uint8_t>();
      case 'j':
        return get_from<std::uint32_t>();
      case 'c':
        return push_global();
      case '\x93':
        return push_stack_global();
      case 'R':
        return reduce();
      case 'b': {  // BUILD: the state of the object below
        TRY(pop());
        return stack_.size() > floor() ? Result<void>() : damaged();
      }
      case 'Q':
        return persistent();
      default:
        return make_error(
            "pickle.operation",
            {{"operation", static_cast<std::int64_t>(static_cast<unsigned char>(operation))}});
    }
  }

  std::string_view left_;
  const std::size_t max_nodes_;
  Pickle pickle_;
  std::vector<std::uint32_t> stack_;
  std::vector<std::size_t> marks_;  // stack sizes
  std::unordered_map<std::uint32_t, std::uint32_t> memo_;
  bool is_over_ = false;
};

}  // namespace

Result<Pickle> parse_pickle(std::string_view bytes, std::size_t max_nodes) {
  return Machine(bytes, max_nodes).run();
}

}  // namespace trainyard
