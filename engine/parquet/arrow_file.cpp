// SPDX-License-Identifier: GPL-3.0-or-later
// Only part of libengine_parquet.so, like arrow_reader.cpp and arrow_cells.cpp.
#include <memory>
#include <optional>
#include <utility>

#include <arrow/api.h>
#include <arrow/io/interfaces.h>
#include <parquet/arrow/writer.h>

#include "engine/contract/files/durable_file.h"
#include "engine/contract/messages.h"
#include "engine/parquet/parquet_file.h"

namespace trainyard {

namespace {

std::shared_ptr<arrow::DataType> type_of(ParquetNumber number) {
  switch (number) {
    case ParquetNumber::float16:
      return arrow::float16();
    case ParquetNumber::float32:
      return arrow::float32();
    case ParquetNumber::int64:
      break;
  }
  return arrow::int64();
}

// The element of a list, with Parquet's name for it.
std::shared_ptr<arrow::Field> element_of(std::shared_ptr<arrow::DataType> type) {
  return arrow::field("element", std::move(type), /*nullable=*/false);
}

std::shared_ptr<arrow::DataType> type_of(const ParquetColumn& column) {
  std::shared_ptr<arrow::DataType> type = type_of(column.number);
  for (auto size = column.sizes.rbegin(); size != column.sizes.rend(); ++size)
    type = arrow::fixed_size_list(element_of(type), static_cast<std::int32_t>(*size));
  return column.is_list ? arrow::list(element_of(type)) : type;
}

// `length` values of the type, which are contiguous in `numbers`. Nothing is copied.
std::shared_ptr<arrow::ArrayData> array_of(const std::shared_ptr<arrow::DataType>& type,
                                           std::int64_t length, const ParquetValues& values) {
  if (type->id() == arrow::Type::LIST) {
    auto inner = array_of(type->field(0)->type(), values.offsets.back(), values);
    return arrow::ArrayData::Make(type, length, {nullptr, arrow::Buffer::Wrap(values.offsets)},
                                  {std::move(inner)}, /*null_count=*/0);
  }
  if (type->id() == arrow::Type::FIXED_SIZE_LIST) {
    const auto& list = static_cast<const arrow::FixedSizeListType&>(*type);
    auto inner = array_of(list.value_type(), length * list.list_size(), values);
    return arrow::ArrayData::Make(type, length, {nullptr}, {std::move(inner)}, /*null_count=*/0);
  }
  auto bytes = std::make_shared<arrow::Buffer>(static_cast<const std::uint8_t*>(values.numbers),
                                               length * type->byte_width());
  return arrow::ArrayData::Make(type, length, {nullptr, std::move(bytes)}, /*null_count=*/0);
}

// Writes Arrow's bytes to a DurableFile, and keeps its error.
class FileStream final : public arrow::io::OutputStream {
 public:
  explicit FileStream(DurableFile file) : file_(std::move(file)) {}

  arrow::Status Write(const void* data, std::int64_t bytes) override {
    const Result<void> written = file_.write(data, static_cast<std::size_t>(bytes));
    if (!written) {
      failure_ = written.error();
      return arrow::Status::IOError(failure_->message);
    }
    position_ += bytes;
    return arrow::Status::OK();
  }
  using arrow::io::OutputStream::Write;
  arrow::Status Close() override {
    is_closed_ = true;
    return arrow::Status::OK();
  }
  arrow::Result<std::int64_t> Tell() const override { return position_; }
  bool closed() const override { return is_closed_; }

  Result<void> finish() { return file_.finish(); }
  const std::optional<Error>& failure() const { return failure_; }

 private:
  DurableFile file_;
  std::int64_t position_ = 0;
  bool is_closed_ = false;
  std::optional<Error> failure_;
};

class ArrowFile final : public ParquetFile {
 public:
  ArrowFile(std::filesystem::path path, DurableFile file, const std::vector<ParquetColumn>& columns)
      : path_(std::move(path)), stream_(std::make_shared<FileStream>(std::move(file))) {
    arrow::FieldVector fields;
    for (const ParquetColumn& column : columns)
      fields.push_back(arrow::field(column.name, type_of(column), /*nullable=*/false));
    schema_ = arrow::schema(std::move(fields));
  }

  Result<void> open() {
    parquet::WriterProperties::Builder properties;
    // Numbers from models hardly ever repeat.
    properties.compression(arrow::Compression::ZSTD)->disable_dictionary();
    // Without it, fixed-size lists would be read as variable-size lists.
    parquet::ArrowWriterProperties::Builder of_arrow;
    of_arrow.store_schema();
    auto writer = parquet::arrow::FileWriter::Open(*schema_, arrow::system_memory_pool(), stream_,
                                                   properties.build(), of_arrow.build());
    if (!writer.ok()) return error_of(writer.status());
    writer_ = std::move(writer).ValueUnsafe();
    return {};
  }

  Result<void> write(std::int64_t num_rows, const std::vector<ParquetValues>& columns) override {
    arrow::ArrayVector arrays;
    for (std::size_t i = 0; i < columns.size(); ++i)
      arrays.push_back(arrow::MakeArray(
          array_of(schema_->field(static_cast<int>(i))->type(), num_rows, columns[i])));
    const auto table = arrow::Table::Make(schema_, std::move(arrays), num_rows);
    return checked(writer_->WriteTable(*table, num_rows));
  }

  Result<void> finish() override {
    TRY(checked(writer_->Close()));
    return stream_->finish();
  }

 private:
  Result<void> checked(const arrow::Status& status) const {
    if (status.ok()) return {};
    return error_of(status);
  }
  Error error_of(const arrow::Status& status) const {
    if (stream_->failure()) return *stream_->failure();
    return make_error("file.write", {{"path", path_.string()}, {"problem", status.message()}});
  }

  const std::filesystem::path path_;
  std::shared_ptr<arrow::Schema> schema_;
  std::shared_ptr<FileStream> stream_;
  std::unique_ptr<parquet::arrow::FileWriter> writer_;
};

Result<std::unique_ptr<ParquetFile>> create(const std::filesystem::path& path,
                                            const std::vector<ParquetColumn>& columns) {
  TRY(DurableFile file, DurableFile::create(path));
  auto made = std::make_unique<ArrowFile>(path, std::move(file), columns);
  TRY(made->open());
  return std::unique_ptr<ParquetFile>(std::move(made));
}

}  // namespace

extern "C" __attribute__((visibility("default"))) void trainyard_create_parquet_file(
    const std::filesystem::path& path, const std::vector<ParquetColumn>& columns,
    Result<std::unique_ptr<ParquetFile>>* file) {
  *file = create(path, columns);
}

}  // namespace trainyard
