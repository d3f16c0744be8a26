// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/parallel/gpu_module.h"

#include <gtest/gtest.h>

#include <filesystem>

namespace trainyard {
namespace {

TEST(GpuModule, IsOpenedWithAGpuAndIsAnEnvironmentErrorWithoutOne) {
  const Result<const GpuModule*> module = open_gpu_module();
  if (std::filesystem::exists("/dev/nvidia0")) {
    ASSERT_TRUE(module) << module.error().message;
    ASSERT_GT((*module)->num_devices, 0);
    const auto device = use_gpu({}, false);
    ASSERT_TRUE(device) << device.error().message;
    EXPECT_TRUE(device->is_cuda());
    EXPECT_FALSE((*module)->compute_capability(0).name.empty());
    return;
  }
  ASSERT_FALSE(module);
  EXPECT_EQ(module.error().code, "gpu.unavailable");
  EXPECT_EQ(module.error().exit_code, ExitCode::environment);
  // Built where CUDA's libraries are: then it loads, and it is the GPU that is missing.
  const auto built = std::filesystem::read_symlink("/proc/self/exe").parent_path();
  EXPECT_NE(module.error().message.find("libengine_gpu.so") == std::string::npos,
            !std::filesystem::exists(built / "libengine_gpu.so"))
      << module.error().message;
  EXPECT_FALSE(use_gpu({}, false));
}

TEST(GpuModule, ARankTakesItsOwnDeviceOrTheOnlyOneItIsShown) {
  const RankInfo third{2, 4, 2, 4, "host", 1};
  EXPECT_EQ(*device_of(third, 4), 2);
  EXPECT_EQ(*device_of(third, 1), 0);  // a site that shows each rank one GPU
  const auto refused = device_of(third, 2);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, "gpu.fewer_than_ranks");
}

TEST(GpuModule, DevicesThatTorchCannotUseAreNamed) {
  EXPECT_TRUE(check_capability({"NVIDIA H100", 9, 0}, true));
  EXPECT_TRUE(check_capability({"NVIDIA A100", 8, 0}, true));
  EXPECT_TRUE(check_capability({"Tesla T4", 7, 5}, false));
  const auto without = check_capability({"Tesla T4", 7, 5}, true);
  ASSERT_FALSE(without);
  EXPECT_EQ(without.error().code, "gpu.no_bf16");
  const auto old = check_capability({"Tesla V100", 7, 0}, false);
  ASSERT_FALSE(old);
  EXPECT_EQ(old.error().code, "gpu.too_old");
  EXPECT_NE(old.error().message.find("Tesla V100 has compute capability 7.0"), std::string::npos);
}

}  // namespace
}  // namespace trainyard
