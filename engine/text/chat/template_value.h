// SPDX-License-Identifier: GPL-3.0-or-later
// What a template computes with: Python's values. The messages that are rendered stay where they
// are; a value is 16 bytes and points into them, into the template, or to a counted object.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/contract/value.h"
#include "engine/text/chat/template_fault.h"

namespace trainyard::chat {

enum class Kind : std::uint8_t {
  missing,    // a variable that was never set; no expression gives it
  undefined,  // Jinja's Undefined
  none,
  boolean,
  integer,
  real,
  text,
  list,
  tuple,
  view,  // keys(), values() or items() of a dict
  range,
  dict,
  iterator,  // a generator: its items can be taken once
  space,     // namespace()
  macro,
  method,   // of a value: "a".upper
  builtin,  // a global function
  loop,
};

struct Object {
  std::uint32_t references = 0;
  virtual ~Object() = default;
};

struct Method;

class Any {
 public:
  Any() = default;
  Any(const Any& other)
      : kind_(other.kind_), flags_(other.flags_), size_(other.size_), content_(other.content_) {
    if (is_counted()) ++content_.object->references;
  }
  Any(Any&& other) noexcept
      : kind_(other.kind_), flags_(other.flags_), size_(other.size_), content_(other.content_) {
    other.kind_ = Kind::missing;
    other.flags_ = 0;
  }
  Any& operator=(const Any& other) {
    Any copy(other);
    swap(copy);
    return *this;
  }
  Any& operator=(Any&& other) noexcept {
    swap(other);
    return *this;
  }
  ~Any() {
    if (is_counted() && --content_.object->references == 0) delete content_.object;
  }
  void swap(Any& other) noexcept {
    std::swap(kind_, other.kind_);
    std::swap(flags_, other.flags_);
    std::swap(size_, other.size_);
    std::swap(content_, other.content_);
  }

  static Any none() { return Any(Kind::none); }
  static Any boolean(bool truth);
  static Any integer(std::int64_t number);
  static Any real(double number);
  // Of text that outlives the value.
  static Any borrowed(std::string_view text);
  static Any text(std::string text);
  static Any list(std::vector<Any> items) { return sequence(Kind::list, std::move(items)); }
  static Any tuple(std::vector<Any> items) { return sequence(Kind::tuple, std::move(items)); }
  // Of a kind that has items.
  static Any sequence(Kind kind, std::vector<Any> items);
  static Any object(Kind kind, Object* object);
  static Any builtin(unsigned which);
  // Of a value that outlives this one.
  static Any of(const Value& value);
  static Any of(const List& list);
  static Any of(const Map& map);
  // `name` outlives the value; what is undefined, for the error when it is used.
  static Any undefined(std::string_view name);
  static Any undefined_named(std::string name);

  Kind kind() const { return kind_; }
  bool is(Kind kind) const { return kind_ == kind; }
  bool is_number() const {
    return kind_ == Kind::integer || kind_ == Kind::real || kind_ == Kind::boolean;
  }
  // An int or a bool, which is one in Python.
  bool is_whole() const { return kind_ == Kind::integer || kind_ == Kind::boolean; }
  bool is_sequence() const { return kind_ == Kind::list || kind_ == Kind::tuple; }
  bool has_items() const { return kind_ >= Kind::list && kind_ <= Kind::range; }

  bool truth() const { return content_.truth; }
  std::int64_t whole() const {
    return kind_ == Kind::boolean ? (content_.truth ? 1 : 0) : content_.whole;
  }
  double number() const {
    return kind_ == Kind::real ? content_.number : static_cast<double>(whole());
  }
  std::string_view text() const;  // also the name of what is undefined
  unsigned builtin() const { return size_; }
  Object* object() const { return content_.object; }
  template <class T>
  T& as() const {
    return *static_cast<T*>(content_.object);
  }

  // A text that `safe` or `escape` gave: joining other texts to it escapes those.
  bool is_markup() const { return (flags_ & markup) != 0; }
  Any as_markup() &&;
  // A text that lives elsewhere, longer than all values of a rendering.
  bool is_borrowed() const { return !is_counted(); }

  // Of a value that has items.
  std::size_t num_items() const;
  Any item(std::size_t index) const;
  // Of a dict.
  std::size_t num_entries() const;
  Any key(std::size_t index) const;
  Any value(std::size_t index) const;
  // The value of a text as key; false when there is none.
  bool find(std::string_view key, Any& value) const;
  // How deeply lists and dicts stand in each other here; 0 for anything else.
  unsigned nesting() const;
  // Two of the same object, text or constant: Python's `is`.
  bool is_same(const Any& other) const;

 private:
  enum Flag : std::uint8_t { counted = 1, markup = 2, foreign = 4 };
  explicit Any(Kind kind) : kind_(kind) {}
  bool is_counted() const { return (flags_ & counted) != 0; }

  Kind kind_ = Kind::missing;
  std::uint8_t flags_ = 0;
  std::uint32_t size_ = 0;  // of a borrowed text; number of a builtin
  union Content {
    bool truth;
    std::int64_t whole;
    double number;
    const char* characters;
    const List* list;
    const Map* map;
    Object* object;
  } content_ = {.whole = 0};
};

struct TextObject : Object {
  explicit TextObject(std::string content) : text(std::move(content)) {}
  std::string text;
};

struct ListObject : Object {
  std::vector<Any> items;
  unsigned nesting = 1;
};

// Keys are hashable, unique by Python's equality, in the order in which they came.
struct DictObject : Object {
  std::vector<std::pair<Any, Any>> entries;
  unsigned nesting = 1;
  // Of equal keys the first stays with the last one's value.
  void set(Any key, Any value, Work& work);
};

// Gives each item once.
struct IteratorObject : Object {
  virtual bool next(Any& item, Work& work) = 0;
  unsigned nesting = 1;  // more than of its items
};

// namespace(): the only thing that templates can change. Kept until the end of the rendering, since
// it may hold itself.
struct SpaceObject : Object {
  std::vector<std::pair<std::string, Any>> entries;
  Any* find(std::string_view name);
  void set(std::string_view name, Any value);
};

struct MethodObject : Object {
  Any self;
  const Method* method = nullptr;
};

// Fails for what Python takes neither for the key of a dict nor for the member of a set.
void must_be_hashable(const Any& value);

// The name that Python's errors give a value: "int", "str", "list".
std::string type_name(const Any& value);

}  // namespace trainyard::chat
