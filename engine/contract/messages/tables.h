// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of the one table of messages, a file a subject. A code stands in one of them only.
#pragma once

#include <span>

#include "engine/contract/messages.h"

namespace trainyard {

std::span<const MessageTemplate> document_messages();     // documents, fields, rules, files, events
std::span<const MessageTemplate> import_messages();       // settings of other trainers
std::span<const MessageTemplate> data_messages();         // texts, tokenizers, prepared folders
std::span<const MessageTemplate> instruction_messages();  // records of instructions, formats, mixes
std::span<const MessageTemplate> chat_messages();         // templates of conversations
std::span<const MessageTemplate> engine_messages();       // training: models, checkpoints, ranks
std::span<const MessageTemplate> agent_messages();        // starting ranks, causes of an end
std::span<const MessageTemplate> login_messages();        // ssh, hosts, programs that are run there
std::span<const MessageTemplate> transfer_messages();     // code, data, engine, results on the way
std::span<const MessageTemplate> submission_messages();   // preparing, schedulers, queues
std::span<const MessageTemplate> job_script_messages();   // job scripts that run as they are
std::span<const MessageTemplate> service_messages();      // service, store, targets, command line

}  // namespace trainyard
