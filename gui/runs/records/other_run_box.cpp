// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/runs/records/other_run_box.h"

#include <QSignalBlocker>
#include <algorithm>

#include "gui/runs/records/run_records.h"
#include "gui/runs/records/run_text.h"

namespace trainyard {
namespace {

// The newest runs are the ones that one compares with; a longer list is searched in the table.
constexpr int numOffered = 100;

}  // namespace

OtherRunBox::OtherRunBox(RunRecords* runs) : m_runs(runs) {
  connect(this, &QComboBox::activated, this,
          [this](int index) { emit chosen(itemData(index).toString()); });
}

void OtherRunBox::list(const QString& except, const QString& current) {
  const QSignalBlocker quiet(this);
  clear();
  addItem(tr("No other run"), QString());
  for (const RunRecord& run : m_runs->all()) {
    if (run.run == except) continue;
    if (count() > numOffered && run.run != current) continue;
    addItem(RunText::name(run), run.run);
  }
  setCurrentIndex(std::max(0, findData(current)));
}

}  // namespace trainyard
