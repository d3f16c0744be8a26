// SPDX-License-Identifier: GPL-3.0-or-later
// Only part of libengine_parquet.so.
#include "engine/parquet/arrow_objects.h"

#include <cmath>
#include <string>

#include <arrow/api.h>

namespace trainyard {

namespace {

constexpr int kObjectDepth = 64;

Value value_at(const arrow::Array& array, std::int64_t row, int depth);

template <typename Array>
Value number_at(const arrow::Array& array, std::int64_t row) {
  const auto number = static_cast<const Array&>(array).Value(row);
  if constexpr (std::is_floating_point_v<decltype(number)>) {
    return std::isfinite(number) ? Value(static_cast<double>(number)) : Value();
  } else {
    if constexpr (std::is_same_v<std::remove_const_t<decltype(number)>, std::uint64_t>)
      if (number > INT64_MAX) return static_cast<double>(number);
    return static_cast<std::int64_t>(number);
  }
}

template <typename Array>
Value text_at(const arrow::Array& array, std::int64_t row) {
  return std::string(static_cast<const Array&>(array).GetView(row));
}

template <typename Array>
Value list_at(const arrow::Array& array, std::int64_t row, int depth) {
  const auto& lists = static_cast<const Array&>(array);
  const std::int64_t first = lists.value_offset(row), count = lists.value_length(row);
  const arrow::Array& values = *lists.values();
  if (first < 0 || count < 0 || first > values.length() - count) return {};
  List list;
  for (std::int64_t i = 0; i < count; ++i) list.push_back(value_at(values, first + i, depth + 1));
  return list;
}

Value object_at(const arrow::Array& array, std::int64_t row, int depth) {
  const auto& objects = static_cast<const arrow::StructArray&>(array);
  Map map;
  for (int i = 0; i < objects.num_fields(); ++i) {
    const std::string& name = objects.struct_type()->field(i)->name();
    if (!find(map, name)) map.emplace_back(name, value_at(*objects.field(i), row, depth + 1));
  }
  return map;
}

Value word_at(const arrow::Array& array, std::int64_t row, int depth) {
  const auto& words = static_cast<const arrow::DictionaryArray&>(array);
  const std::int64_t word = words.GetValueIndex(row);
  const arrow::Array& dictionary = *words.dictionary();
  return word < 0 || word >= dictionary.length() ? Value() : value_at(dictionary, word, depth + 1);
}

Value value_at(const arrow::Array& array, std::int64_t row, int depth) {
  if (depth > kObjectDepth || row >= array.length() || array.IsNull(row)) return {};
  switch (array.type_id()) {
    case arrow::Type::BOOL:
      return static_cast<const arrow::BooleanArray&>(array).Value(row);
    case arrow::Type::INT8:
      return number_at<arrow::Int8Array>(array, row);
    case arrow::Type::INT16:
      return number_at<arrow::Int16Array>(array, row);
    case arrow::Type::INT32:
      return number_at<arrow::Int32Array>(array, row);
    case arrow::Type::INT64:
      return number_at<arrow::Int64Array>(array, row);
    case arrow::Type::UINT8:
      return number_at<arrow::UInt8Array>(array, row);
    case arrow::Type::UINT16:
      return number_at<arrow::UInt16Array>(array, row);
    case arrow::Type::UINT32:
      return number_at<arrow::UInt32Array>(array, row);
    case arrow::Type::UINT64:
      return number_at<arrow::UInt64Array>(array, row);
    case arrow::Type::FLOAT:
      return number_at<arrow::FloatArray>(array, row);
    case arrow::Type::DOUBLE:
      return number_at<arrow::DoubleArray>(array, row);
    case arrow::Type::STRING:
      return text_at<arrow::StringArray>(array, row);
    case arrow::Type::LARGE_STRING:
      return text_at<arrow::LargeStringArray>(array, row);
    case arrow::Type::STRING_VIEW:
      return text_at<arrow::StringViewArray>(array, row);
    case arrow::Type::LIST:
      return list_at<arrow::ListArray>(array, row, depth);
    case arrow::Type::LARGE_LIST:
      return list_at<arrow::LargeListArray>(array, row, depth);
    case arrow::Type::FIXED_SIZE_LIST:
      return list_at<arrow::FixedSizeListArray>(array, row, depth);
    case arrow::Type::STRUCT:
      return object_at(array, row, depth);
    case arrow::Type::DICTIONARY:
      return word_at(array, row, depth);
    default:
      return {};
  }
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
