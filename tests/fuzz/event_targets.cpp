// SPDX-License-Identifier: GPL-3.0-or-later
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <QByteArray>
#include <QTemporaryDir>

#include "engine/contract/run/event_file.h"
#include "engine/contract/run/events.h"
#include "engine/search/study_record.h"
#include "remote/follow/event_stream.h"
#include "tests/fuzz/remote_targets.h"

namespace trainyard {
namespace {

std::vector<std::string> linesOf(const std::vector<Event>& events) {
  std::vector<std::string> lines;
  for (const Event& event : events) lines.push_back(to_line(event));
  return lines;
}

// An event that was read is written as a line which is read as the same event.
void checkLine(std::string_view line) {
  const auto event = parse_event(line);
  if (!event) return require(!event.error().code.empty());
  const std::string written = to_line(*event);
  require(written.find('\n') == std::string::npos);
  const auto again = parse_event(written);
  require(again && to_line(*again) == written);
  if (const auto* study = std::get_if<StudyEvent>(&event->body))
    static_cast<void>(search::parse_record(study->text));
}

// The pieces in which a file arrives change nothing, and together they are the file.
void checkFile(const QByteArray& bytes) {
  const EventBatch whole = linesAt(100, bytes);
  require(!whole.offset || (*whole.offset > 100 && *whole.offset <= 100 + bytes.size()));
  std::vector<std::string> lines;
  QByteArray joined;
  qint64 bad = 0;
  for (const QByteArray& piece : piecesAtLines(bytes, 256)) {
    const EventBatch batch = linesAt(100 + joined.size(), piece);
    for (const std::string& line : linesOf(batch.events)) lines.push_back(line);
    bad += batch.badLines;
    joined += piece;
  }
  require(joined == bytes && bad == whole.badLines && lines == linesOf(whole.events));
}

// However the network cuts the stream, the events are the same.
void checkStream(const QByteArray& bytes) {
  EventStreamParser whole(2), halves(2);
  const EventBatch all = whole.feed(bytes);
  EventBatch first = halves.feed(bytes.first(bytes.size() / 3));
  const EventBatch second = halves.feed(bytes.sliced(bytes.size() / 3));
  std::vector<std::string> lines = linesOf(first.events);
  for (const std::string& line : linesOf(second.events)) lines.push_back(line);
  require(lines == linesOf(all.events) && whole.isOver() == halves.isOver());
  require(first.badLines + second.badLines == all.badLines);
}

// The agent reads the file as this computer does.
void checkEventFile(std::string_view input, const EventBatch& whole) {
  static const QTemporaryDir folder;
  const std::filesystem::path path = folder.filePath(QStringLiteral("events.jsonl")).toStdString();
  std::ofstream(path, std::ios::binary) << input;
  EventFileReader reader(path);
  const auto events = reader.read();
  require(events && linesOf(*events) == linesOf(whole.events));
  require(static_cast<qint64>(reader.bad_lines()) == whole.badLines);
  require(static_cast<qint64>(reader.offset()) == whole.offset.value_or(0));
}

}  // namespace

void fuzz_events(std::string_view input) {
  const QByteArray bytes(input.data(), static_cast<qsizetype>(input.size()));
  for (std::size_t begin = 0; begin < input.size();) {
    const std::size_t end = std::min(input.find('\n', begin), input.size());
    checkLine(input.substr(begin, end - begin));
    begin = end + 1;
  }
  checkFile(bytes);
  checkStream(bytes);
  checkEventFile(input, linesAt(0, bytes));
}

}  // namespace trainyard
