// SPDX-License-Identifier: GPL-3.0-or-later
// With which libraries the programs of a package that brings its own run (packaging/package). In
// its folder each dynamic program is NAME.bin, and NAME the launcher that starts it.
#pragma once

#include <string>
#include <vector>

namespace trainyard {

// The version of torch that the engine is built with. remote/transfer/engine_tree.cpp holds it to
// packaging/requirements.txt.
inline constexpr char torch_version[] = "2.11.0";

// Whether the C library of this system is at least as new as the one that the programs were built
// with, by the name of its newest symbols.
bool has_new_c_library();

// Whether the programs in `folder` are those of such a package.
bool is_bundled(const std::string& folder);

// The folders of torch and Arrow that belong to the package in `folder`; none if they are not of
// the version that the engine was built with. They are those of the same Python environment
// (`lib/python3.X/site-packages` beside `lib/trainyard`), or those in python/ of the folder itself.
std::vector<std::string> torch_folders(const std::string& folder);

// The file name of the loader that the package brings, in its folder.
extern const char* const loader_name;

}  // namespace trainyard
