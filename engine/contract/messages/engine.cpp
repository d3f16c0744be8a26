// What is said about training: data, models, checkpoints, ranks.
#include "engine/contract/messages/tables.h"

namespace trainyard {

std::span<const MessageTemplate> engine_messages() { return {}; }

}  // namespace trainyard
