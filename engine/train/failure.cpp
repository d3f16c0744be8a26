// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/train/failure.h"

#include <new>
#include <string>

#include <c10/util/Exception.h>

#include "engine/system/first_line.h"
#include "engine/contract/messages.h"
#include "engine/parallel/device_errors.h"
#include "engine/parallel/process_group.h"

namespace trainyard {

namespace {

Error out_of_memory(Value detail) {
  return make_error("out_of_memory", {{"detail", std::move(detail)}});
}

// Classifies an exception of c10, which only has a text. GPU libraries have their own texts.
Error torch_failure(const std::string& text) {
  for (const char* words : {"can't allocate memory", "out of memory", "CUBLAS_STATUS_ALLOC_FAILED",
                            "CUDNN_STATUS_ALLOC_FAILED", "CUSOLVER_STATUS_ALLOC_FAILED"})
    if (text.find(words) != std::string::npos) return out_of_memory(text);
  if (auto error = device_error(text)) return *std::move(error);
  return make_error("torch", {{"detail", text}});
}

}  // namespace

Error failure_of_current_exception() {
  try {
    throw;
  } catch (const Failure& failure) {
    return failure.error;
  } catch (const CommunicationError& error) {
    return error.error();
  } catch (const std::bad_alloc&) {
    return out_of_memory(as_argument(make_error("out_of_memory.system", {})));
  } catch (const c10::OutOfMemoryError& error) {
    return out_of_memory(first_line(error.what_without_backtrace()));
  } catch (const c10::DistError& error) {
    if (auto own = device_error(first_line(error.what_without_backtrace()))) return *std::move(own);
    return make_error("communication.lost",
                      {{"detail", first_line(error.what_without_backtrace())}});
  } catch (const c10::Error& error) {
    return torch_failure(first_line(error.what_without_backtrace()));
  } catch (const std::exception& error) {
    if (auto own = device_error(first_line(error.what()))) return *std::move(own);
    return make_error("internal", {{"detail", std::string(error.what())}});
  }
}

}  // namespace trainyard
