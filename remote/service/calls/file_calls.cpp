// SPDX-License-Identifier: GPL-3.0-or-later
// The calls about files of a target, and about the code of a run. They need no queue there.
#include <algorithm>

#include <QDir>
#include <QFileInfo>

#include "engine/contract/messages.h"
#include "remote/service/calls/call_table.h"
#include "remote/service/protocol/code_methods.h"
#include "remote/transfer/fetch.h"

namespace trainyard {
namespace {

constexpr qint64 filePieceBytes = 1 << 20;

Answering<TargetListing> listFilesOf(CallContext& context, FilesArguments arguments,
                                     std::stop_token stop) {
  CO_TRY(auto held, co_await context.targets.reached(arguments.target, stop));
  co_return co_await listFiles(*held.target.host, arguments.path, stop);
}

// What is no regular file is not opened: a pipe would never answer.
Answering<FilePiece> readFileOf(CallContext& context, ReadFileArguments arguments,
                                std::stop_token stop) {
  CO_TRY(auto held, co_await context.targets.reached(arguments.target, stop));
  Host& host = *held.target.host;
  CO_TRY(const auto there, co_await listFiles(host, arguments.path, stop));
  if (there.isFolder) co_return make_error("files.is_folder", {{"path", there.path.toStdString()}});
  if (there.files.size() != 1 || there.files.first().kind != FileKind::file)
    co_return make_error("files.no_file", {{"path", there.path.toStdString()}});
  FilePiece piece;
  piece.bytes = there.files.first().bytes;
  piece.offset =
      arguments.offset < 0 ? std::max<qint64>(0, piece.bytes + arguments.offset) : arguments.offset;
  CO_TRY(piece.data.content,
         co_await host.readFile(there.path, piece.offset, filePieceBytes, stop));
  co_return piece;
}

Answering<FetchedRun> fetchFiles(CallContext& context, FetchFilesArguments arguments,
                                 std::stop_token stop) {
  if (!arguments.destination.startsWith(QLatin1Char('/')))
    co_return make_error("protocol.path", {{"name", "destination"}});
  const QString target = arguments.target, destination = arguments.destination;
  CO_TRY(auto held, co_await context.targets.reached(target, stop));
  Host& host = *held.target.host;
  CO_TRY(const auto there, co_await listFiles(host, arguments.path, stop));
  OnProgress onProgress = [&context, target](const TransferProgress& p) {
    emit context.runs.registry().progressed(
        {{}, target, p.what, p.bytesDone, p.bytesTotal, p.bytesPerSecond, p.secondsLeft});
  };
  const QFileInfo here(destination);
  if (there.isFolder && here.exists() && !here.isDir())
    co_return make_error("fetch.no_folder", {{"path", destination.toStdString()}});
  const QString what = there.path.section(QLatin1Char('/'), -1);
  const QString name = arguments.path.section(QLatin1Char('/'), -1);
  const bool isInFolder =
      !there.isFolder && (here.isDir() || destination.endsWith(QLatin1Char('/')));
  const QString place = isInFolder ? destination + QLatin1Char('/') + name : destination;
  Result<FetchReport> fetched = FetchReport();
  if (there.isFolder)
    fetched = co_await fetchTree(host, what, there.path, place, onProgress, stop);
  else
    fetched = co_await fetchFile(host, what, there.path, place, onProgress, stop);
  if (!fetched) co_return fetched.error();
  co_return FetchedRun{QDir::cleanPath(place), fetched->leftOut};
}

Answering<CodeListing> listCodeOf(CallContext& context, RunArguments arguments,
                                  std::stop_token stop) {
  CO_TRY(auto found, context.runs.find(arguments.run));
  CO_TRY(auto held, co_await context.targets.reached(found.run.target, stop));
  co_return co_await listCode(*held.target.host, codeFolderOf(found.run), stop);
}

}  // namespace

void addFileCalls(CallTable& table) {
  table.add(methods::filesList, listFilesOf);
  table.add(methods::filesRead, readFileOf);
  table.add(methods::filesFetch, fetchFiles);
  table.add(methods::codeList, listCodeOf);
}

}  // namespace trainyard
