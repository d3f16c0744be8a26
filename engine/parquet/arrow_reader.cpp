// SPDX-License-Identifier: GPL-3.0-or-later
// Only part of libengine_parquet.so. Arrow reports errors by status and by exception; both are
// converted here.
#include <algorithm>
#include <exception>
#include <utility>

#include <arrow/api.h>
#include <arrow/io/file.h>
#include <parquet/arrow/reader.h>
#include <parquet/arrow/schema.h>
#include <parquet/file_reader.h>
#include <parquet/properties.h>

#include "engine/contract/messages.h"
#include "engine/system/utf8_sequence.h"
#include "engine/parquet/arrow_cells.h"
#include "engine/parquet/arrow_objects.h"

namespace trainyard {

namespace {

void add_leaves(const parquet::arrow::SchemaField& field, std::vector<int>& leaves) {
  if (field.is_leaf()) leaves.push_back(field.column_index);
  for (const auto& child : field.children) add_leaves(child, leaves);
}

class ArrowReader final : public ParquetReader {
 public:
  explicit ArrowReader(std::filesystem::path path)
      : path_(std::move(path)), memory_(arrow::system_memory_pool(), kParquetMemory) {}

  Result<void> open() {
    return guarded([&]() -> Result<void> {
      auto file = arrow::io::ReadableFile::Open(path_.string(), &memory_);
      if (!file.ok())
        return make_error("file.read",
                          {{"path", path_.string()}, {"problem", message_of(file.status())}},
                          ExitCode::environment);
      parquet::ReaderProperties properties(&memory_);
      properties.enable_buffered_stream();  // reads pages instead of whole columns of a row group
      properties.set_buffer_size(1 << 18);
      parquet::ArrowReaderProperties of_arrow(/*use_threads=*/false);
      of_arrow.set_pre_buffer(false);
      parquet::arrow::FileReaderBuilder builder;
      TRY(checked(builder.Open(std::move(file).ValueUnsafe(), properties)));
      TRY(checked(builder.memory_pool(&memory_)->properties(of_arrow)->Build(&reader_)));
      std::shared_ptr<arrow::Schema> schema;
      TRY(checked(reader_->GetSchema(&schema)));
      for (const auto& field : schema->fields()) fields_.push_back(field_of(*field));
      num_rows_ = reader_->parquet_reader()->metadata()->num_rows();
      constexpr std::int64_t kMaxRows = std::int64_t{1} << 48;  // so that sums do not overflow
      if (num_rows_ < 0 || num_rows_ > kMaxRows ||
          fields_.size() != reader_->manifest().schema_fields.size())
        return damaged("its description contradicts itself");
      return {};
    });
  }

  std::int64_t num_rows() const override { return num_rows_; }
  const std::vector<ParquetField>& fields() const override { return fields_; }

  Result<void> start(const std::vector<std::string>& columns, std::int64_t max_rows) override {
    return start_any(columns, max_rows, /*takes_other=*/false);
  }

  Result<void> start_objects(const std::vector<std::string>& columns,
                             std::int64_t max_rows) override {
    if (!columns.empty()) return start_any(columns, max_rows, /*takes_other=*/true);
    std::vector<std::string> all;
    for (const ParquetField& field : fields_)
      if (std::ranges::find(all, field.name) == all.end()) all.push_back(field.name);
    return start_any(all, max_rows, /*takes_other=*/true);
  }

  Result<bool> next_objects(std::vector<Map>& objects, std::int64_t& first_row) override {
    objects.clear();
    std::shared_ptr<arrow::RecordBatch> batch;
    TRY(guarded([&]() -> Result<void> {
      TRY(read_batch(batch));
      if (!batch) return {};
      first_row = row_;
      read_objects(*batch, objects);
      row_ += batch->num_rows();
      return {};
    }));
    return batch != nullptr;
  }

  Result<bool> next(ParquetRows& rows) override {
    std::shared_ptr<arrow::RecordBatch> batch;
    TRY(guarded([&]() -> Result<void> {
      TRY(read_batch(batch));
      return batch ? take(*batch, rows) : Result<void>();
    }));
    return batch != nullptr;
  }

 private:
  Result<void> start_any(const std::vector<std::string>& columns, std::int64_t max_rows,
                         bool takes_other) {
    wanted_.clear();
    batches_.reset();
    row_ = 0;
    std::vector<int> leaves, groups;
    for (const std::string& name : columns) {
      const auto found = std::ranges::find(fields_, name, &ParquetField::name);
      if (found == fields_.end())
        return make_error("parquet.no_column",
                          {{"path", path_.string()}, {"column", name}, {"columns", all_names()}});
      if (found->kind == ParquetKind::other && !takes_other)
        return make_error(
            "parquet.kind",
            {{"path", path_.string()}, {"column", name}, {"type", clean(found->type)}});
      wanted_.push_back(*found);
      add_leaves(reader_->manifest().schema_fields[found - fields_.begin()], leaves);
    }
    return guarded([&]() -> Result<void> {
      for (int group = 0; group < reader_->num_row_groups(); ++group) groups.push_back(group);
      reader_->set_batch_size(max_rows);
      auto batches = reader_->GetRecordBatchReader(groups, leaves);
      TRY(checked(batches.status()));
      batches_ = std::move(batches).ValueUnsafe();
      return {};
    });
  }

  // Null after the last row.
  Result<void> read_batch(std::shared_ptr<arrow::RecordBatch>& batch) {
    do {
      TRY(checked(batches_->ReadNext(&batch)));
    } while (batch && batch->num_rows() == 0);
    if (!batch) return end();
    if (batch->num_columns() != static_cast<int>(wanted_.size()) ||
        batch->num_rows() > num_rows_ - row_)
      return damaged("it has other rows than it says");
    return checked(batch->Validate());
  }

  Result<void> take(const arrow::RecordBatch& batch, ParquetRows& rows) {
    rows.first_row = row_;
    rows.num_rows = batch.num_rows();
    rows.columns.resize(wanted_.size());
    for (std::size_t i = 0; i < wanted_.size(); ++i) {
      ParquetCells& cells = rows.columns[i];
      cells.integers.clear();
      cells.reals.clear();
      cells.texts.clear();
      cells.offsets.clear();
      if (auto problem = read_cells(wanted_[i], *batch.column(static_cast<int>(i)), cells))
        return make_error(
            problem->code,
            {{"path", path_.string()}, {"column", wanted_[i].name}, {"row", row_ + problem->row}});
    }
    row_ += batch.num_rows();
    return {};
  }

  Result<void> end() const {
    if (row_ != num_rows_) return damaged("it has other rows than it says");
    return {};
  }

  // Arrow's message on one line, as UTF-8: a damaged file's names may be arbitrary bytes.
  static std::string clean(std::string_view words) {
    constexpr std::size_t kMax = 300;
    std::string kept;
    for (std::size_t at = 0; at < words.size() && kept.size() < kMax;) {
      const Utf8Sequence sequence = utf8_sequence(words, at);
      const bool is_text = sequence.is_valid && static_cast<unsigned char>(words[at]) >= ' ';
      kept += is_text ? words.substr(at, sequence.length) : " ";
      at += sequence.length;
    }
    return kept;
  }
  static std::string message_of(const arrow::Status& status) { return clean(status.message()); }

  std::string all_names() const {
    std::string names;
    for (const ParquetField& field : fields_) names += (names.empty() ? "" : ", ") + field.name;
    return clean(names);
  }

  Error damaged(const std::string& problem) const {
    return make_error("parquet.damaged", {{"path", path_.string()}, {"problem", clean(problem)}});
  }
  Result<void> checked(const arrow::Status& status) const {
    if (status.ok()) return {};
    return damaged(status.message());
  }
  template <typename Work>
  Result<void> guarded(const Work& work) const {
    try {
      return work();
    } catch (const std::exception& failure) {
      return damaged(failure.what());
    }
  }

  const std::filesystem::path path_;
  arrow::CappedMemoryPool memory_;  // must outlive what is read with it
  std::unique_ptr<parquet::arrow::FileReader> reader_;
  std::unique_ptr<arrow::RecordBatchReader> batches_;
  std::vector<ParquetField> fields_, wanted_;
  std::int64_t num_rows_ = 0, row_ = 0;
};

Result<std::unique_ptr<ParquetReader>> open_with_arrow(const std::filesystem::path& path) {
  auto made = std::make_unique<ArrowReader>(path);
  TRY(made->open());
  return std::unique_ptr<ParquetReader>(std::move(made));
}

}  // namespace

extern "C" __attribute__((visibility("default"))) void trainyard_open_parquet_file(
    const std::filesystem::path& path, Result<std::unique_ptr<ParquetReader>>* reader) {
  *reader = open_with_arrow(path);
}

}  // namespace trainyard
