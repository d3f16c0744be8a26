// SPDX-License-Identifier: GPL-3.0-or-later
// The compiled library: it loads without a GPU, and its functions say that there is none.
#include <dlfcn.h>

#include <gtest/gtest.h>

#include "engine/kernels/kernels.h"

#ifndef KERNELS_LIBRARY
#define KERNELS_LIBRARY nullptr
#endif

namespace trainyard::kernels {
namespace {

class KernelsLibrary : public testing::Test {
 protected:
  void SetUp() override {
    const char* library = KERNELS_LIBRARY;
    if (library == nullptr) GTEST_SKIP() << "SKIPPED: the kernels are not built here";
    void* handle = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    ASSERT_NE(handle, nullptr) << dlerror();
    const auto function = reinterpret_cast<TableFunction>(dlsym(handle, table_symbol));
    ASSERT_NE(function, nullptr) << dlerror();
    table_ = function();
  }

  const Table* table_ = nullptr;
};

TEST_F(KernelsLibrary, HasTheTableOfThisVersion) { EXPECT_EQ(table_->version, table_version); }

TEST_F(KernelsLibrary, SaysWhatItCannotDo) {
  constexpr int success = 0, invalid_value = 1, insufficient_driver = 35, no_device = 100;
  CrossEntropyArguments arguments{};
  EXPECT_EQ(table_->cross_entropy(&arguments, nullptr), invalid_value);
  arguments.vocabulary = arguments.stride = 8;
  EXPECT_EQ(table_->cross_entropy(&arguments, nullptr), success) << "there are no rows";
  // With a GPU this is done by kernels_gpu, with memory that exists.
  arguments.rows = 1;
  if (const void* driver = dlopen("libcuda.so.1", RTLD_LAZY); driver == nullptr) {
    const int result = table_->cross_entropy(&arguments, nullptr);
    EXPECT_TRUE(result == insufficient_driver || result == no_device) << result;
  }
}

}  // namespace
}  // namespace trainyard::kernels
