#pragma once

#include <iosfwd>
#include <string>

#include "console/line_input.h"

namespace raichi {

/// An engine that is driven by lines of text: what the protocols over standard input share.
class EngineSession {
 public:
  virtual ~EngineSession() = default;

  /// What is said first.
  virtual void Greet() {}
  /// Obeys a line. False: the session ends. Throws Error saying what the line has wrong; nothing
  /// has changed then.
  virtual bool Obey(const std::string& line) = 0;
  /// Tells the other side of an Error.
  virtual void Complain(const std::string& what) = 0;
  /// Does some of what there is to do while no line comes, no more than a batch of it. False:
  /// nothing is left to do.
  virtual bool Work() = 0;
  /// The input has come to its end: work that has no end of its own ends.
  virtual void HangUp() = 0;
};

/// Serves a session until it or its input ends; lines are obeyed between two batches of work, which
/// is brought to its end when the input is. Throws Error once `out` cannot be written.
void Serve(LineInput* in, std::ostream& out, EngineSession* session);

}  // namespace raichi
