// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/experiments/document/preset_changes.h"

#include <QFile>
#include <QRegularExpression>
#include <algorithm>
#include <vector>

#include "engine/contract/experiment/edit.h"
#include "engine/contract/experiment/reader.h"
#include "engine/contract/experiment/settings.h"
#include "engine/contract/json.h"
#include "gui/forms/contract_text.h"
#include "gui/forms/field_text.h"
#include "gui/forms/number_text.h"
#include "gui/forms/presets.h"

using namespace Qt::StringLiterals;

namespace trainyard {
namespace {

struct PresetText {
  QString file, name;  // its file's name, and the one inside
  QString text;
};

std::vector<PresetText> readPresetTexts() {
  static const QRegularExpression name(u"^name: *([^ #\\n]+)"_s,
                                       QRegularExpression::MultilineOption);
  std::vector<PresetText> out;
  for (const Preset& preset : presets()) {
    QFile file(preset.file);
    if (!file.open(QIODevice::ReadOnly)) continue;
    const QString text = QString::fromUtf8(file.readAll());
    out.push_back({preset.name, name.match(text).captured(1), text});
  }
  return out;
}

// They are part of the program.
const std::vector<PresetText>& presetTexts() {
  static const std::vector<PresetText> texts = readPresetTexts();
  return texts;
}

// A number as people write it: 5e-6.
QString inOneLine(const FieldInfo& field, const Value& value) {
  QString words = FieldText::show(field, value).trimmed().replace(u'\n', u", "_s);
  if (field.kind == Kind::real) words = shortExponent(words);
  return words.isEmpty() ? PresetChanges::tr("not set") : words;
}

}  // namespace

void PresetChanges::choose(const QString& began, const QString& name) {
  const std::vector<PresetText>& all = presetTexts();
  auto found = std::ranges::find(all, began, &PresetText::file);
  if (found == all.end() && !name.isEmpty()) {
    found = std::ranges::find(all, name, &PresetText::file);
    if (found == all.end()) found = std::ranges::find(all, name, &PresetText::name);
  }
  const QString chosen = found == all.end() ? QString() : found->file;
  if (chosen == m_preset) return;
  m_preset = chosen;
  m_presetText = found == all.end() ? QString() : found->text;
  m_before = m_preset.isEmpty()
                 ? Experiment()
                 : read_experiment(m_presetText.toStdString(), m_preset.toStdString()).experiment;
}

void PresetChanges::compare(const QString& began, const Experiment& experiment,
                            const QMap<QString, SeveralValues>& several) {
  choose(began, QString::fromStdString(experiment.name));
  m_changes.clear();
  for (const FieldInfo& field : fields()) {
    if (field.path == "format" || !condition_holds(field.applies_when, experiment)) continue;
    const QString path = QString::fromStdString(field.path);
    const Value before = field.get(m_before), after = field.get(experiment);
    const auto values = several.find(path);
    const bool isSeveral = values != several.end();
    if (!isSeveral && to_json(before) == to_json(after)) continue;
    m_changes << SettingChange{path, ContractText::label(field), inOneLine(field, before),
                               isSeveral ? values->values.join(u", "_s) : inOneLine(field, after)};
  }
}

// There is no translation for English that could handle its plurals.
QString PresetChanges::words() const {
  const int count = static_cast<int>(m_changes.size());
  if (m_preset.isEmpty())
    return count == 0   ? tr("All settings are the defaults")
           : count == 1 ? tr("1 setting differs from the defaults")
                        : tr("%1 settings differ from the defaults").arg(count);
  return count == 0   ? tr("No changes to the preset")
         : count == 1 ? tr("1 change to the preset")
                      : tr("%1 changes to the preset").arg(count);
}

// What the preset does not write is not written either.
Result<QString> PresetChanges::textWithout(const QString& text, const QString& path) const {
  const std::string now = text.toStdString(), key = path.toStdString();
  const FieldInfo* field = find_field(key);
  const bool isWritten =
      field && !m_preset.isEmpty() && written_value(m_presetText.toStdString(), key);
  TRY(const std::string edited, isWritten ? edit(now, key, field->get(m_before)) : reset(now, key));
  return QString::fromStdString(edited);
}

}  // namespace trainyard
