// SPDX-License-Identifier: GPL-3.0-or-later
// Which variable each name of a template is. Jinja decides that before anything runs, by where
// names are read and set: a loop's variables end with each round, a branch's go on behind it, a
// macro sees what stands around it. The same rules here (jinja2/idtracking.py describes them).
#pragma once

#include "engine/text/chat/template_syntax.h"

namespace trainyard::chat {

// Fills in places, scopes, filters and tests, and the numbers of the names from outside. Fails for
// a filter or a test that there is not, unless a condition may keep it from being used, and for
// break and continue outside of loops.
TemplateTree resolve_names(Body body);

}  // namespace trainyard::chat
