// What is said about starting ranks and the causes of an end.
#include "engine/contract/messages/tables.h"

namespace trainyard {

std::span<const MessageTemplate> agent_messages() { return {}; }

}  // namespace trainyard
