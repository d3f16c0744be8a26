#include "engine/parallel/gpu_module.h"

#include <gtest/gtest.h>

namespace trainyard {
namespace {

TEST(GpuModule, WithoutAGpuItIsAnEnvironmentErrorThatSaysWhatToDo) {
  const Result<const GpuModule*> module = open_gpu_module();
  if (module) GTEST_SKIP() << "this machine has " << (*module)->num_devices << " GPUs";
  EXPECT_EQ(module.error().exit_code, ExitCode::environment);
  EXPECT_EQ(module.error().message.find("GPUs were asked for, but cannot be used: "), 0U)
      << module.error().message;
  EXPECT_EQ(module.error().message.find("libengine_gpu.so"), std::string::npos)
      << "the library did not load: " << module.error().message;
  EXPECT_NE(module.error().message.find("set resources.gpus_per_node to 0"), std::string::npos);
  EXPECT_FALSE(use_gpu({}));
}

}  // namespace
}  // namespace trainyard
