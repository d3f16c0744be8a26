// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/store/study_reader.h"

#include <algorithm>

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include "engine/contract/messages.h"
#include "remote/host/file_error.h"

namespace trainyard {
namespace {

const QString journalEnding = QStringLiteral(".jsonl");

Result<void> take(StudyReader::Reading& reading, const QByteArray& line) {
  TRY(const auto record,
      search::parse_record({line.constData(), static_cast<std::size_t>(line.size())}));
  const bool isHeader = std::holds_alternative<search::StudyRecord>(record);
  if (isHeader != (reading.records == 0)) return make_error("study.empty", {});
  if (!isHeader) {
    TRY(search::check_record(reading.recorded, record));
  }
  search::apply_record(reading.recorded, record);
  ++reading.records;
  return {};
}

}  // namespace

StudyReader::StudyReader(QString store) : m_path(std::move(store)), m_store(m_path) {}

QString StudyReader::studiesFolder(const QString& store) {
  return QFileInfo(store).path() + QStringLiteral("/studies");
}

QString StudyReader::journalPath(const QString& study, const QString& store) {
  return journalIn(studiesFolder(store), study);
}

QString StudyReader::journalIn(const QString& folder, const QString& study) {
  return folder + QLatin1Char('/') + study + journalEnding;
}

Result<QStringList> StudyReader::studies() {
  struct Found {
    double created;
    QString study;
  };
  QList<Found> found;
  TRY(const auto runs, m_store.searches().list());
  for (const StoredSearches::Search& run : runs) found.append({run.created, run.run});
  const QDir folder(studiesFolder(m_path));
  for (const QFileInfo& file :
       folder.entryInfoList({QLatin1Char('*') + journalEnding}, QDir::Files))
    found.append(
        {static_cast<double>(file.birthTime().isValid() ? file.birthTime().toMSecsSinceEpoch()
                                                        : file.lastModified().toMSecsSinceEpoch()) /
             1000,
         file.completeBaseName()});
  std::ranges::stable_sort(found, std::ranges::greater(), &Found::created);
  QStringList studies;
  for (const Found& each : std::as_const(found)) studies.append(each.study);
  return studies;
}

Result<void> StudyReader::read(const QString& study, Reading& reading) {
  const QString path = journalPath(study, m_path);
  if (QFile::exists(path)) return readJournal(path, reading);
  TRY(const auto records, m_store.searches().records(study, reading.attempt, reading.place));
  if (records.attempt == 0) return make_error("study.unknown", {{"study", study.toStdString()}});
  if (records.attempt != reading.attempt) reading = {};
  reading.attempt = records.attempt;
  for (const auto& [sequence, line] : records.lines) {
    TRY(take(reading, line));
    reading.place = sequence;
  }
  return {};
}

Result<void> StudyReader::readJournal(const QString& path, Reading& reading) {
  QFile file(path);
  if (!file.open(QIODevice::ReadOnly))
    return fileError("store.unreadable", path, file.errorString());
  // A journal only grows, but for a last line that was never finished.
  if (file.size() < reading.place) reading = {};
  file.seek(reading.place);
  while (!file.atEnd()) {
    const QByteArray line = file.readLine();
    if (!line.endsWith('\n')) break;
    TRY(take(reading, line.chopped(1)));
    reading.place += line.size();
  }
  return {};
}

}  // namespace trainyard
