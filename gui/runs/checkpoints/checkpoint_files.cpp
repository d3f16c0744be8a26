// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/checkpoints/checkpoint_files.h"

#include <QFileInfo>
#include <QPointer>

#include "engine/contract/messages.h"
#include "engine/system/unix_time.h"
#include "gui/targets/error_text.h"
#include "remote/service/protocol/checkpoint_methods.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

// A checkpoint has its model and a folder with the state of training.
constexpr qsizetype maxCheckpointFolders = 20;
// Whoever wrote the manifest: a larger one is none.
constexpr qint64 maxManifestBytes = 1 << 20;

}  // namespace

CheckpointFiles::CheckpointFiles(ServiceClient* client, QObject* parent)
    : QObject(parent), m_client(client) {}

CheckpointFiles::~CheckpointFiles() {
  m_stop.request_stop();
  m_readStop.request_stop();
}

void CheckpointFiles::list(const RunRecord& run) { runList(run, m_stop.get_token()); }

QCoro::Task<void> CheckpointFiles::runList(RunRecord run, std::stop_token stop) {
  const QPointer<CheckpointFiles> self(this);
  const QString folder = run.folder + u"/checkpoints"_s;
  CheckpointListing listing;
  listing.time = unix_time();
  const auto found = co_await m_client->call(methods::filesList, stop, run.target, folder);
  if (!self) co_return;
  const bool isMissing = !found && found.error().code == "files.missing";
  if (!found && !isMissing) co_return emit self->notListed(run.run, errorText(found.error()));
  if (found) {
    listing.files = found->files;
    const auto best =
        co_await m_client->call(methods::filesRead, stop, run.target, folder + u"/best"_s, 0);
    if (!self) co_return;
    if (best)
      listing.best = QString::fromUtf8(best->data.content.first(
                                           std::min<qsizetype>(256, best->data.content.size())))
                         .trimmed();
  }
  emit self->listed(run.run, listing);
}

void CheckpointFiles::read(const RunRecord& run, const QString& path) {
  m_readStop.request_stop();
  m_readStop = std::stop_source();
  runRead(run, path, m_readStop.get_token());
}

QCoro::Task<Result<QList<CheckpointFile>>> CheckpointFiles::filesIn(RunRecord run, QString path,
                                                                    std::stop_token stop) {
  const QPointer<CheckpointFiles> self(this);
  const QString root = run.folder + u'/' + path;
  QList<CheckpointFile> files;
  QStringList folders{QString()};
  for (qsizetype at = 0; at < folders.size() && at < maxCheckpointFolders; ++at) {
    const QString below = folders[at];
    const QString folder = below.isEmpty() ? root : root + u'/' + below.chopped(1);
    const auto found = co_await m_client->call(methods::filesList, stop, run.target, folder);
    if (!self) co_return QList<CheckpointFile>();
    if (!found) co_return found.error();
    for (const TargetFile& file : found->files)
      if (file.kind == FileKind::folder)
        folders << below + file.name + u'/';
      else
        files << CheckpointFile{below + file.name, file.bytes, {}};
  }
  co_return files;
}

QCoro::Task<void> CheckpointFiles::runRead(RunRecord run, QString path, std::stop_token stop) {
  const QPointer<CheckpointFiles> self(this);
  const auto files = co_await filesIn(run, path, stop);
  if (!self || stop.stop_requested()) co_return;
  if (!files) co_return emit self->notRead(run.run, path, errorText(files.error()));
  const QString place = run.folder + u'/' + path + u'/' + QLatin1String(manifest_name);
  const auto manifest = co_await m_client->call(methods::filesRead, stop, run.target, place, 0);
  if (!self || stop.stop_requested()) co_return;
  if (!manifest && manifest.error().code != "files.missing")
    co_return emit self->notRead(run.run, path, errorText(manifest.error()));
  std::optional<QByteArray> content;
  if (manifest && manifest->bytes <= maxManifestBytes) content = manifest->data.content;
  emit self->contentRead(run.run, path, CheckpointContent::of(content, *files));
}

void CheckpointFiles::remove(const RunRecord& run, const QStringList& names) {
  if (m_isRemoving) return;
  m_isRemoving = true;
  emit changed();
  runRemove(run.run, names, m_stop.get_token());
}

QCoro::Task<void> CheckpointFiles::runRemove(QString run, QStringList names, std::stop_token stop) {
  const QPointer<CheckpointFiles> self(this);
  const auto answer = co_await m_client->call(methods::checkpointsRemove, stop, run, names);
  if (!self) co_return;
  self->m_isRemoving = false;
  emit self->changed();
  if (!self) co_return;
  if (!answer) co_return emit self->failed(errorText(answer.error()));
  emit self->removed(run, answer->removed);
}

void CheckpointFiles::copy(const RunRecord& run, const QList<Copy>& copies) {
  if (m_isCopying) return;
  m_isCopying = true;
  emit changed();
  runCopy(run, copies, m_stop.get_token());
}

// A folder that is there is not added to: it would be a mixture of two models.
QCoro::Task<Result<QString>> CheckpointFiles::fetchOne(RunRecord run, Copy copy,
                                                       std::stop_token stop) {
  const QPointer<CheckpointFiles> self(this);
  const QString root = run.folder + u'/' + copy.path;
  if (QFileInfo::exists(copy.destination))
    co_return make_error("folder.exists", {{"path", copy.destination.toStdString()}});
  if (copy.files.isEmpty()) {
    const auto fetched =
        co_await m_client->call(methods::filesFetch, stop, run.target, root, copy.destination);
    if (!fetched) co_return fetched.error();
    co_return copy.destination;
  }
  for (const QString& file : copy.files) {
    const QString there = root + u'/' + file, here = copy.destination + u'/' + file;
    const auto fetched =
        co_await m_client->call(methods::filesFetch, stop, run.target, there, here);
    if (!self) co_return copy.destination;
    if (!fetched) co_return fetched.error();
  }
  co_return copy.destination;
}

QCoro::Task<void> CheckpointFiles::runCopy(RunRecord run, QList<Copy> copies,
                                           std::stop_token stop) {
  const QPointer<CheckpointFiles> self(this);
  QStringList destinations;
  std::optional<Error> problem;
  for (const Copy& copy : copies) {
    const auto fetched = co_await fetchOne(run, copy, stop);
    if (!self) co_return;
    if (!fetched) {
      problem = fetched.error();
      break;
    }
    destinations << *fetched;
  }
  self->m_isCopying = false;
  emit self->changed();
  if (!self) co_return;
  if (problem)
    emit self->failed(errorText(*problem));
  else
    emit self->copied(destinations);
}

}  // namespace trainyard
