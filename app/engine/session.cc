#include "app/engine/session.h"

#include <ostream>

#include "base/error.h"

namespace raichi {
namespace {

bool ObeyOrComplain(const std::string& line, EngineSession* session) {
  try {
    return session->Obey(line);
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
      const std::optional<std::string> line = in->Next();
      if (!line) {
        session->HangUp();
        while (WorkOrComplain(session)) CheckOutput(out);
        return CheckOutput(out);
      }
      if (!ObeyOrComplain(*line, session)) return CheckOutput(out);
      CheckOutput(out);
      is_busy = true;  // the line may have started new work
    }
  }
}

}  // namespace raichi
