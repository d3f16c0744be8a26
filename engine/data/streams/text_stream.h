// SPDX-License-Identifier: GPL-3.0-or-later
// Streams texts for language modelling: the rows that prepare_text would write, in the order of the
// files or with the texts drawn through a buffer, without preparing anything.
#pragma once

#include <memory>

#include "engine/data/streams/row_stream.h"
#include "engine/data/streams/texts_ahead.h"

namespace trainyard {

// An epoch is one pass over the files. With data.shuffle_buffer its texts are in the order of
// IterableDataset.shuffle and set_epoch over one sequence; files are not permuted. Memory: the
// buffer, one row, and what TextsAhead needs. Resuming reads the files again up to the text in
// which the next row begins, without tokenizing what comes before; with a buffer, everything is
// done again. Errors of its next(): those of TextsAhead, and "data.too_short" if there is no row.
std::unique_ptr<RowStream> make_text_stream(const StreamSettings& stream, StreamedTexts texts);

}  // namespace trainyard
