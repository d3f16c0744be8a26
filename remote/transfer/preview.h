// SPDX-License-Identifier: GPL-3.0-or-later
// What a submission would send, before it sends it.
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
  QString source;  // of the code; empty: none travels
  QStringList exclude;
  QString earlierRunFolder;  // there; empty: none
  QStringList dataPaths;     // local files and folders that travel
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
  QStringList missingSinceLast;  // files that the earlier run had and this one has not; bytes that
                                 // are no text shown as U+FFFD
  LeftByGit leftByGit;
  QStringList idlePatterns;  // of code.exclude, that leave nothing out
  QList<Data> data;
  qint64 engineBytes = 0;  // that would travel
  bool engineIsThere = false;
  double engineSeconds = 0,
         seconds = 0;  // by the rate of the last transfer to this host; 0: not measured yet
};
QCoro::Task<Result<SyncPreview>> previewSync(Host& host, SyncRequest request, std::stop_token stop);

}  // namespace trainyard
