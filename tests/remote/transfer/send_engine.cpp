// SPDX-License-Identifier: GPL-3.0-or-later
// send_engine PROGRAMS BASE agent|processor|gpu: sends our programs into a folder of this computer
// as a target gets them, and prints where they are.
#include <cstdio>

#include <QCoreApplication>

#include "remote/host/local_host.h"
#include "remote/transfer/engine.h"
#include "tests/remote/result_of.h"

using namespace trainyard;

int main(int argc, char** argv) {
  QCoreApplication application(argc, argv);
  const QStringList words = application.arguments();
  if (words.size() != 4) return 2;
  LocalHost host;
  const EngineParts parts = words[3] == QLatin1String("gpu")         ? EngineParts::gpu
                            : words[3] == QLatin1String("processor") ? EngineParts::processor
                                                                     : EngineParts::agentOnly;
  const auto plan = resultOf(planEngine(host, words[1], words[2], parts, {}, {}));
  if (!plan) {
    std::fprintf(stderr, "%s\n", plan.error().message.c_str());
    return 1;
  }
  std::fprintf(stderr, "%lld bytes to send\n", static_cast<long long>(plan->bytesToSend));
  const OnProgress onProgress = [](const TransferProgress& progress) {
    std::fprintf(stderr, "%s: %lld of %lld bytes, %.0f a second\n", qPrintable(progress.what),
                 static_cast<long long>(progress.bytesDone),
                 static_cast<long long>(progress.bytesTotal), progress.bytesPerSecond);
  };
  const auto sent = resultOf(sendEngine(host, words[1], words[2], parts, onProgress, {}));
  if (!sent) {
    std::fprintf(stderr, "%s\n", sent.error().message.c_str());
    return 1;
  }
  std::printf("%s\n", qPrintable(*sent));
  return 0;
}
