// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/parallel/c10d_group.h"

#include <algorithm>
#include <exception>
#include <future>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>

#include "engine/contract/messages.h"
#include "engine/parallel/device_errors.h"
#include "engine/parallel/presence.h"
#include "engine/system/first_line.h"

namespace trainyard {

namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

// A process shows that it is alive every second, unless it is stopped or its node is lost.
constexpr std::chrono::milliseconds longest_silence = 60s;
// Between two looks whether an operation of Gloo can still end.
constexpr std::chrono::milliseconds stuck_look_pause = 1s;
// For what is queued on a GPU before a collective to which ranks come at different times.
constexpr std::chrono::milliseconds patient_queue = 10min;

// What a collective is, for a message.
Error described(const Collective& collective) {
  const Error operation = make_error(collective.operation, {});
  if (!collective.purpose.code) return operation;
  const Error purpose = make_error(collective.purpose.code, {{"layer", collective.purpose.layer}});
  return make_error("communication.in_collective", {{"operation", as_argument(operation)},
                                                    {"sequence", collective.sequence},
                                                    {"purpose", as_argument(purpose)}});
}

}  // namespace

C10dGroup::C10dGroup(std::shared_ptr<Presence> presence, c10::intrusive_ptr<c10d::Backend> host,
                     c10::intrusive_ptr<c10d::Backend> gpu, std::chrono::milliseconds timeout,
                     std::shared_ptr<StepClock> clock)
    : presence_(std::move(presence)),
      clock_(std::move(clock)),
      host_(std::move(host)),
      gpu_(std::move(gpu)),
      timeout_(timeout) {}

C10dGroup::~C10dGroup() { presence_->end(); }

const RankInfo& C10dGroup::ranks() const { return presence_->ranks(); }

std::chrono::milliseconds C10dGroup::silence() const { return std::min(timeout_, longest_silence); }

void C10dGroup::guard(const Collective& collective, const std::function<void()>& work) {
  const Presence::Operation inside(*presence_);
  try {
    work();
  } catch (const CommunicationError&) {
    throw;
  } catch (const std::exception& error) {
    if (device_error(error.what())) throw;  // of this rank's own GPU
    fail(collective, first_line(error.what()));
  }
}

void C10dGroup::fail(const Collective& collective, const std::string& detail) {
  std::vector<std::int64_t> silent = presence_->silent_ranks();
  Error error = lost_ranks_error(silent, ranks(), described(collective), detail);
  throw CommunicationError(std::move(error), std::move(silent));
}

c10d::Backend& C10dGroup::backend_of(const at::Tensor& tensor) const {
  return tensor.is_cpu() ? *host_ : *gpu_;
}

C10dGroup::Started C10dGroup::start(const char* kind, const at::Tensor& tensor,
                                    const Start& begin) {
  Started started{{}, tensor.device(), presence_->begin_collective(kind, tensor.numel())};
  guard(started.collective, [&] {
    if (presence_->is_patient()) {
      const StepClock::Wait wait(clock_.get());
      presence_->meet_others(silence());
    }
    started.work = begin(backend_of(tensor));
  });
  return started;
}

// That the time is over is only a text. So what fails before its time is over has failed: a second
// wait for what failed just then fails at once. What has come of a process before it ended is there
// by the second look.
void C10dGroup::wait_on_host(c10d::Work& work) const {
  for (bool had_ended = false;;) {
    const auto begin = Clock::now();
    try {
      work.wait(stuck_look_pause);
      return;
    } catch (const std::exception&) {
      const bool has_ended = presence_->has_process_ended();
      if (Clock::now() < begin + stuck_look_pause || presence_->is_stuck() ||
          (has_ended && had_ended))
        throw;
      had_ended = has_ended;
    }
  }
}

// Gloo respects the timeout in its operations; NCCL's wait() only makes the stream wait, and its
// watchdog would abort the process without a message.
void C10dGroup::finish(const std::vector<Started>& all) {
  if (all.empty()) return;
  const StepClock::Wait wait(clock_.get());
  for (const Started& started : all) {
    const bool is_on_host = started.device.is_cpu();
    guard(started.collective,
          [&] { is_on_host ? wait_on_host(*started.work) : void(started.work->wait()); });
    started.end();
    if (!is_on_host) unsettled_.push_back(started);
  }
}

void C10dGroup::settle() {
  settle(std::exchange(former_, {}));
  settle(std::exchange(unsettled_, {}));
}

void C10dGroup::settle_former() { settle(std::exchange(former_, std::exchange(unsettled_, {}))); }

void C10dGroup::settle(const std::vector<Started>& all) {
  const auto begin = Clock::now();
  const auto limit = presence_->is_patient() ? std::max(timeout_, patient_queue) : timeout_;
  for (const Started& started : all) {
    guard(started.collective, [&] {
      while (!started.work->isCompleted()) {
        const auto waited = Clock::now() - begin;
        if (waited > limit)
          throw std::runtime_error(std::to_string(limit.count()) + " ms without an answer");
        if (waited > 1ms) std::this_thread::sleep_for(50us);
      }
      if (const std::exception_ptr error = started.work->exception()) std::rethrow_exception(error);
    });
  }
}

void C10dGroup::start_sum(const at::Tensor& tensor) {
  started_.push_back(start("communication.in_sum", tensor, [&](c10d::Backend& backend) {
    std::vector<at::Tensor> tensors{tensor};
    return backend.allreduce(tensors, c10d::AllreduceOptions());
  }));
}

// As Gloo itself does, but in a work whose wait() can be left before Gloo's own timeout.
void C10dGroup::start_scatter_on_host(const at::Tensor& whole, const at::Tensor& part) {
  Started started = start("communication.in_scatter", whole, [&](c10d::Backend& backend) {
    std::vector<at::Tensor> tensors{whole};
    return backend.allreduce(tensors, c10d::AllreduceOptions());
  });
  started.end = [own = whole.view(-1).narrow(0, host_->getRank() * part.numel(), part.numel()),
                 part = part.view(-1)]() mutable {
    if (own.data_ptr() != part.data_ptr()) part.copy_(own);
  };
  started_.push_back(std::move(started));
}

void C10dGroup::start_scatter_sum(const at::Tensor& whole, const at::Tensor& part) {
  if (whole.is_cpu()) return start_scatter_on_host(whole, part);
  started_.push_back(start("communication.in_scatter", whole, [&](c10d::Backend& backend) {
    at::Tensor input = whole, output = part;
    return backend._reduce_scatter_base(output, input, c10d::ReduceScatterOptions());
  }));
}

void C10dGroup::start_gather(const at::Tensor& whole, const at::Tensor& part) {
  started_.push_back(start("communication.in_gather", whole, [&](c10d::Backend& backend) {
    at::Tensor input = part, output = whole;
    return backend._allgather_base(output, input, c10d::AllgatherOptions());
  }));
}

void C10dGroup::finish_started() { finish(std::exchange(started_, {})); }

void C10dGroup::broadcast(at::Tensor& tensor, std::int64_t root) {
  finish({start("communication.in_broadcast", tensor, [&](c10d::Backend& backend) {
    std::vector<at::Tensor> tensors{tensor};
    c10d::BroadcastOptions options;
    options.rootRank = root;
    return backend.broadcast(tensors, options);
  })});
}

void C10dGroup::barrier() {
  settle();
  finish({start("communication.in_barrier", at::empty({0}),
                [](c10d::Backend& backend) { return backend.barrier(c10d::BarrierOptions()); })});
}

void C10dGroup::run_on_first_rank(const std::function<void(const Heartbeat&)>& work) {
  if (ranks().rank == 0) return presence_->run_on_first_rank(work, silence());
  const Collective turn{.operation = "communication.in_turn"};
  guard(turn, [&] { presence_->run_on_first_rank(work, silence()); });
}

void C10dGroup::set_timeout(std::chrono::milliseconds timeout) {
  timeout_ = timeout;
  for (const auto& backend : {host_, gpu_})
    if (backend) backend->setTimeout(timeout);
}

std::chrono::milliseconds C10dGroup::set_patience(std::chrono::milliseconds longest) {
  return presence_->set_patience(longest);
}

void C10dGroup::set_purpose(const Purpose& purpose) { presence_->set_purpose(purpose); }

std::vector<Collective> C10dGroup::recent_collectives() const {
  return presence_->recent_collectives();
}

// Ends with the last that uses them, in a thread, which is abandoned if it hangs: NCCL waits for
// other ranks, and Gloo for its own threads.
bool C10dGroup::close_backends(std::chrono::milliseconds limit) {
  const auto outcome = std::make_shared<std::promise<bool>>();
  std::future<bool> closed = outcome->get_future();
  std::thread([host = std::exchange(host_, {}), gpu = std::exchange(gpu_, {}), outcome]() mutable {
    bool is_orderly = true;
    for (auto* backend : {&gpu, &host}) try {
        if (*backend) (*backend)->shutdown();
        backend->reset();
      } catch (const std::exception&) {
        is_orderly = false;
      }
    outcome->set_value(is_orderly);
  }).detach();
  return closed.wait_for(limit) == std::future_status::ready && closed.get();
}

bool C10dGroup::shutdown(std::chrono::milliseconds limit) {
  timeout_ = limit;
  presence_->set_patience(std::chrono::milliseconds(0));
  try {
    finish_started();
    settle();
    presence_->set_patience(limit);
    presence_->meet_others(silence());
    return close_backends(limit) && presence_->leave();
  } catch (const std::exception&) {
    return false;  // a rank is lost, which nobody needs any more
  }
}

void C10dGroup::abort() {
  for (const auto& backend : {host_, gpu_}) try {
      if (backend) backend->abort();
    } catch (const std::exception&) {
      continue;  // it is aborted anyway
    }
}

}  // namespace trainyard
