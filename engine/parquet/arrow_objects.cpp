// SPDX-License-Identifier: GPL-3.0-or-later
// Only part of libengine_parquet.so.
#include "engine/parquet/arrow_objects.h"

#include <cmath>
#include <string>

#include <arrow/api.h>
#include <arrow/visit_array_inline.h>

namespace trainyard {

namespace {

constexpr int kObjectDepth = 64;

Value value_at(const arrow::Array& array, std::int64_t row, int depth);

template <typename Number>
Value number_value(Number number) {
  if constexpr (std::is_floating_point_v<Number>) {
    return std::isfinite(number) ? Value(static_cast<double>(number)) : Value();
  } else {
    if constexpr (std::is_same_v<Number, std::uint64_t>)
      if (number > INT64_MAX) return static_cast<double>(number);
    return static_cast<std::int64_t>(number);
  }
}

template <typename Array>
Value list_at(const Array& lists, std::int64_t row, int depth) {
  const std::int64_t first = lists.value_offset(row), count = lists.value_length(row);
  const arrow::Array& values = *lists.values();
  if (first < 0 || count < 0 || first > values.length() - count) return {};
  List list;
  for (std::int64_t i = 0; i < count; ++i) list.push_back(value_at(values, first + i, depth + 1));
  return list;
}

Value object_at(const arrow::StructArray& objects, std::int64_t row, int depth) {
  Map map;
  for (int i = 0; i < objects.num_fields(); ++i) {
    const std::string& name = objects.struct_type()->field(i)->name();
    if (!find(map, name)) map.emplace_back(name, value_at(*objects.field(i), row, depth + 1));
  }
  return map;
}

Value word_at(const arrow::DictionaryArray& words, std::int64_t row, int depth) {
  const std::int64_t word = words.GetValueIndex(row);
  const arrow::Array& dictionary = *words.dictionary();
  return word < 0 || word >= dictionary.length() ? Value() : value_at(dictionary, word, depth + 1);
}

// The value in a row; of a type that is not listed it is null.
struct ValueReader {
  std::int64_t row;
  int depth;
  Value value = {};

  template <typename Array>
  arrow::Status Visit(const Array& array) {
    using Type = typename Array::TypeClass;
    if constexpr (std::is_same_v<Type, arrow::BooleanType>)
      value = array.Value(row);
    else if constexpr (arrow::is_integer_type<Type>() || std::is_same_v<Type, arrow::FloatType> ||
                       std::is_same_v<Type, arrow::DoubleType>)
      value = number_value(array.Value(row));
    else if constexpr (arrow::is_string_type<Type>() || arrow::is_string_view_type<Type>())
      value = std::string(array.GetView(row));
    else if constexpr (arrow::is_list_type<Type>())
      value = list_at(array, row, depth);
    else if constexpr (std::is_same_v<Type, arrow::StructType>)
      value = object_at(array, row, depth);
    else if constexpr (std::is_same_v<Type, arrow::DictionaryType>)
      value = word_at(array, row, depth);
    return arrow::Status::OK();
  }
};

Value value_at(const arrow::Array& array, std::int64_t row, int depth) {
  if (depth > kObjectDepth || row >= array.length() || array.IsNull(row)) return {};
  ValueReader reader{row, depth};
  if (!arrow::VisitArrayInline(array, &reader).ok()) return {};
  return std::move(reader.value);
}

}  // namespace

void read_objects(const arrow::RecordBatch& batch, std::vector<Map>& objects) {
  for (std::int64_t row = 0; row < batch.num_rows(); ++row) {
    Map& object = objects.emplace_back();
    for (int i = 0; i < batch.num_columns(); ++i)
      object.emplace_back(batch.column_name(i), value_at(*batch.column(i), row, 1));
  }
}

}  // namespace trainyard
