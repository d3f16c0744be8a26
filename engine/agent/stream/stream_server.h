// SPDX-License-Identifier: GPL-3.0-or-later
// The live stream: HTTP/1.1 on a thread of its own. The file events.jsonl is the buffer, so a slow
// client costs nothing.
//
//   GET /v1/events?since=<generation>:<offset>   Server-Sent Events: id `<generation>:<offset after
//   the line>`, data the line.
//        Last-Event-ID goes before `since`; without both it begins at the attempt's first line.
//        `Accept: application/x-ndjson` gives bare lines, and an empty line as heartbeat. The
//        heartbeat, every 5 s without a line, is the event `heartbeat` without id. 410 with
//        {"generation": N} for another generation or an offset that is no beginning of a line of
//        this file. The answer ends after the line `end`.
//   GET /v1/logs/<file>?since=<offset>   bytes of stdout.log, stderr.log, events.jsonl or
//   nodes/<node>/rank-N.{out,err} from
//        there on, at most 4 MiB an answer; header Trainyard-Size: the file's size now. 416 when
//        the offset is past it.
//   GET /metrics                         the latest values for Prometheus
// Both sides prove that they know the token, and neither says it: a client sends X-Trainyard-Nonce,
// 32 hexadecimal digits of its own choice, and X-Trainyard-Proof, the hexadecimal
// HMAC-SHA256(token, "client:" + nonce); every answer to it has X-Trainyard-Proof, that of
// "server:" + nonce. Anything else gets 401 without a body and without a proof.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

#include "engine/agent/stream/event_log.h"
#include "engine/contract/run/events.h"

namespace trainyard::agent {

struct StreamSource {
  std::filesystem::path attempt_folder;
  std::int64_t generation = 1;  // the attempt's number
  std::string token;
  std::string run;  // UUID, a label in /metrics
};

class StreamServer {
 public:
  // Binds. Error "port.taken" (3), "agent.address" (2) for an address that is no number.
  static Result<std::unique_ptr<StreamServer>> listen(const std::string& address,
                                                      std::uint16_t port);
  ~StreamServer();

  const std::string& address() const;
  std::uint16_t port() const;

  // Begins to answer. The log must outlive the server.
  void start(StreamSource source, const EventLog& log);

  void notify();                  // lines were written; any thread
  void show(const Event& event);  // for /metrics; any thread

  // Waits, at most so long, until connected readers have the last line, and closes everything.
  void finish(std::chrono::milliseconds timeout);

 private:
  struct State;
  explicit StreamServer(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace trainyard::agent
