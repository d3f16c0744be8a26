#include "engine/train/failure.h"

#include <new>
#include <string>

#include <c10/util/Exception.h>

#include "engine/parallel/process_group.h"

namespace trainyard {

namespace {

// torch's messages carry a stack after their first line.
std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

Error out_of_memory(const std::string& detail) {
  return {"out_of_memory",
          {{"detail", detail}},
          "out of memory: " + detail +
              "; use a smaller batch.per_device (raise gradient_accumulation_steps by the same "
              "factor), a "
              "shorter data.sequence_length or a smaller model",
          ExitCode::out_of_memory};
}

Error communication(const std::string& detail, const std::vector<std::int64_t>& silent) {
  List ranks(silent.begin(), silent.end());
  return {"communication",
          {{"detail", detail}, {"silent_ranks", std::move(ranks)}},
          detail + "; look at its output and its node, then resume the run",
          ExitCode::communication};
}

}  // namespace

Error failure_of_current_exception() {
  try {
    throw;
  } catch (const Failure& failure) {
    return failure.error;
  } catch (const CommunicationError& error) {
    return communication(first_line(error.what()), error.silent());
  } catch (const std::bad_alloc&) {
    return out_of_memory("the system refused more memory");
  } catch (const c10::OutOfMemoryError& error) {
    return out_of_memory(first_line(error.what_without_backtrace()));
  } catch (const c10::DistError& error) {
    return communication("another rank ended or no longer answers (" +
                             first_line(error.what_without_backtrace()) + ")",
                         {});
  } catch (const c10::Error& error) {
    const std::string text = first_line(error.what_without_backtrace());
    if (text.find("can't allocate memory") != std::string::npos ||
        text.find("out of memory") != std::string::npos)
      return out_of_memory(text);
    return {"torch", {{"detail", text}}, "the computation failed: " + text, ExitCode::environment};
  } catch (const std::exception& error) {
    return {"internal",
            {{"detail", error.what()}},
            std::string("the engine failed: ") + error.what(),
            ExitCode::environment};
  }
}

}  // namespace trainyard
