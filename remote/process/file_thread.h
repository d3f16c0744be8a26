// SPDX-License-Identifier: GPL-3.0-or-later
// Work on files in a thread of its own, for a file system that may hang (a server of a network file
// system that is gone): whoever waits goes on after a while, and the thread stays behind until the
// file system is back. Until then further work on the same folder is refused at once, so that
// threads do not pile up.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include <QCoroTask>
#include <QString>

#include "engine/contract/result.h"
#include "remote/process/waiter.h"

namespace trainyard {

constexpr std::chrono::seconds fileAnswerTime{30};

// Folders of which a thread has not come back. May be called from any thread.
namespace hungFolders {
bool contains(const QString& folder);
void add(const QString& folder);
void remove(const QString& folder);
}  // namespace hungFolders

// Error "file.no_answer".
Error noFileAnswer(const QString& path);

// The folder that a path counts for.
QString folderOfPath(const QString& path);

// What a thread and whoever waits for it have in common; the last one of the two removes it.
template <class T>
struct FileAnswer {
  std::mutex mutex;
  std::condition_variable isDone;
  std::optional<T> value;
  Waiter* waiter = nullptr;  // to be woken; null once nobody waits
  bool isLeft = false;       // whoever waited has gone on

  // Nothing if it has not come; the folder then counts as hung until it has.
  std::optional<T> take(const QString& folder) {
    const std::lock_guard lock(mutex);
    waiter = nullptr;
    if (value) return std::move(value);
    isLeft = true;
    hungFolders::add(folder);
    return std::nullopt;
  }
};

template <class T>
void startFileThread(std::shared_ptr<FileAnswer<T>> answer, QString folder,
                     std::function<T()> work) {
  std::thread([answer = std::move(answer), folder = std::move(folder), work = std::move(work)] {
    T value = work();
    const std::lock_guard lock(answer->mutex);
    answer->value.emplace(std::move(value));
    answer->isDone.notify_all();
    if (answer->waiter) answer->waiter->wake();
    if (answer->isLeft) hungFolders::remove(folder);
  }).detach();
}

// `work` must own all that it uses. Ends with "cancelled" when stopped, or with "file.no_answer".
template <class T>
QCoro::Task<Result<T>> inFileThread(QString path, std::function<Result<T>()> work,
                                    std::stop_token stop,
                                    std::chrono::milliseconds time = fileAnswerTime) {
  const QString folder = folderOfPath(path);
  if (stop.stop_requested()) co_return cancelledError();
  if (hungFolders::contains(folder)) co_return noFileAnswer(path);
  Waiter waiter;
  auto answer = std::make_shared<FileAnswer<Result<T>>>();
  answer->waiter = &waiter;
  startFileThread<Result<T>>(answer, folder, std::move(work));
  const QDeadlineTimer deadline(time);
  for (;;) {
    const Waited waited = co_await waiter.wait(stop, deadline);
    if (waited == Waited::woken) {
      const std::lock_guard lock(answer->mutex);
      if (!answer->value) continue;
    }
    auto value = answer->take(folder);
    if (value) co_return std::move(*value);
    if (waited == Waited::stopped) co_return cancelledError();
    co_return noFileAnswer(path);
  }
}

// The same without a loop of events: blocks for at most so long. Nothing: there was no answer.
template <class T>
std::optional<T> waitInFileThread(const QString& folder, std::chrono::milliseconds time,
                                  std::function<T()> work) {
  if (hungFolders::contains(folder)) return std::nullopt;
  auto answer = std::make_shared<FileAnswer<T>>();
  startFileThread<T>(answer, folder, std::move(work));
  {
    std::unique_lock lock(answer->mutex);
    answer->isDone.wait_for(lock, time, [&] { return answer->value.has_value(); });
  }
  return answer->take(folder);
}

}  // namespace trainyard
