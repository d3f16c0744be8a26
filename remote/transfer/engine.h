// SPDX-License-Identifier: GPL-3.0-or-later
// Our programs on a target: sent once as trees whose names hold the hash of their content, torch's
// (and Arrow's) libraries apart from ours, so that a new engine moves few bytes.
//   <base>/engine/torch-<version>-cpu-<hash>/        libraries that every engine needs
//   <base>/engine/torch-<version>-cuda-<hash>/       those that GPUs need in addition
//   <base>/engine/trainyard-<version>-<hash>/        yard-agent; engine (a launcher), engine.bin,
//                                                    libengine_parquet.so, libengine_gpu.so, and
//                                                    in sys/ the loader, the C library and other
//                                                    system libraries of the build
// Each holds manifest.sha256 and appears when all its files were verified there.
#pragma once

#include <stop_token>

#include <QCoroTask>
#include <QString>

#include "engine/contract/result.h"
#include "remote/host/host.h"
#include "remote/schedulers/target_facts.h"
#include "remote/transfer/progress.h"

namespace trainyard {

enum class EngineParts { agentOnly, processor, gpu };

struct EnginePlan {
  QString programs;  // there: the folder of yard-agent and engine
  qint64 bytesToSend = 0;
  bool isThere = false;
};
// Compares the target with what the programs were built for, and looks what is there.
// `localPrograms`: the folder of yard-agent and engine on this computer. Errors: "engine.missing"
// (not built here), "engine.incompatible", "engine.no_space".
QCoro::Task<Result<EnginePlan>> planEngine(Host& host, QString localPrograms, QString base,
                                           EngineParts parts, TargetFacts facts,
                                           std::stop_token stop);

// Sends what is not there; returns the programs folder there. Errors: "engine.missing",
// "transfer.damaged", those of runRsync.
QCoro::Task<Result<QString>> sendEngine(Host& host, QString localPrograms, QString base,
                                        EngineParts parts, OnProgress onProgress,
                                        std::stop_token stop);

// The programs folder there. Reads the local files when they have changed (a few seconds); empty
// when they are not there.
QString engineFolder(const QString& base, const QString& localPrograms, EngineParts parts);

}  // namespace trainyard
