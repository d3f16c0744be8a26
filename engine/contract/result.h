// SPDX-License-Identifier: GPL-3.0-or-later
// The result of operations on documents, files, the network or remote programs: a value, or an
// error that a user can act on.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "engine/contract/value.h"

namespace trainyard {

// The exit codes of all programs of the project.
enum class ExitCode : int {
  completed = 0,
  failed = 1,
  invalid_input = 2,
  environment = 3,
  out_of_memory = 4,
  communication = 5,
  non_finite_loss = 6,
  checkpoint = 7,
  unreachable = 8,
  refused_by_scheduler = 9,
  stopped_early = 75,
};

// What an error means for a program, regardless of its text. The message table has one for each
// code.
enum class ErrorKind : std::uint8_t {
  invalid,        // the user's input must be changed
  not_found,      // what was named does not exist
  exists,         // what was to be created already exists
  environment,    // this computer or a node, its programs or files
  deadline,       // a program did not finish in time
  out_of_memory,  // on a rank or a GPU
  communication,  // between ranks or agents
  non_finite,     // a loss or a gradient
  damaged,        // a checkpoint or a model folder
  unreachable,    // a host that is worth retrying
  needs_person,   // a login that needs the user
  pending,        // not known or not possible yet
  no_answer,      // from a cluster or a login node
  refused,        // by the scheduler
  cancelled,      // by the user, or because the program ends
  stopped,        // early, as requested
  done,           // nothing left to do
};

// The exit code of a program that ends with such an error.
ExitCode exit_code_of(ErrorKind kind);

// `code` is dotted and stable ("checkpoint.checksum"); `arguments` are those of its message;
// `message` is the English rendering: what happened, to which field, file or host, and what to do.
// `exit_code` is that of its kind, unless the error passes on another one's.
struct Error {
  std::string code;
  Map arguments;
  std::string message;
  ErrorKind kind = ErrorKind::invalid;
  ExitCode exit_code = ExitCode::invalid_input;
};

// Whether the same operation may succeed later without any change by the user.
bool may_succeed_later(const Error& error);

template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : content_(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : content_(std::in_place_index<1>, std::move(error)) {}

  bool ok() const { return content_.index() == 0; }
  explicit operator bool() const { return ok(); }
  T& value() { return std::get<0>(content_); }
  const T& value() const { return std::get<0>(content_); }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T&& operator*() && { return std::move(value()); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }
  const Error& error() const& { return std::get<1>(content_); }
  Error&& error() && { return std::get<1>(std::move(content_)); }

 private:
  std::variant<T, Error> content_;
};

template <>
class [[nodiscard]] Result<void> {
 public:
  Result() = default;
  Result(Error error) : error_(std::move(error)) {}

  bool ok() const { return !error_; }
  explicit operator bool() const { return ok(); }
  const Error& error() const& { return *error_; }
  Error&& error() && { return *std::move(error_); }

 private:
  std::optional<Error> error_;
};

}  // namespace trainyard

// Passes an error on, in one line. In a function that returns a Result (or an Error itself):
//   TRY(write(file));                      evaluates, and returns its error if it has one
//   TRY(const auto bytes, read(file));     the same, then declares (or assigns) the value
// In a coroutine use CO_TRY: CO_TRY(const auto output, co_await run(program)).
// The result is named before it is tested: otherwise gcc 12 leaks the frame of an awaited one.
// They are several statements: not for the body of an if without braces (the compiler rejects it).
#define TRY(...) TRY_FORM(__VA_ARGS__)(return, __VA_ARGS__)
#define CO_TRY(...) TRY_FORM(__VA_ARGS__)(co_return, __VA_ARGS__)

// A single argument is an expression; the first of several is a declaration (commas inside the
// expression count, so up to eight are supported).
#define TRY_FORM(...)                                                                      \
  TRY_NINTH(__VA_ARGS__, TRY_VALUE, TRY_VALUE, TRY_VALUE, TRY_VALUE, TRY_VALUE, TRY_VALUE, \
            TRY_VALUE, TRY_ONLY, )
#define TRY_NINTH(_1, _2, _3, _4, _5, _6, _7, _8, form, ...) form
#define TRY_JOIN(a, b) a##b
#define TRY_JOINED(a, b) TRY_JOIN(a, b)
#define TRY_NAME TRY_JOINED(trying_, __LINE__)
#define TRY_ONLY(leave, ...)   \
  auto TRY_NAME = __VA_ARGS__; \
  if (!TRY_NAME) leave std::move(TRY_NAME).error()
#define TRY_VALUE(leave, declaration, ...)          \
  auto TRY_NAME = __VA_ARGS__;                      \
  if (!TRY_NAME) leave std::move(TRY_NAME).error(); \
  declaration = *std::move(TRY_NAME)
