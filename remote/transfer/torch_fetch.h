// SPDX-License-Identifier: GPL-3.0-or-later
// Torch's trees, fetched by a machine itself with its pip, from whatever package index that knows.
#pragma once

#include <stop_token>

#include <QCoroTask>
#include <QString>
#include <QStringList>

#include "engine/contract/result.h"
#include "remote/host/host.h"
#include "remote/transfer/progress.h"
#include "remote/transfer/torch_list.h"

namespace trainyard {

struct TorchFetch {
  QString folder;  // on the host, for the trees
  TorchList list;
  QStringList trees;  // their names
};

// Each tree has the name, the files and the manifest of one that was sent. Called again after an
// interruption it continues; if another one fetches into the folder, it waits for it. When it is
// stopped, nothing goes on there. Errors: those for which isWithoutIndex(), "torch.wrong_hash",
// "torch.no_space", "torch.disk_full", "torch.ended", those of the host.
QCoro::Task<Result<void>> fetchTorch(Host& host, TorchFetch what, OnProgress onProgress,
                                     std::stop_token stop);

// Whether the machine has no way to a package index ("torch.no_pip", "torch.no_index"), so that the
// trees have to come from elsewhere.
bool isWithoutIndex(const Error& error);

}  // namespace trainyard
