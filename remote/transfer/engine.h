// SPDX-License-Identifier: GPL-3.0-or-later
// Our programs on a target: sent once as trees whose names contain the hash of their content, with
// torch's (and Arrow's) libraries separate from ours, so that a new engine transfers few bytes.
//   <base>/engine/torch-<version>-cpu-<hash>/        libraries that every engine needs
//   <base>/engine/torch-<version>-cuda-<hash>/       additional ones for GPUs
//   <base>/engine/trainyard-<version>-<hash>/        yard-agent; engine (a launcher), engine.bin,
//                                                    libengine_parquet.so, libengine_gpu.so,
//                                                    libengine_kernels.so, and in sys/ the loader,
//                                                    the C library and other system libraries of
//                                                    the build. With programs for aarch64 at
//                                                    hand, yard-agent starts yard-agent.x86_64 or
//                                                    yard-agent.aarch64, by the node
// Each contains manifest.sha256 and appears once all its files were verified there. Torch's have
// the same names and content whether they were sent or fetched there.
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
  QString programs;  // on the target: the folder of yard-agent and engine
  qint64 bytesToSend = 0;
  bool isThere = false;
};
// Compares the target with what the programs were built for, and checks what it already has.
// `localPrograms`: the folder of yard-agent and engine on this computer. Errors: "engine.missing"
// (not built here), "engine.incompatible", "engine.no_space".
QCoro::Task<Result<EnginePlan>> planEngine(Host& host, QString localPrograms, QString base,
                                           EngineParts parts, TargetFacts facts,
                                           std::stop_token stop);

// Where torch comes from if the target lacks it: fetched by the target itself where that has a way
// to a package index (torch_fetch.h), else sent; or sent in any case.
enum class TorchFrom { targetFirst, here };

// Brings what the target lacks; returns the programs folder there. Torch that is to be sent, and is
// not installed here, is first fetched into the cache folder. Errors: "engine.missing",
// "transfer.damaged", "torch.nowhere", those of fetchTorch and runRsync.
QCoro::Task<Result<QString>> sendEngine(Host& host, QString localPrograms, QString base,
                                        EngineParts parts, OnProgress onProgress,
                                        std::stop_token stop,
                                        TorchFrom from = TorchFrom::targetFirst);

// Where torch is that was fetched to this computer, to be sent from here: a folder of trees.
QString fetchedTorchFolder();

// The programs folder there. Reads the local files if they have changed (a few seconds); empty if
// they do not exist.
QString engineFolder(const QString& base, const QString& localPrograms, EngineParts parts);

}  // namespace trainyard
