// SPDX-License-Identifier: GPL-3.0-or-later
// The live stream: HTTP/1.1 on its own thread. The file events.jsonl is the buffer, so a slow
// client costs nothing.
//
//   GET /v1/events?since=<generation>:<offset>
//        Server-Sent Events: the id is `<generation>:<offset after the line>`, the data is the
//        line.
//        Last-Event-ID takes precedence over `since`; without both, starts at the attempt's first
//        line. `Accept: application/x-ndjson` selects bare lines, with an empty line as heartbeat.
//        The heartbeat, every 5 s without a line, is an event `heartbeat` without id. 410 with
//        {"generation": N} for another generation, or an offset that is not the start of a line of
//        this file. The answer ends after the line `end`.
//   GET /v1/logs/<file>?since=<offset>
//        Bytes of stdout.log, stderr.log, events.jsonl or nodes/<node>/rank-N.{out,err} from that
//        offset, at most 4 MiB per answer; header Trainyard-Size: the file's current size. 416 if
//        the offset is beyond it.
//   GET /metrics
//        The latest values for Prometheus.
//
// Both sides prove that they know the token without sending it: a client sends X-Trainyard-Nonce,
// 32 hexadecimal digits of its choice, and X-Trainyard-Proof, the hexadecimal
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
  // Binds the socket. Error "port.taken" (3), "agent.address" (2) for an address that is not
  // numeric.
  static Result<std::unique_ptr<StreamServer>> listen(const std::string& address,
                                                      std::uint16_t port);
  ~StreamServer();

  const std::string& address() const;
  std::uint16_t port() const;

  // Starts to answer requests. The log must outlive the server.
  void start(StreamSource source, const EventLog& log);

  void notify();                  // lines were written; may be called from any thread
  void show(const Event& event);  // for /metrics; may be called from any thread

  // Waits at most `timeout` until connected readers have received the last line, then closes
  // everything.
  void finish(std::chrono::milliseconds timeout);

 private:
  struct State;
  explicit StreamServer(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace trainyard::agent
