// SPDX-License-Identifier: GPL-3.0-or-later
#include <cstdio>
#include <memory>

#include <QDir>

#include "remote/cli/commands.h"
#include "remote/cli/output.h"
#include "remote/cli/progress_line.h"
#include "remote/transfer/progress.h"

namespace trainyard {
namespace {

void printPreview(const MirrorAnswer& preview, const MirrorOptions& options) {
  const bool isDeleted = options.surplus == MirrorOptions::Surplus::isDeleted;
  print(QStringLiteral("into     %1")
            .arg(sanitizedForTerminal(options.target == QLatin1String("here")
                                          ? preview.folder
                                          : options.target + QLatin1Char(':') + preview.folder)));
  print(QStringLiteral("send     %1 files, %2")
            .arg(countText(preview.files), bytesText(preview.bytes)));
  for (const QString& name : preview.surplus)
    print((isDeleted ? QStringLiteral("delete   %1")
                     : QStringLiteral("extra    %1: stays; --delete removes it"))
              .arg(sanitizedForTerminal(name)));
  if (const qint64 more = preview.surplusCount - preview.surplus.size(); more > 0)
    print((isDeleted ? QStringLiteral("delete   and %1 more")
                     : QStringLiteral("extra    and %1 more"))
              .arg(countText(more)));
}

}  // namespace

QCoro::Task<int> mirrorExperiment(ServiceClient& client, MirrorOptions options) {
  SubmitRequest request;
  request.path = QDir::current().absoluteFilePath(options.path);
  request.target = options.target;
  auto preview = co_await client.call(methods::mirrorPreview, {}, request, options.folder,
                                      std::optional<qint64>());
  if (!preview) co_return fail(preview.error());
  const bool isText = options.format == Format::text;
  if (isText) printPreview(*preview, options);
  std::optional<qint64> deletions;
  if (options.surplus == MirrorOptions::Surplus::isDeleted) deletions = preview->surplusCount;
  if (options.mode == MirrorOptions::Mode::mirror) {
    const QString question = QStringLiteral("Delete these %1 in %2?")
                                 .arg(countText(preview->surplusCount), preview->folder);
    if (deletions.value_or(0) > 0 && options.ask == Ask::onTerminal) {
      const auto confirmed = isConfirmed(question);
      if (!confirmed) co_return fail(confirmed.error());
      if (!*confirmed) {
        std::fprintf(stderr, "nothing was changed\n");
        co_return 0;
      }
    }
    auto progress = std::make_unique<ProgressLine>(client, QString());
    auto mirrored = co_await client.call(methods::mirror, {}, request, options.folder, deletions);
    progress.reset();
    if (!mirrored) co_return fail(mirrored.error());
    if (isText) std::fprintf(stderr, "done\n");
  }
  if (!isText) printJson(toJson(*preview));
  co_return 0;
}

}  // namespace trainyard
