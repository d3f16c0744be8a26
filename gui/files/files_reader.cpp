// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/files/files_reader.h"

#include <QPointer>

#include "gui/targets/error_text.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

constexpr qsizetype mostSeen = 500;

}  // namespace

FilesReader::FilesReader(ServiceClient* client) : m_client(client) {
  connect(client, &ServiceClient::progressArrived, this, [this](const ProgressReport& report) {
    if (m_isFetching && report.target == m_target) emit progressed(report);
  });
}

FilesReader::~FilesReader() {
  for (std::stop_source* stop : {&m_openStop, &m_lookStop, &m_fetchStop}) stop->request_stop();
}

void FilesReader::open(const QString& target, const QString& path) {
  m_openStop.request_stop();
  m_openStop = std::stop_source();
  leave();
  m_isReading = true;
  emit changed();
  runOpen(target, path, {}, m_openStop.get_token());
}

QCoro::Task<void> FilesReader::runOpen(QString target, QString path, QString chosen,
                                       std::stop_token stop) {
  const QPointer<FilesReader> self(this);
  auto listing = co_await m_client->call(methods::filesList, stop, target, path);
  if (!self || stop.stop_requested()) co_return;
  if (listing && !listing->isFolder && chosen.isEmpty()) {
    const QString folder = listing->path.section(u'/', 0, -2);
    self->runOpen(target, folder.isEmpty() ? u"/"_s : folder, listing->path.section(u'/', -1),
                  stop);
    co_return;
  }
  self->m_isReading = false;
  if (!listing) {
    emit self->changed();
    emit self->failed(errorText(listing.error()));
    co_return;
  }
  self->m_target = target;
  self->m_listing = std::move(*listing);
  QStringList& seen = self->m_seen[target];
  seen.removeAll(self->m_listing.path);
  seen.prepend(self->m_listing.path);
  if (seen.size() > mostSeen) seen.removeLast();
  emit self->changed();
  emit self->opened(chosen);
}

void FilesReader::leave() {
  m_lookStop.request_stop();
  m_lookStop = std::stop_source();
}

void FilesReader::look(const QString& path, qint64 offset) {
  leave();
  runLook(path, offset, m_lookStop.get_token());
}

QCoro::Task<void> FilesReader::runLook(QString path, qint64 offset, std::stop_token stop) {
  const QPointer<FilesReader> self(this);
  const auto piece = co_await m_client->call(methods::filesRead, stop, m_target, path, offset);
  if (!self || stop.stop_requested()) co_return;
  if (!piece)
    emit self->lookFailed(errorText(piece.error()));
  else
    emit self->looked(path, *piece);
}

void FilesReader::fetch(const QString& path, const QString& folder) {
  if (m_isFetching) return;
  m_isFetching = true;
  m_fetchStop = std::stop_source();
  emit changed();
  runFetch(m_target, path, folder, m_fetchStop.get_token());
}

void FilesReader::cancelFetch() { m_fetchStop.request_stop(); }

QCoro::Task<void> FilesReader::runFetch(QString target, QString path, QString folder,
                                        std::stop_token stop) {
  const QPointer<FilesReader> self(this);
  const QString destination = folder + u'/' + path.section(u'/', -1);
  const auto fetched =
      co_await m_client->call(methods::filesFetch, stop, target, path, destination);
  if (!self) co_return;
  self->m_isFetching = false;
  emit self->changed();
  if (stop.stop_requested()) co_return;
  if (!fetched)
    emit self->failed(errorText(fetched.error()));
  else if (fetched->leftOut.isEmpty())
    emit self->done(tr("Fetched to %1.").arg(fetched->path));
  else
    emit self->done(tr("Fetched to %1, but for links that lead out of the folder: %2.")
                        .arg(fetched->path, fetched->leftOut.mid(0, 5).join(u", "_s)));
}

}  // namespace trainyard
