// SPDX-License-Identifier: GPL-3.0-or-later
#include <cmath>

#include "tests/engine/kernels/cases.h"
#include "tests/engine/kernels/mask_reference.h"

namespace trainyard::kernels {

namespace {

struct Shape {
  std::int64_t rows, width, offset;
  bool has_residual;
};

template <class Input, class Output>
void check_dropout(const Table& table, const Shape& s) {
  const std::int64_t count = s.rows * s.width;
  const MaskReference masks(s.rows, 0.25);
  auto residual = normal_buffer<float>(count, 1, 1.0F, s.offset);
  auto input = normal_buffer<Input>(count, 2, 2.0F, s.offset);
  auto result = unwritten_buffer<Output>(count, s.offset);
  DropoutArguments arguments{.residual = s.has_residual ? residual.data() : nullptr,
                             .input = input.data(),
                             .result = result.data(),
                             .mask = masks.mask,
                             .rows = s.rows,
                             .width = s.width,
                             .input_type = type_of<Input>,
                             .result_type = type_of<Output>};
  for (const bool is_dropped : {true, false}) {
    if (!is_dropped) arguments.mask = {};
    expect_true("dropout is taken", table.dropout(&arguments, nullptr) == 0);
    for (std::int64_t row = 0; row < s.rows; ++row)
      for (std::int64_t i = 0; i < s.width; ++i) {
        const std::int64_t at = row * s.width + i;
        const double before = s.has_residual ? residual[at] : 0.0,
                     factor = is_dropped ? masks.factor(row, i, s.width) : 1.0,
                     added = factor * to_float(input[at]);
        expect_number("row " + std::to_string(row) + " of " + std::to_string(s.width) + " number " +
                          std::to_string(i),
                      result[at], before + added, std::abs(before) + std::abs(added));
      }
  }
}

void check_types(const Table& table, const Shape& s) {
  check_dropout<Bf16, float>(table, s);
  check_dropout<float, Bf16>(table, s);
  check_dropout<float, float>(table, s);
  check_dropout<Bf16, Bf16>(table, s);
}

void check_dropout_refused(const Table& table) {
  DropoutArguments arguments{};
  expect_true("no width is refused", table.dropout(&arguments, nullptr) != 0);
}

}  // namespace

std::vector<Case> dropout_cases() {
  std::vector<Case> cases{{"dropout_refused", check_dropout_refused}};
  for (const Shape& s : {Shape{1, 1, 0, true}, Shape{5, 31, 0, false}, Shape{3, 33, 1, true},
                         Shape{4, 96, 0, true}, Shape{2, 64, 1, false}})
    cases.push_back({"dropout_" + std::to_string(s.rows) + "x" + std::to_string(s.width) + "+" +
                         std::to_string(s.offset),
                     [s](const Table& table) { check_types(table, s); }});
  return cases;
}

}  // namespace trainyard::kernels
