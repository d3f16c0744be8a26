// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of the message table, one file per subject. Each code is in exactly one of them.
#pragma once

#include <span>

#include "engine/contract/messages.h"

namespace trainyard {

std::span<const MessageTemplate> document_messages();     // documents, fields, rules, files, events
std::span<const MessageTemplate> import_messages();       // settings of third-party trainers
std::span<const MessageTemplate> data_messages();         // texts, tokenizers, prepared folders
std::span<const MessageTemplate> instruction_messages();  // instruction records, formats, mixtures
std::span<const MessageTemplate> chat_messages();         // chat templates
std::span<const MessageTemplate> engine_messages();       // training: models, checkpoints, ranks
std::span<const MessageTemplate> agent_messages();        // starting ranks, causes of the end
std::span<const MessageTemplate> tracker_messages();      // files of trackers
std::span<const MessageTemplate> pbs_messages();          // jobs in PBS's queue
std::span<const MessageTemplate> login_messages();        // ssh, hosts, programs run there
std::span<const MessageTemplate> transfer_messages();  // transfers of code, data, engine, results
std::span<const MessageTemplate> rehearsal_messages();
std::span<const MessageTemplate> submission_messages();  // preparing, schedulers, queues
std::span<const MessageTemplate> job_script_messages();  // job scripts that are run unchanged
std::span<const MessageTemplate> search_messages();      // the search of hyperparameters
std::span<const MessageTemplate> mcp_messages();         // agents, consent, budgets
std::span<const MessageTemplate> service_messages();     // service, store, targets, command line

}  // namespace trainyard
