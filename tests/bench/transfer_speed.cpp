// SPDX-License-Identifier: GPL-3.0-or-later
// transfer_speed SSH_CONFIG ALIAS up|down SOURCE DESTINATION...: sends SOURCE to each DESTINATION,
// or fetches it, over one session, and prints the seconds of each as JSON.
#include <cstdio>

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QJsonArray>
#include <QJsonDocument>
#include <QTemporaryDir>

#include "remote/host/ssh_host.h"
#include "engine/contract/messages.h"
#include "remote/transfer/rsync.h"
#include "tests/remote/result_of.h"
#include "tests/remote/transfer/test_listener.h"

using namespace trainyard;

namespace {

int fail(const Error& error) {
  std::fprintf(stderr, "%s\n", error.message.c_str());
  return 1;
}

int measure(SshHost& host, const QStringList& words) {
  if (auto connected = resultOf(host.connect({})); !connected) return fail(connected.error());
  QJsonArray seconds;
  for (const QString& destination : words.mid(5)) {
    RsyncRequest request;
    request.what = QStringLiteral("bench");
    request.direction = words[3] == QLatin1String("up") ? RsyncRequest::Direction::toTarget
                                                        : RsyncRequest::Direction::fromTarget;
    request.source = words[4];
    request.destination = destination;
    QElapsedTimer clock;
    clock.start();
    if (auto done = resultOf(runRsync(host, request, {}, {})); !done) return fail(done.error());
    seconds.append(static_cast<double>(clock.elapsed()) / 1000);
  }
  std::printf("%s\n", QJsonDocument(seconds).toJson(QJsonDocument::Compact).constData());
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  QCoreApplication application(argc, argv);
  const QStringList words = application.arguments();
  if (words.size() < 6) return 2;
  QTemporaryDir folder;
  TestListener door(folder.path());
  const AskPerson nobody = [](LoginQuestion, std::stop_token) -> QCoro::Task<Result<LoginAnswer>> {
    co_return foreign_error("ask.nobody", {}, "nobody is there", ExitCode::unreachable);
  };
  SshHost host({QStringLiteral("target"), words[2], words[1]}, nobody, door);
  const int code = measure(host, words);
  QCoro::waitFor(host.finish());
  return code;
}
