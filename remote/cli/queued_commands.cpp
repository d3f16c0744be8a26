// SPDX-License-Identifier: GPL-3.0-or-later
#include "remote/cli/queued_commands.h"

#include <cstdio>

#include "engine/contract/messages.h"
#include "remote/cli/output.h"
#include "remote/cli/terminal_filter.h"
#include "remote/process/waiter.h"
#include "remote/service/client/client.h"
#include "remote/values/text.h"

namespace trainyard {
namespace {

constexpr qint64 shownTail = 4096;

void printDetails(const QueuedDetails& details) {
  const QueuedJob& job = details.job;
  const QueuedFiles& files = details.files;
  const std::pair<const char*, QString> rows[] = {
      {"job", job.id},
      {"name", job.name.simplified()},
      {"state", text(name_of(job.phase))},
      {"why", job.why.text},
      {"nodes", job.nodes},
      {"started",
       job.phase == QueuedJob::Phase::running && job.start > 0 ? momentText(job.start) : QString()},
      {"command", files.command},
      {"folder", files.workFolder},
      {"output", files.output},
      {"errors", files.errorOutput == files.output ? QString() : files.errorOutput}};
  for (const auto& [key, value] : rows)
    if (!value.isEmpty())
      print(QString::fromLatin1(key).leftJustified(9) + sanitizedForTerminal(value));
}

// Follows the file while the job is in the queue. Reading comes before asking, so that nothing that
// was written before the end is missed.
QCoro::Task<int> tailOutput(ServiceClient& client, QString target, QString job, QString path,
                            Follow follow) {
  TerminalFilter filter;
  Waiter pause;
  qint64 offset = -shownTail;
  for (;;) {
    const auto asked = co_await client.call(methods::queueShow, {}, target, job);
    if (!asked && asked.error().code != "queue.no_job") co_return fail(asked.error());
    const auto piece = co_await client.call(methods::filesRead, {}, target, path, offset);
    if (!piece && piece.error().kind != ErrorKind::not_found) co_return fail(piece.error());
    if (piece) {
      const QByteArray bytes = filter.pass(piece->data.content);
      std::fwrite(bytes.constData(), 1, static_cast<std::size_t>(bytes.size()), stdout);
      std::fflush(stdout);
      offset = piece->offset + piece->data.content.size();
    }
    const bool isMore = piece && !piece->data.content.isEmpty();
    if (follow == Follow::no || (!asked && !isMore)) co_return 0;
    if (!isMore) co_await pause.wait({}, QDeadlineTimer(std::chrono::seconds(5)));
  }
}

QCoro::Task<int> showQueued(ServiceClient& client, QString target, QString job, bool hasTail,
                            Follow follow, Format format) {
  const auto details = co_await client.call(methods::queueShow, {}, target, job);
  if (!details) co_return fail(details.error());
  if (format == Format::json) co_return printJson(toJson(*details));
  const QString output = details->files.output;
  printDetails(*details);
  if ((!hasTail && follow == Follow::no) || output.isEmpty()) co_return 0;
  print(QString());
  const int code = co_await tailOutput(client, target, job, output, follow);
  co_return code;
}

QCoro::Task<int> adopt(ServiceClient& client, QString target, QString job) {
  const auto adopted = co_await client.call(methods::queueAdopt, {}, target, job);
  if (!adopted) co_return fail(adopted.error());
  std::fprintf(stderr, "job %s is the run %s from now on\n",
               sanitizedForTerminal(job).toUtf8().constData(), qPrintable(adopted->run.left(8)));
  print(adopted->run);
  co_return 0;
}

}  // namespace

void addQueued(CLI::App& app, CLI::App& queue, Arguments& a, std::optional<WithClient>& service) {
  const char* const jobHelp = "The job's number, as `yard queue` shows it";
  CLI::App* show =
      queue.add_subcommand("show", "Show a job of yours that is not a run, and its output");
  show->add_option("TARGET", a.host, "A cluster of `yard targets`")->required();
  show->add_option("JOB", a.run, jobHelp)->required();
  show->add_flag("--tail", a.list, "Also the end of its output");
  show->add_flag("--follow", a.follow, "Also its output, until it ends");
  show->add_flag("--json", a.json, "Print JSON");
  whenGiven(show, service, [&](ServiceClient& c) {
    return showQueued(c, text(a.host), text(a.run), a.list, a.follows(), a.format());
  });
  CLI::App* adopting = app.add_subcommand(
      "adopt", "Make a job of yours that this program did not start a run, and follow it");
  adopting->add_option("TARGET", a.host, "A cluster of `yard targets`")->required();
  adopting->add_option("JOB", a.run, jobHelp)->required();
  whenGiven(adopting, service,
            [&](ServiceClient& c) { return adopt(c, text(a.host), text(a.run)); });
}

}  // namespace trainyard
