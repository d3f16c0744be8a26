// SPDX-License-Identifier: GPL-3.0-or-later
// The values of templates: Python's types. The messages being rendered are not copied; a value has
// 16 bytes and points into them, into the template, or to a reference-counted object.
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
  missing,    // a variable that was never set; not the value of any expression
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
  iterator,  // a generator: its items can be consumed once
  space,     // namespace()
  macro,
  method,   // bound to a value: "a".upper
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
  // borrowed(): a text that must outlive the value.
  static Any borrowed(std::string_view text);
  static Any text(std::string text);
  static Any list(std::vector<Any> items) { return sequence(Kind::list, std::move(items)); }
  static Any tuple(std::vector<Any> items) { return sequence(Kind::tuple, std::move(items)); }
  // For a kind that has items.
  static Any sequence(Kind kind, std::vector<Any> items);
  static Any object(Kind kind, Object* object);
  static Any builtin(unsigned which);
  // References a value that must outlive this one.
  static Any of(const Value& value);
  static Any of(const List& list);
  static Any of(const Map& map);
  // `name` must outlive the value; it names what is undefined in the error when it is used.
  static Any undefined(std::string_view name);
  static Any undefined_named(std::string name);

  Kind kind() const { return kind_; }
  bool is(Kind kind) const { return kind_ == kind; }
  bool is_number() const {
    return kind_ == Kind::integer || kind_ == Kind::real || kind_ == Kind::boolean;
  }
  // An int or a bool, which is an int in Python.
  bool is_integral() const { return kind_ == Kind::integer || kind_ == Kind::boolean; }
  bool is_sequence() const { return kind_ == Kind::list || kind_ == Kind::tuple; }
  bool has_items() const { return kind_ >= Kind::list && kind_ <= Kind::range; }

  bool truth() const { return content_.truth; }
  std::int64_t to_integer() const {
    return kind_ == Kind::boolean ? (content_.truth ? 1 : 0) : content_.integer;
  }
  double number() const {
    return kind_ == Kind::real ? content_.number : static_cast<double>(to_integer());
  }
  std::string_view text() const;  // also the name of an undefined value
  unsigned builtin() const { return size_; }
  Object* object() const { return content_.object; }
  template <class T>
  T& as() const {
    return *static_cast<T*>(content_.object);
  }

  // A text returned by `safe` or `escape`: other texts are escaped when they are joined with it.
  bool is_markup() const { return (flags_ & markup) != 0; }
  Any as_markup() &&;
  // A text owned by something that outlives all values of a rendering.
  bool is_borrowed() const { return !is_counted(); }

  // For values that have items.
  std::size_t num_items() const;
  Any item(std::size_t index) const;
  // For dicts.
  std::size_t num_entries() const;
  Any key(std::size_t index) const;
  Any value(std::size_t index) const;
  // Gets the value for a text key; false if there is none.
  bool find(std::string_view key, Any& value) const;
  // The nesting depth of lists and dicts; 0 for anything else.
  unsigned nesting() const;
  // Whether both refer to the same object, text or constant: Python's `is`.
  bool is_same(const Any& other) const;

 private:
  enum Flag : std::uint8_t { counted = 1, markup = 2, foreign = 4 };
  explicit Any(Kind kind) : kind_(kind) {}
  bool is_counted() const { return (flags_ & counted) != 0; }

  Kind kind_ = Kind::missing;
  std::uint8_t flags_ = 0;
  std::uint32_t size_ = 0;  // of a borrowed text; or the number of a builtin
  union Content {
    bool truth;
    std::int64_t integer;
    double number;
    const char* characters;
    const List* list;
    const Map* map;
    Object* object;
  } content_ = {.integer = 0};
};

struct TextObject : Object {
  explicit TextObject(std::string content) : text(std::move(content)) {}
  std::string text;
};

struct ListObject : Object {
  std::vector<Any> items;
  unsigned nesting = 1;
};

// Keys are hashable, unique by Python's equality, in insertion order.
struct DictObject : Object {
  std::vector<std::pair<Any, Any>> entries;
  unsigned nesting = 1;
  // If the key exists, it is kept and gets the new value.
  void set(Any key, Any value, Work& work);
};

// Returns each item once.
struct IteratorObject : Object {
  virtual bool next(Any& item, Work& work) = 0;
  unsigned nesting = 1;  // one more than that of its items
};

// namespace(): the only thing that templates can modify. Kept until the end of the rendering, since
// it may refer to itself.
struct SpaceObject : Object {
  std::vector<std::pair<std::string, Any>> entries;
  Any* find(std::string_view name);
  void set(std::string_view name, Any value);
};

struct MethodObject : Object {
  Any self;
  const Method* method = nullptr;
};

// Fails for values that Python does not accept as dict keys or set members.
void must_be_hashable(const Any& value);

// The type name in Python's errors: "int", "str", "list".
std::string type_name(const Any& value);

}  // namespace trainyard::chat
