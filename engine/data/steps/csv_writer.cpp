// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/data/steps/csv_writer.h"

namespace trainyard {

namespace {
constexpr std::size_t max_pending_bytes = 1u << 20;
}  // namespace

void append_csv_field(std::string& out, std::string_view field, bool is_alone) {
  const bool is_blank = is_alone && field.find_first_not_of(" \t") == field.npos;
  if (!is_blank && field.find_first_of(",\"\n\r") == field.npos) {
    out += field;
    return;
  }
  out += '"';
  for (std::size_t begin = 0; begin <= field.size();) {
    const std::size_t quote = std::min(field.find('"', begin), field.size());
    out += field.substr(begin, quote - begin);
    if (quote < field.size()) out += "\"\"";
    begin = quote + 1;
  }
  out += '"';
}

Result<CsvWriter> CsvWriter::create(const std::filesystem::path& path,
                                    const std::vector<std::string>& header) {
  TRY(auto file, DurableFile::create(path));
  CsvWriter writer(std::move(file));
  TRY(writer.add({header.begin(), header.end()}));
  return writer;
}

Result<void> CsvWriter::add(const std::vector<std::string_view>& fields) {
  const std::size_t before = pending_.size();
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (i > 0) pending_ += ',';
    append_csv_field(pending_, fields[i], fields.size() == 1);
  }
  pending_ += '\n';
  bytes_ += pending_.size() - before;
  return pending_.size() < max_pending_bytes ? Result<void>() : flush();
}

Result<void> CsvWriter::add_rows(std::string_view rows) {
  TRY(flush());
  bytes_ += rows.size();
  return file_.write(rows.data(), rows.size());
}

Result<void> CsvWriter::flush() {
  TRY(file_.write(pending_.data(), pending_.size()));
  pending_.clear();
  return {};
}

Result<void> CsvWriter::finish() {
  TRY(flush());
  return file_.finish();
}

}  // namespace trainyard
