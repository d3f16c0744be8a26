// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/failure.h"

#include <c10/util/Exception.h>
#include <gtest/gtest.h>

#include <new>
#include <stdexcept>
#include <utility>

#include "engine/contract/messages.h"

namespace trainyard {
namespace {

template <class Exception>
Error failure_of(const Exception& thrown) {
  try {
    throw thrown;
  } catch (...) {
    return failure_of_current_exception();
  }
}

c10::Error torch_error(const std::string& words) {
  return c10::Error(c10::SourceLocation{__func__, __FILE__, __LINE__}, words);
}

TEST(Failure, MemoryThatIsNotThereIsCodeFourInAllLibraries) {
  for (const char* words :
       {"DefaultCPUAllocator: can't allocate memory: you tried to allocate 1000 bytes",
        "CUDA error: CUBLAS_STATUS_ALLOC_FAILED when calling `cublasCreate(handle)`",
        "cuDNN error: CUDNN_STATUS_ALLOC_FAILED", "CUDA error: out of memory"}) {
    const Error error = failure_of(torch_error(words));
    EXPECT_EQ(error.exit_code, ExitCode::out_of_memory) << words;
    EXPECT_EQ(error.code, "out_of_memory") << words;
    EXPECT_NE(error.message.find(words), std::string::npos) << error.message;
  }
  EXPECT_EQ(failure_of(std::bad_alloc()).exit_code, ExitCode::out_of_memory);
}

TEST(Failure, OfTorchIsOneLineWithItsWords) {
  const Error error = failure_of(torch_error("mat1 and mat2 shapes cannot be multiplied"));
  EXPECT_EQ(error.code, "torch");
  EXPECT_EQ(error.exit_code, ExitCode::environment);
  EXPECT_NE(error.message.find("shapes cannot be multiplied"), std::string::npos);
  EXPECT_EQ(error.message.find('\n'), std::string::npos);
}

TEST(Failure, OfAGpuSaysWhetherItIsTheDeviceOrTheProgram) {
  const std::pair<const char*, const char*> cases[] = {
      {"CUDA error: uncorrectable ECC error encountered", "gpu.broken"},
      {"CUDA error: GPU is lost", "gpu.broken"},
      {"NCCL error: unhandled cuda error, Cuda failure 'the GPU has fallen off the bus'",
       "gpu.broken"},
      {"CUDA error: device-side assert triggered", "gpu.program"},
      {"CUDA error: an illegal memory access was encountered", "gpu.program"},
      {"CUDA error: misaligned address", "gpu.program"},
      {"CUDA error: unspecified launch failure", "gpu.failed"},
      {"CUDA error: the launch timed out and was terminated", "gpu.failed"},
      {"CUDA error: operation not supported", "gpu.failed"},
  };
  for (const auto& [text, code] : cases) {
    const Error error = failure_of(torch_error(text));
    EXPECT_EQ(error.code, code) << text;
    EXPECT_EQ(error.exit_code, ExitCode::environment) << text;
    EXPECT_NE(error.message.find(text), std::string::npos) << error.message;
    EXPECT_EQ(failure_of(std::runtime_error(text)).code, code) << text;
  }
}

TEST(Failure, KeepsTheProjectsOwnErrors) {
  const Error error = make_error("checkpoint.none", {{"folder", "x"}});
  EXPECT_EQ(failure_of(Failure(error)).message, error.message);
}

}  // namespace
}  // namespace trainyard
