// What is said about the service, its store, targets and the command line.
#include "engine/contract/messages/tables.h"

namespace trainyard {

std::span<const MessageTemplate> service_messages() { return {}; }

}  // namespace trainyard
