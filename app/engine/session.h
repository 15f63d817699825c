#pragma once

#include <iosfwd>
#include <string>

#include "console/line_input.h"

namespace raichi {

/// An engine that is driven by lines of text: the interface of the protocols over standard input.
class EngineSession {
 public:
  virtual ~EngineSession() = default;

  /// Sends the first message, before any input.
  virtual void Greet() {}
  /// Obeys a line. Returns false if the session ends. If the line is wrong, throws Error and
  /// changes nothing.
  virtual bool Obey(const std::string& line) = 0;
  /// Reports an Error to the other side.
  virtual void Complain(const std::string& what) = 0;
  /// Does at most one batch of the pending work. Called as long as no line arrives. Returns false
  /// if nothing is left to do.
  virtual bool Work() = 0;
  /// Called when the input has ended. Ends work that would otherwise never end.
  virtual void HangUp() = 0;
};

/// Serves a session until it or its input ends. Lines are obeyed between two batches of work;
/// pending work is finished when the input ends. Throws Error if `out` cannot be written.
void Serve(LineInput* in, std::ostream& out, EngineSession* session);

}  // namespace raichi
