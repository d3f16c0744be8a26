// SPDX-License-Identifier: GPL-3.0-or-later
// Messages about jobs in PBS's queue, and their ends.
#include "engine/contract/message_tables.h"

namespace trainyard {
namespace {

constexpr MessageTemplate kPbsTemplates[] = {
    {"pbs.reason.queued", "waiting in the queue"},
    {"pbs.reason.waits", "It waits: {words}"},
    {"pbs.reason.never",
     "It can never run as requested ({words}); cancel it and request less, or another queue."},
    {"pbs.reason.held", "It is held: `qrls` releases it."},
    {"pbs.reason.held_by_site", "It is held by the site; ask the site why. ({words})"},
    {"pbs.reason.dependency", "It waits for the jobs that it depends on."},
    {"pbs.reason.start_time", "It waits for the time at which it may start."},
    {"pbs.ending", "ending: PBS is cleaning up on its nodes"},
    {"pbs.suspended", "suspended by PBS: its processes are stopped until it is resumed"},
    {"pbs.moved", "PBS moved the job to another server, where it cannot be followed"},
    {"pbs.unknown_state", "PBS reports an unknown state: {word}"},
    {"pbs.completed", "PBS: the job completed."},
    {"pbs.failed_with_code", "PBS: the job exited with code {code}."},
    {"pbs.failed_by_signal", "PBS: the job was ended by signal {signal}."},
    {"pbs.cancelled", "PBS: the job was cancelled."},
    {"pbs.deleted", "The job was deleted before it started."},
    {"pbs.dependency_failed",
     "PBS deleted the job because one that it depends on ended otherwise than required."},
    {"pbs.walltime",
     "PBS ended the job at its time limit; ask for more time, or resume it from its last "
     "checkpoint."},
    {"pbs.memory",
     "PBS killed the job because it used more main memory than it requested; raise "
     "resources.memory_gib_per_node or use a smaller batch."},
    {"pbs.processors",
     "PBS killed the job because it used more processors than it requested; raise "
     "resources.cpus_per_process."},
    {"pbs.node_fail",
     "A node of the job failed; resume the run to continue from its last checkpoint."},
    {"pbs.not_executed",
     "PBS could not execute the job (exit status {status}); ask the site what its nodes' logs say, "
     "and submit it again."},
    {"pbs.lost",
     "PBS lost the job before it started, for example because its server was reinstalled; submit "
     "it again."},
    {"pbs.no_record", "PBS has no record of how the job ended."},
    {"pbs.vanished", "PBS does not know the job; looking up how it ended"},
    {"pbs.no_answer", "{why}"},
    {"pbs.words", "PBS does not answer: {words}", ErrorKind::no_answer},
    {"pbs.no_command", "PBS's commands were not found on the login node", ErrorKind::environment},
    {"pbs.too_slow", "PBS's commands took too long", ErrorKind::no_answer},

    // Before the submission.
    {"pbs.no_qos",
     "PBS has no quality of service ({found}); leave it out, or put what the site has instead into "
     "resources.extra_directives"},
    {"pbs.array_form",
     "PBS takes one range of at least two indices, such as 0-9, 0-9:2 or 0-9%4, not {found}"},
    {"pbs.directive",
     "On PBS an extra directive is a letter and its value, such as -P project, not {found}"},
};

}  // namespace

std::span<const MessageTemplate> pbs_messages() { return kPbsTemplates; }

}  // namespace trainyard
