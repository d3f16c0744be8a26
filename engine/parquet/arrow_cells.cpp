// SPDX-License-Identifier: GPL-3.0-or-later
// Only part of libengine_parquet.so.
#include "engine/parquet/arrow_cells.h"

#include <algorithm>

#include <arrow/api.h>

namespace trainyard {

namespace {

ParquetKind kind_of(const arrow::DataType& type) {
  if (arrow::is_integer(type.id())) return ParquetKind::integer;
  switch (type.id()) {
    case arrow::Type::BOOL:
      return ParquetKind::boolean;
    case arrow::Type::FLOAT:
    case arrow::Type::DOUBLE:
      return ParquetKind::real;
    case arrow::Type::STRING:
    case arrow::Type::LARGE_STRING:
    case arrow::Type::STRING_VIEW:
      return ParquetKind::text;
    case arrow::Type::TIMESTAMP:
      return ParquetKind::timestamp;
    case arrow::Type::DICTIONARY: {
      const auto& values = *static_cast<const arrow::DictionaryType&>(type).value_type();
      return kind_of(values) == ParquetKind::text ? ParquetKind::text : ParquetKind::other;
    }
    default:
      return ParquetKind::other;
  }
}

const arrow::DataType* list_element(const arrow::DataType& type) {
  switch (type.id()) {
    case arrow::Type::LIST:
    case arrow::Type::LARGE_LIST:
    case arrow::Type::FIXED_SIZE_LIST:
      return type.field(0)->type().get();
    default:
      return nullptr;
  }
}

// Values [begin, begin + count) of an array; a problem refers to a value instead of a row.
struct Slice {
  const arrow::Array& values;
  std::int64_t begin, count;
};

template <typename Array, typename Number>
std::optional<CellProblem> copy(const Slice& slice, std::vector<Number>& numbers) {
  const auto& array = static_cast<const Array&>(slice.values);
  const auto* from = array.raw_values() + slice.begin;
  if constexpr (std::is_same_v<typename Array::value_type, std::uint64_t>) {
    const auto* large = std::find_if(from, from + slice.count,
                                     [](std::uint64_t value) { return value > INT64_MAX; });
    if (large != from + slice.count) return CellProblem{"parquet.too_large", large - from};
  }
  numbers.insert(numbers.end(), from, from + slice.count);
  return {};
}

template <typename Array>
std::optional<CellProblem> copy_texts(const Slice& slice, std::vector<std::string>& texts) {
  const auto& array = static_cast<const Array&>(slice.values);
  for (std::int64_t i = 0; i < slice.count; ++i) texts.emplace_back(array.GetView(slice.begin + i));
  return {};
}

std::optional<CellProblem> read_values(const Slice& slice, ParquetCells& cells);

std::optional<CellProblem> copy_dictionary(const Slice& slice, std::vector<std::string>& texts) {
  const auto& array = static_cast<const arrow::DictionaryArray&>(slice.values);
  ParquetCells words;
  const arrow::Array& dictionary = *array.dictionary();
  if (auto problem = read_values({dictionary, 0, dictionary.length()}, words))
    return CellProblem{problem->code, 0};
  for (std::int64_t i = 0; i < slice.count; ++i) {
    const std::int64_t word = array.GetValueIndex(slice.begin + i);
    if (word < 0 || word >= dictionary.length()) return CellProblem{"parquet.null", i};
    texts.push_back(words.texts[static_cast<std::size_t>(word)]);
  }
  return {};
}

std::optional<CellProblem> copy_booleans(const Slice& slice, std::vector<std::int64_t>& numbers) {
  const auto& array = static_cast<const arrow::BooleanArray&>(slice.values);
  for (std::int64_t i = 0; i < slice.count; ++i)
    numbers.push_back(array.Value(slice.begin + i) ? 1 : 0);
  return {};
}

std::optional<CellProblem> read_values(const Slice& slice, ParquetCells& cells) {
  if (slice.values.null_count() > 0)
    for (std::int64_t i = 0; i < slice.count; ++i)
      if (slice.values.IsNull(slice.begin + i)) return CellProblem{"parquet.null", i};
  switch (slice.values.type_id()) {
    case arrow::Type::INT8:
      return copy<arrow::Int8Array>(slice, cells.integers);
    case arrow::Type::INT16:
      return copy<arrow::Int16Array>(slice, cells.integers);
    case arrow::Type::INT32:
      return copy<arrow::Int32Array>(slice, cells.integers);
    case arrow::Type::INT64:
      return copy<arrow::Int64Array>(slice, cells.integers);
    case arrow::Type::UINT8:
      return copy<arrow::UInt8Array>(slice, cells.integers);
    case arrow::Type::UINT16:
      return copy<arrow::UInt16Array>(slice, cells.integers);
    case arrow::Type::UINT32:
      return copy<arrow::UInt32Array>(slice, cells.integers);
    case arrow::Type::UINT64:
      return copy<arrow::UInt64Array>(slice, cells.integers);
    case arrow::Type::TIMESTAMP:
      return copy<arrow::TimestampArray>(slice, cells.integers);
    case arrow::Type::BOOL:
      return copy_booleans(slice, cells.integers);
    case arrow::Type::FLOAT:
      return copy<arrow::FloatArray>(slice, cells.reals);
    case arrow::Type::DOUBLE:
      return copy<arrow::DoubleArray>(slice, cells.reals);
    case arrow::Type::STRING:
      return copy_texts<arrow::StringArray>(slice, cells.texts);
    case arrow::Type::LARGE_STRING:
      return copy_texts<arrow::LargeStringArray>(slice, cells.texts);
    case arrow::Type::STRING_VIEW:
      return copy_texts<arrow::StringViewArray>(slice, cells.texts);
    case arrow::Type::DICTIONARY:
      return copy_dictionary(slice, cells.texts);
    default:  // start() rejects all others
      return CellProblem{"parquet.null", 0};
  }
}

template <typename Array>
std::optional<CellProblem> read_lists(const arrow::Array& rows, ParquetCells& cells) {
  const auto& lists = static_cast<const Array&>(rows);
  if (lists.null_count() > 0)
    for (std::int64_t row = 0; row < lists.length(); ++row)
      if (lists.IsNull(row)) return CellProblem{"parquet.null", row};
  const arrow::Array& values = *lists.values();
  const std::int64_t first = lists.value_offset(0);
  cells.offsets = {0};
  for (std::int64_t row = 0; row < lists.length(); ++row) {
    const std::int64_t length = lists.value_length(row);
    const std::int64_t end = cells.offsets.back() + length;
    if (length < 0 || first < 0 || end > values.length() - first)
      return CellProblem{"parquet.null", row};
    cells.offsets.push_back(end);
  }
  auto problem = read_values({values, first, cells.offsets.back()}, cells);
  if (problem)  // in the row before the next offset
    problem->row =
        std::ranges::upper_bound(cells.offsets, problem->row) - cells.offsets.begin() - 1;
  return problem;
}

}  // namespace

ParquetField field_of(const arrow::Field& field) {
  const arrow::DataType* element = list_element(*field.type());
  return {field.name(), kind_of(element ? *element : *field.type()), element != nullptr,
          field.type()->ToString()};
}

std::optional<CellProblem> read_cells(const ParquetField& field, const arrow::Array& rows,
                                      ParquetCells& cells) {
  if (!field.is_list) return read_values({rows, 0, rows.length()}, cells);
  if (rows.length() == 0) {
    cells.offsets = {0};
    return {};
  }
  switch (rows.type_id()) {
    case arrow::Type::LIST:
      return read_lists<arrow::ListArray>(rows, cells);
    case arrow::Type::LARGE_LIST:
      return read_lists<arrow::LargeListArray>(rows, cells);
    case arrow::Type::FIXED_SIZE_LIST:
      return read_lists<arrow::FixedSizeListArray>(rows, cells);
    default:
      return CellProblem{"parquet.null", 0};
  }
}

}  // namespace trainyard
