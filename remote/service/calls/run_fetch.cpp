// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/service/calls/run_fetch.h"

#include <QFileInfo>

#include "engine/contract/messages.h"
#include "remote/host/places.h"
#include "remote/transfer/fetch.h"
#include "remote/values/text.h"

namespace trainyard {

QCoro::Task<Result<FetchedRun>> fetchRun(Target target, RunRecord run, FetchWhat what,
                                         QString destination, OnProgress onProgress,
                                         std::stop_token stop) {
  if (target.isHere() && destination.isEmpty()) co_return FetchedRun{run.folder, {}};
  if (!destination.isEmpty() && !destination.startsWith(QLatin1Char('/')))
    co_return make_error("protocol.path", {{"name", "destination"}});
  // Reported before anything is transferred.
  if (const QFileInfo there(destination); there.exists() && !there.isDir())
    co_return make_error("fetch.no_folder", {{"path", destination.toStdString()}});
  if (destination.isEmpty())
    destination =
        QStringLiteral("%1/fetched/%2").arg(dataFolder(), run.folder.section(QLatin1Char('/'), -1));
  const QString name = text(name_of(what));
  const QString part = what == FetchWhat::all ? QString() : QLatin1Char('/') + name;
  CO_TRY(auto fetched, co_await fetchTree(*target.host, name, run.folder + part, destination + part,
                                          std::move(onProgress), stop));
  co_return FetchedRun{destination, fetched.leftOut};
}

}  // namespace trainyard
