// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/parquet/parquet_library.h"

#include <dlfcn.h>

#include "engine/system/beside_program.h"
#include "engine/contract/messages.h"

namespace trainyard {

Result<void*> parquet_library_entry(const char* name, const char* code) {
  void* handle = dlopen(beside_program("libengine_parquet.so").c_str(), RTLD_NOW | RTLD_LOCAL);
  void* entry = handle == nullptr ? nullptr : dlsym(handle, name);
  if (entry == nullptr) return make_error(code, {{"problem", dlerror()}});
  return entry;
}

}  // namespace trainyard
