// SPDX-License-Identifier: GPL-3.0-or-later
#include <string>

#include <QByteArray>

#include "engine/agent/follow/follow_messages.h"
#include "engine/agent/nodes/frame.h"
#include "engine/agent/nodes/node_messages.h"
#include "engine/agent/stream/stream_request.h"
#include "engine/contract/run/relay_protocol.h"
#include "engine/system/node_name.h"
#include "remote/host/follow_answers.h"
#include "tests/fuzz/remote_targets.h"

namespace trainyard {
namespace {

constexpr std::size_t kFrameLimit = 4096;

// Requests as the helper reads them: each is within its bounds.
void checkQuestions(std::string_view input) {
  using namespace agent;
  for (std::size_t begin = 0; begin < input.size();) {
    const std::size_t end = std::min(input.find('\n', begin), input.size());
    if (const auto question = parse_follow_question(input.substr(begin, end - begin))) {
      require(question->id > 0 && question->offset >= 0);
      require(question->limit >= 0 && question->limit <= max_read_bytes);
      require(question->seconds <= max_run_seconds);
      require(question->path.empty() || question->kind == FollowQuestion::Kind::ping ||
              question->kind == FollowQuestion::Kind::run || question->path[0] == '/');
    }
    begin = end + 1;
  }
}

std::string takeAll(FollowAnswers& answers, const QByteArray& bytes, bool& isGood) {
  std::string all;
  answers.add(bytes);
  isGood = isGood && answers.take([&](qint64 id, const HelperAnswer& answer) {
    all += std::to_string(id) + answer.error.toStdString() + answer.why.toStdString() +
           std::to_string(answer.exitCode) + answer.out.toStdString() + '|' +
           answer.err.toStdString() + '\n';
  });
  return all;
}

// Answers as this computer reads them, however the connection cuts them.
void checkAnswers(const QByteArray& bytes) {
  FollowAnswers whole, halves;
  bool isGood = true, areGood = true;
  const std::string all = takeAll(whole, bytes, isGood);
  std::string parts = takeAll(halves, bytes.first(bytes.size() / 2), areGood);
  if (areGood) parts += takeAll(halves, bytes.sliced(bytes.size() / 2), areGood);
  require(all == parts && isGood == areGood);
  FollowAnswers starting;
  starting.add(bytes);
  static_cast<void>(starting.takeGreeting());
  static_cast<void>(starting.isNoLine());
}

// What the helper answers is read back as it was, whatever the file has.
void checkFileAsAnswer(std::string_view input) {
  agent::FollowAnswer answer{7, {}, {}, 1, std::string(input), 0};
  answer.errors = static_cast<std::int64_t>(input.size() / 3);
  const std::string text = agent::to_text(answer);
  FollowAnswers reader;
  reader.add(QByteArray(text.data(), static_cast<qsizetype>(text.size())));
  int count = 0;
  require(reader.take([&](qint64 id, const HelperAnswer& read) {
    ++count;
    require(id == 7 && read.exitCode == 1 &&
            read.out.size() + read.err.size() == static_cast<qsizetype>(input.size()));
    require((read.out + read.err).toStdString() == input);
  }));
  require(count == 1);
}

void checkNodes(std::string_view input) {
  using namespace agent;
  FrameReader reader(kFrameLimit);
  const auto take = [](FrameKind kind, std::string_view body) {
    require(body.size() < kFrameLimit);
    OutputBody output;
    if (kind == FrameKind::output && parse_output_body(body, output))
      require(output.rank >= 0 && output_body(output.rank, output.stream, output.bytes) == body);
    if (kind == FrameKind::message) static_cast<void>(parse_node_message(body));
  };
  if (reader.add(input.substr(0, input.size() / 2), take))
    static_cast<void>(reader.add(input.substr(input.size() / 2), take));
  // Messages are rarely found behind a length that is right by chance.
  if (const auto message = parse_node_message(input)) require(!message->kind.empty());
}

// Both sides of the relay, each with the other's part of the conversation.
void checkRelay(std::string_view input) {
  for (const RelayTalk::Side side : {RelayTalk::Side::asker, RelayTalk::Side::relay}) {
    RelayTalk talk(side);
    if (side == RelayTalk::Side::asker)
      for (const std::uint16_t port : {8888, 6006}) static_cast<void>(talk.open(port));
    for (const std::string_view part :
         {input.substr(0, input.size() / 2), input.substr(input.size() / 2)}) {
      if (!talk.add(part)) break;
      require(talk.connections().size() <= relay_connections);
      const RelayTalk::Connections connections = talk.connections();
      for (const auto& [id, connection] : connections) {
        require(connection.received.size() <= relay_window && connection.may_send <= relay_window &&
                connection.may_come <= relay_window);
        talk.consumed(id, connection.received.size());
        static_cast<void>(talk.send(id, "answer"));
        if (connection.is_closed) talk.close(id);
      }
    }
  }
}

void checkRequests(std::string_view input) {
  using namespace agent;
  if (const auto cursor = parse_cursor(input)) require(cursor->generation >= 0);
  for (const char* key : {"cursor", "proof", "a"}) static_cast<void>(query_value(input, key));
  if (const auto file = log_file(input))
    for (const auto& part : *file) require(part != ".." && !file->is_absolute());
  if (is_node_name(input)) require(input.find('/') == input.npos && input != ".." && input != ".");
}

}  // namespace

void fuzz_agents(std::string_view input) {
  const QByteArray bytes(input.data(), static_cast<qsizetype>(input.size()));
  checkQuestions(input);
  checkAnswers(bytes);
  checkFileAsAnswer(input);
  checkNodes(input);
  checkRelay(input);
  checkRequests(input);
}

}  // namespace trainyard
