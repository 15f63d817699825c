#include "app/engine/session.h"

#include <ostream>

#include "base/error.h"

namespace raichi {
namespace {

/// Obeys the next line. Returns false if the session ends, and tells in `has_ended` whether that is
/// because the input has.
bool ObeyOrComplain(LineInput* in, EngineSession* session, bool* has_ended) {
  try {
    const std::optional<std::string> line = in->Next();
    *has_ended = !line;
    return line && session->Obey(*line);
  } catch (const Error& error) {
    session->Complain(error.what());
    return true;
  }
}

/// Does some pending work. Reports an Error, which ends the session.
bool WorkOrComplain(EngineSession* session) {
  try {
    return session->Work();
  } catch (const Error& error) {
    session->Complain(error.what());
    throw;
  }
}

void CheckOutput(std::ostream& out) {
  if (!out.flush()) throw Error("standard output: cannot write");
}

}  // namespace

void Serve(LineInput* in, std::ostream& out, EngineSession* session) {
  session->Greet();
  for (bool is_busy = false;; is_busy = WorkOrComplain(session)) {
    CheckOutput(out);
    while (in->IsReady(is_busy ? 0 : -1)) {
      bool has_ended = false;
      if (!ObeyOrComplain(in, session, &has_ended)) {
        if (has_ended) session->HangUp();
        while (has_ended && WorkOrComplain(session)) CheckOutput(out);
        return CheckOutput(out);
      }
      CheckOutput(out);
      is_busy = true;  // the line may have started new work
    }
  }
}

}  // namespace raichi
