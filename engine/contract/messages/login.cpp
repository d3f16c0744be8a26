// What is said about ssh, hosts and the programs that are run there.
#include "engine/contract/messages/tables.h"

namespace trainyard {

std::span<const MessageTemplate> login_messages() { return {}; }

}  // namespace trainyard
