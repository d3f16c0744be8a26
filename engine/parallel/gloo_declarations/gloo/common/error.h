// SPDX-License-Identifier: GPL-3.0-or-later
// The torch wheel carries c10d's header for Gloo but not Gloo's own. These declarations are as much
// of Gloo's interface as that header names; nothing of ours calls Gloo directly or derives from it.
#pragma once
