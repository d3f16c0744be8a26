// SPDX-License-Identifier: GPL-3.0-or-later
// The settings of a run as trackers write them down.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include <QList>
#include <QString>

#include "engine/contract/experiment/yaml_tree.h"
#include "engine/contract/value.h"
#include "remote/store/records.h"

namespace trainyard {

constexpr qsizetype mostSettings = 2000;  // of a run; further ones are left out

// A text, and its number if it is one.
RunSetting settingFrom(const QString& path, const std::string& value);
QList<RunSetting> settingsFrom(const Map& values);
// The leaves of a document by their dotted keys; a list is one value.
QList<RunSetting> settingsIn(const YamlTree& tree);

// The text of a small file; empty if there is none, or if it has more than a megabyte.
std::string smallFile(const std::filesystem::path& path);
// A file of `key: value` lines.
YamlTree yamlFile(const std::filesystem::path& path);
std::string entryText(const YamlTree& tree, std::string_view key);

}  // namespace trainyard
