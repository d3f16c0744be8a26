// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/trackers/tensorboard_writer.h"

#include "engine/trackers/protobuf_writer.h"
#include "engine/trackers/record_file.h"

namespace trainyard {
namespace {

ProtobufMessage event(double time, std::int64_t step) {
  ProtobufMessage message;
  message.add(1, time);
  if (step != 0) message.add(2, step);
  return message;
}

}  // namespace

std::string tensorboard_version(double time) {
  return framed_record(event(time, 0).add(3, std::string_view("brain.Event:2")).bytes());
}

std::string tensorboard_restart(double time, std::int64_t step) {
  const ProtobufMessage start = ProtobufMessage().add(1, std::int64_t{1});
  return framed_record(event(time, step).add(7, start).bytes());
}

std::string tensorboard_scalar(double time, std::int64_t step, std::string_view name,
                               double value) {
  ProtobufMessage scalar;
  scalar.add(1, name).add(2, static_cast<float>(value));
  return framed_record(event(time, step).add(5, ProtobufMessage().add(1, scalar)).bytes());
}

// For the text plugin: a tensor of one string, without dimensions.
std::string tensorboard_text(double time, std::string_view name, std::string_view text) {
  constexpr std::int64_t string = 7, tensors = 2;  // DT_STRING, DATA_CLASS_TENSOR
  ProtobufMessage plugin;
  plugin.add(1, std::string_view("text"));
  ProtobufMessage tensor;
  tensor.add(1, string).add(2, ProtobufMessage()).add(8, text);
  ProtobufMessage value;
  value.add(1, name).add(9, ProtobufMessage().add(1, plugin).add(4, tensors)).add(8, tensor);
  return framed_record(event(time, 0).add(5, ProtobufMessage().add(1, value)).bytes());
}

}  // namespace trainyard
