// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/parallel/rank_groups.h"

#include <torch/csrc/distributed/c10d/PrefixStore.hpp>

#include "engine/contract/messages.h"
#include "engine/parallel/group_of_ranks.h"
#include "engine/parallel/rendezvous.h"
#include "engine/parallel/store_text.h"
#include "engine/system/first_line.h"

namespace trainyard {

namespace {

using GroupStore = c10::intrusive_ptr<c10d::Store>;

constexpr const char* shared_key = "shared";
constexpr auto answer_pause = std::chrono::milliseconds(500);  // between two looks at `stops`

std::string question_key(std::int64_t group, std::int64_t number) {
  return "question/" + std::to_string(group) + "/" + std::to_string(number);
}
std::string answer_key(std::int64_t group, std::int64_t number) {
  return "answer/" + std::to_string(group) + "/" + std::to_string(number);
}

std::string alive_key(std::int64_t group) { return "alive/" + std::to_string(group); }

class StoreGroups final : public RankGroups {
 public:
  StoreGroups(const RankInfo& all, std::int64_t count, GroupStore store)
      : all_(all),
        ranks_(all),
        index_(all.rank / (all.world_size / count)),
        store_(std::move(store)),
        answered_(static_cast<std::size_t>(count), 0) {
    ranks_.world_size = all.world_size / count;
    ranks_.rank = all.rank % ranks_.world_size;
  }

  const RankInfo& ranks() const override { return ranks_; }
  std::int64_t index() const override { return index_; }
  std::int64_t count() const override { return std::ssize(answered_); }

  Result<std::string> share(const std::string& text) override {
    try {
      if (all_.rank == 0) store_->set(shared_key, bytes_of(text));
      return text_of(store_->get(shared_key));  // waits for it
    } catch (const std::exception& error) {
      return make_error("parallel.no_answer", {{"detail", first_line(error.what())}});
    }
  }

  Result<std::unique_ptr<ProcessGroup>> connect(at::Device device, std::chrono::seconds timeout,
                                                std::int64_t shard_degree) override {
    const auto own =
        c10::make_intrusive<c10d::PrefixStore>("group/" + std::to_string(index_), store_);
    return make_group_of_ranks(ranks_, own, device, timeout, shard_degree);
  }

  Result<std::string> ask(const std::string& question,
                          const std::function<bool()>& stops) override {
    const std::int64_t number = asked_++;
    const std::string key = answer_key(index_, number);
    try {
      store_->set(question_key(index_, number), bytes_of(question));
      while (!has_answer(key))
        if (stops()) return make_error("parallel.stopped", {});
      const std::string answer = text_of(store_->get(key));
      store_->deleteKey(key);
      return answer;
    } catch (const std::exception& error) {
      return make_error("parallel.no_answer", {{"detail", first_line(error.what())}});
    }
  }

  Result<void> show_alive() override {
    try {
      store_->add(alive_key(index_), 1);
      return {};
    } catch (const std::exception& error) {
      return make_error("parallel.no_answer", {{"detail", first_line(error.what())}});
    }
  }

  Result<std::int64_t> times_alive(std::int64_t group) override {
    try {
      return store_->add(alive_key(group), 0);
    } catch (const std::exception& error) {
      return make_error("parallel.no_answer", {{"detail", first_line(error.what())}});
    }
  }

  Result<void> answer_all(const Answer& answer) override {
    try {
      for (std::int64_t group = 1; group < count(); ++group) {
        std::int64_t& number = answered_[static_cast<std::size_t>(group)];
        const std::string key = question_key(group, number);
        if (!store_->check({key})) continue;
        const std::string question = text_of(store_->get(key));
        store_->deleteKey(key);
        store_->set(answer_key(group, number), bytes_of(answer(group, question)));
        ++number;
      }
      return {};
    } catch (const std::exception& error) {
      return make_error("parallel.no_answer", {{"detail", first_line(error.what())}});
    }
  }

 private:
  // Waits for a moment. Whatever else goes wrong with the store ends the process that asks.
  bool has_answer(const std::string& key) {
    try {
      store_->wait({key}, answer_pause);
      return true;
    } catch (const c10::DistStoreError&) {  // timed out
      return false;
    }
  }

  RankInfo all_, ranks_;
  std::int64_t index_;
  GroupStore store_;
  std::int64_t asked_ = 0;
  std::vector<std::int64_t> answered_;  // by group
};

}  // namespace

Result<std::unique_ptr<RankGroups>> make_rank_groups(const RankInfo& all, std::int64_t count,
                                                     std::chrono::seconds timeout) {
  if (all.world_size % count != 0)
    return make_error("parallel.uneven_groups", {{"world_size", all.world_size}, {"count", count}});
  TRY(const GroupStore store, meet(all, timeout));
  return std::unique_ptr<RankGroups>(std::make_unique<StoreGroups>(all, count, store));
}

}  // namespace trainyard
