// SPDX-License-Identifier: GPL-3.0-or-later
// A cluster at the edge: its machine is a folder of this computer, its queue says what the test
// wants. The link can be cut, forwards refused, and what was asked is counted.
#pragma once

#include <algorithm>
#include <map>
#include <utility>

#include <QSet>

#include "engine/contract/messages.h"
#include "remote/host/local_host.h"
#include "remote/process/waiter.h"
#include "remote/schedulers/submit_once.h"
#include "remote/service/targets/target_site.h"

namespace trainyard {

class ScriptedSiteHost : public LocalHost {
 public:
  bool isAway = false, refusesForwards = false;
  std::string awayCode = "host.unreachable";
  int calls = 0, writes = 0;
  bool isSlowToRemove = false;  // removing takes until this is false

  QCoro::Task<Result<ProgramOutput>> run(CommandLine command, ProgramOptions options,
                                         std::stop_token stop, QDeadlineTimer deadline) override {
    if (auto gone = unreachable()) co_return *gone;
    auto output = co_await LocalHost::run(std::move(command), std::move(options), stop, deadline);
    co_return output;
  }
  QCoro::Task<Result<QByteArray>> readFile(QString path, qint64 offset, qint64 limitBytes,
                                           std::stop_token stop) override {
    if (auto gone = unreachable()) co_return *gone;
    auto content = co_await LocalHost::readFile(path, offset, limitBytes, stop);
    co_return content;
  }
  QCoro::Task<Result<void>> writeFile(QString path, QByteArray content,
                                      std::stop_token stop) override {
    if (auto gone = unreachable()) co_return *gone;
    ++writes;
    auto written = co_await LocalHost::writeFile(path, content, stop);
    co_return written;
  }
  QCoro::Task<Result<QList<FolderEntry>>> list(QString path, std::stop_token stop) override {
    if (auto gone = unreachable()) co_return *gone;
    auto entries = co_await LocalHost::list(path, stop);
    co_return entries;
  }
  QCoro::Task<Result<void>> makeFolder(QString path, std::stop_token stop) override {
    if (auto gone = unreachable()) co_return *gone;
    auto made = co_await LocalHost::makeFolder(path, stop);
    co_return made;
  }
  QCoro::Task<Result<void>> removeTree(QString path, std::stop_token stop) override {
    if (auto gone = unreachable()) co_return *gone;
    Waiter waiter;
    while (isSlowToRemove)
      if (const Waited waited = co_await waiter.wait(stop, QDeadlineTimer(10));
          waited == Waited::stopped)
        co_return cancelledError();
    auto removed = co_await LocalHost::removeTree(path, stop);
    co_return removed;
  }
  QCoro::Task<Result<std::unique_ptr<Forward>>> forward(QString address, quint16 port,
                                                        std::stop_token stop) override {
    if (auto gone = unreachable()) co_return *gone;
    if (refusesForwards)
      co_return foreign_error("forward.refused", {}, "the site forbids forwarding",
                              ExitCode::unreachable);
    auto opened = co_await LocalHost::forward(address, port, stop);
    co_return opened;
  }
  std::chrono::milliseconds pause() const override { return std::chrono::milliseconds(20); }

 private:
  std::optional<Error> unreachable() {
    ++calls;
    if (!isAway) return std::nullopt;
    return foreign_error(awayCode, {}, "the test has cut the link", ExitCode::unreachable);
  }
};

class ScriptedScheduler : public Scheduler {
 public:
  JobState now;
  ClusterState cluster;              // what it has, and who is waiting
  QueuedFiles files;                 // of any job of the queue
  std::map<int, JobState> tasks;     // of an array, by index
  std::optional<Error> refusal;      // of submissions
  std::optional<Error> hidesAnswer;  // instead of the next job's answer
  std::optional<Error> cancelTrouble;
  bool isSlow = false;  // submissions take until this is false
  int submitted = 0, cancelled = 0;
  std::vector<JobRequest> requests;

  const SchedulerKind& kind() const override { return slurmKind(); }
  // From the journal, which the test writes into a folder of this computer.
  QCoro::Task<Result<int>> nextSubmission(QString folder, int number,
                                          std::stop_token stop) override {
    co_return co_await trainyard::nextSubmission(m_journals, folder, number, stop);
  }
  QCoro::Task<Result<QString>> jobOf(QString folder, int submission,
                                     std::stop_token stop) override {
    co_return co_await journalledJob(m_journals, folder, submission, stop);
  }
  CommandLine commandLine(const JobRequest& request) const override {
    return {QStringLiteral("sbatch"), {request.token}};
  }
  QCoro::Task<Result<std::vector<Diagnostic>>> check(Experiment, std::stop_token) override {
    co_return std::vector<Diagnostic>();
  }
  QCoro::Task<Result<QString>> submit(JobRequest request, std::stop_token stop) override {
    Waiter waiter;
    while (isSlow)
      if (const Waited waited = co_await waiter.wait(stop, QDeadlineTimer(10));
          waited == Waited::stopped)
        co_return cancelledError();
    if (refusal) co_return Error(*refusal);
    // Asked again, it is the same.
    for (const JobRequest& known : requests)
      if (known.token == request.token) co_return QString::number(100 + submitted);
    ++submitted;
    requests.push_back(request);
    now.phase = JobState::Phase::waiting;
    now.reason = QStringLiteral("waits for its turn");
    now.end.reset();
    if (auto hidden = std::exchange(hidesAnswer, {})) co_return std::move(*hidden);
    co_return QString::number(100 + submitted);
  }
  QCoro::Task<Result<bool>> withdraw(QString folder, int submission, std::stop_token) override {
    co_return std::none_of(requests.begin(), requests.end(), [&](const JobRequest& request) {
      return request.folder == folder && request.submission == submission;
    });
  }
  QCoro::Task<Result<JobState>> state(JobPlace place, std::stop_token) override {
    // A copy: gcc 12 moves a member that is returned from a coroutine.
    JobState state = place.task && tasks.contains(*place.task) ? tasks.at(*place.task) : now;
    co_return state;
  }
  QCoro::Task<Result<ClusterState>> look(Look, std::stop_token) override {
    ClusterState state = cluster;
    co_return state;
  }
  QCoro::Task<Result<QueuedFiles>> filesOfQueued(QString, std::stop_token) override {
    QueuedFiles known = files;
    co_return known;
  }
  QCoro::Task<Result<void>> cancel(JobPlace, std::stop_token) override {
    if (cancelTrouble) co_return Error(*cancelTrouble);
    ++cancelled;
    co_return {};
  }
  QCoro::Task<Result<int>> reap(QString, std::stop_token) override { co_return 0; }

 private:
  LocalHost m_journals;
};

class ScriptedSite : public TargetSite {
 public:
  ScriptedSiteHost machine;
  ScriptedScheduler queue;
  TargetFacts learned;
  int learnings = 0, loginsOnClick = 0;
  bool neededInteraction = false;
  std::optional<Error> loginTrouble;  // of each login
  QString name;                       // of the target that it became

  void setAway(bool away) {
    machine.isAway = away;
    m_link = away ? TargetLink::none : TargetLink::connected;
    emit linkChanged();
  }

  void setRefused(bool refused) {
    m_link = refused ? TargetLink::refused : TargetLink::none;
    emit linkChanged();
  }

  Host& host() override { return machine; }
  Scheduler& scheduler() override { return queue; }
  Link link() const override { return {m_link, {}, {}, 0, 0, {}, neededInteraction}; }
  QCoro::Task<Result<void>> logIn(std::stop_token) override {
    ++loginsOnClick;
    if (loginTrouble) co_return Error(*loginTrouble);
    if (machine.isAway)
      co_return foreign_error("host.unreachable", {}, "the test has cut the link",
                              ExitCode::unreachable);
    if (m_link != TargetLink::connected) setAway(false);
    co_return {};
  }
  void logOut() override {
    m_link = TargetLink::none;
    emit linkChanged();
  }
  void setSettings(const TargetSettings& settings) override { name = settings.name; }
  QCoro::Task<Result<TargetFacts>> learn(QString, std::stop_token) override {
    ++learnings;
    TargetFacts facts = learned;
    co_return facts;
  }
  QCoro::Task<Result<QList<BaseFolder>>> bases(std::stop_token) override {
    co_return QList<BaseFolder>();
  }
  QCoro::Task<Result<TargetCheckAnswer>> check(QString, TargetFacts, CheckBy,
                                               std::stop_token) override {
    co_return TargetCheckAnswer();
  }
  void takeFacts(const TargetFacts&) override {}
  void expectChange() override {}
  QCoro::Task<void> finish() override { co_return; }

 private:
  TargetLink m_link = TargetLink::none;
};

}  // namespace trainyard
