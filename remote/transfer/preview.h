// SPDX-License-Identifier: GPL-3.0-or-later
// What a submission would send.
#pragma once

#include <stop_token>

#include <QByteArrayList>
#include <QCoroTask>
#include <QList>
#include <QString>
#include <QStringList>

#include "engine/contract/result.h"
#include "remote/host/host.h"
#include "remote/schedulers/target_facts.h"
#include "remote/transfer/code.h"
#include "remote/transfer/engine.h"

namespace trainyard {

struct SyncRequest {
  QString source;  // of the code; empty: none is transferred
  QStringList exclude;
  QString earlierRunFolder;  // on the target; empty: none
  QStringList dataPaths;     // local files and folders to transfer
  QString base;
  QString localPrograms;  // empty: the target has its own
  EngineParts parts = EngineParts::processor;
  TargetFacts facts;
};

struct SyncPreview {
  struct Data {
    QString localPath, path;
    qint64 bytes = 0;
    bool isThere = false;
  };
  qint64 codeFiles = 0, codeBytes = 0;
  QStringList missingSinceLast;  // files of the earlier run that this one lacks; invalid UTF-8 as
                                 // U+FFFD
  LeftByGit leftByGit;
  QStringList idlePatterns;  // patterns of code.exclude that exclude nothing
  QList<Data> data;
  qint64 engineBytes = 0;  // to transfer
  bool engineIsThere = false;
  double engineSeconds = 0,
         seconds = 0;  // by the rate of the last transfer to this host; 0: not measured yet
};
QCoro::Task<Result<SyncPreview>> previewSync(Host& host, SyncRequest request, std::stop_token stop);

}  // namespace trainyard
