// What an operation on documents, files, the network or remote programs returns: a value, or an
// error a person can act on.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "engine/contract/value.h"

namespace trainyard {

// The exit codes of every program of the project.
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

// `code` is dotted and stable ("checkpoint.checksum"); `arguments` are what its message names;
// `message` is the English rendering: what happened, to which field, file or host, and what to do.
struct Error {
  std::string code;
  Map arguments;
  std::string message;
  ExitCode exit_code = ExitCode::invalid_input;
};

template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : content_(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : content_(std::in_place_index<1>, std::move(error)) {}

  bool ok() const { return content_.index() == 0; }
  explicit operator bool() const { return ok(); }
  T& value() { return std::get<0>(content_); }
  const T& value() const { return std::get<0>(content_); }
  T& operator*() { return value(); }
  const T& operator*() const { return value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }
  const Error& error() const { return std::get<1>(content_); }

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
  const Error& error() const { return *error_; }

 private:
  std::optional<Error> error_;
};

}  // namespace trainyard
