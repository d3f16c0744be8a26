// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/experiments/document/draft_store.h"

#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSaveFile>
#include <QStandardPaths>
#include <QUuid>
#include <algorithm>
#include <functional>

#include "engine/system/unix_time.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

constexpr qint64 maxDraftBytes = 8 << 20;
constexpr qsizetype maxClosed = 10;

std::optional<SavedDraft> readDraft(const QString& path) {
  QFile file(path);
  if (!file.open(QIODevice::ReadOnly)) return std::nullopt;
  const QJsonObject json = QJsonDocument::fromJson(file.read(maxDraftBytes)).object();
  if (!json["text"_L1].isString()) return std::nullopt;
  return SavedDraft{
      path,
      json["text"_L1].toString(),
      json["path"_L1].toString(),
      json["folder"_L1].toString(),
      json["time"_L1].toDouble(),
      json["closed"_L1].toBool(),
      json["preset"_L1].toString(),
      json["saved"_L1].isString() ? std::optional(json["saved"_L1].toString()) : std::nullopt};
}

}  // namespace

QString DraftStore::usualFolder() {
  return QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation) +
         u"/trainyard/drafts"_s;
}

DraftStore::DraftStore(const ExperimentDocument* document, QString folder)
    : m_document(document), m_folder(std::move(folder)) {
  m_file = m_folder + u'/' + QUuid::createUuid().toString(QUuid::WithoutBraces) + u".json"_s;
  m_pending.setSingleShot(true);
  m_pending.setInterval(keepAfterMilliseconds);
  connect(&m_pending, &QTimer::timeout, this, &DraftStore::write);
  // Not begun anew by each key: what somebody types without a pause is kept, too.
  const auto soon = [this] {
    if (!m_pending.isActive()) m_pending.start();
  };
  connect(m_document, &ExperimentDocument::changed, this, soon);
  connect(m_document, &ExperimentDocument::modifiedChanged, this, soon);
}

DraftStore::~DraftStore() {
  if (!m_isKept) QFile::remove(m_file);
}

void DraftStore::lock() {
  QDir().mkpath(m_folder);
  QFile::setPermissions(m_folder, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
  m_lock = std::make_unique<QLockFile>(m_file + u".lock"_s);
  m_lock->setStaleLockTime(0);
  m_lock->tryLock();
}

void DraftStore::adopt(const QString& file) {
  QFile::remove(m_file);
  m_lock.reset();
  m_file = file;
  lock();
  m_pending.start();
}

void DraftStore::keep() {
  m_pending.stop();
  write();
  m_isKept = true;
}

void DraftStore::keepClosed() {
  m_isClosed = true;
  keep();
  QList<SavedDraft> others = abandoned();
  others.removeIf([](const SavedDraft& draft) { return !draft.isClosed; });
  for (const SavedDraft& draft : others.mid(maxClosed - 1)) remove(draft);
}

void DraftStore::write() {
  const bool isNowhere = m_document->path().isEmpty() && m_document->text() != emptyExperiment();
  if (!m_document->isModified() && !isNowhere) {
    QFile::remove(m_file);
    return;
  }
  if (!m_lock) lock();
  QJsonObject json{{u"text"_s, m_document->text()},     {u"path"_s, m_document->path()},
                   {u"folder"_s, m_document->folder()}, {u"time"_s, unix_time()},
                   {u"closed"_s, m_isClosed},           {u"preset"_s, m_document->preset()}};
  if (m_document->saved()) json.insert(u"saved"_s, *m_document->saved());
  QSaveFile file(m_file);
  if (!file.open(QIODevice::WriteOnly)) return;
  file.setPermissions(QFile::ReadOwner | QFile::WriteOwner);
  file.write(QJsonDocument(json).toJson(QJsonDocument::Compact));
  file.commit();
}

std::optional<SavedDraft> DraftStore::read(const QString& file) {
  QLockFile lock(file + u".lock"_s);
  lock.setStaleLockTime(0);
  return QFile::exists(file) && lock.tryLock() ? readDraft(file) : std::nullopt;
}

// The newest first.
QList<SavedDraft> DraftStore::abandoned() const {
  QList<SavedDraft> out;
  for (const QFileInfo& file : QDir(m_folder).entryInfoList({u"*.json"_s}, QDir::Files))
    if (const auto draft = file.filePath() == m_file ? std::nullopt : read(file.filePath()))
      out << *draft;
  std::ranges::sort(out, std::ranges::greater(), &SavedDraft::time);
  return out;
}

std::optional<SavedDraft> DraftStore::left(const QStringList& except) const {
  for (const SavedDraft& draft : abandoned())
    if (!draft.isClosed && !except.contains(draft.file)) return draft;
  return std::nullopt;
}

std::optional<SavedDraft> DraftStore::closed() const {
  for (const SavedDraft& draft : abandoned())
    if (draft.isClosed) return draft;
  return std::nullopt;
}

void DraftStore::remove(const SavedDraft& draft) {
  QFile::remove(draft.file);
  QFile::remove(draft.file + u".lock"_s);
}

}  // namespace trainyard
