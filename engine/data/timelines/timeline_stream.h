// SPDX-License-Identifier: GPL-3.0-or-later
// Streams timelines while training: the windows of PackedTimelines as a source, without preparing
// anything.
#pragma once

#include <memory>

#include "engine/data/streams/row_stream.h"
#include "engine/data/timelines/packed_timelines.h"

namespace trainyard {

// An epoch is all passes over the files; the next one is shuffled as by IterableDataset.set_epoch.
// Memory: the shuffle buffer, and one step. Resuming in the middle of an epoch reads everything
// before it again. Its errors are those of PackedTimelines::next, and "timelines.too_short" if
// there is no window. Errors: those of PackedTimelines::open.
Result<std::unique_ptr<RowStream>> open_timeline_stream(StreamSettings stream,
                                                        const PackingSettings& packing);

}  // namespace trainyard
