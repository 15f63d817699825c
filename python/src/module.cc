// The module raichi._raichi.

#include <exception>
#include <string>
#include <string_view>

#include "base/error.h"
#include "base/text.h"
#include "bindings.h"

namespace raichi {
namespace {

void Erase(std::string_view part, std::string* text) {
  for (size_t at; (at = text->find(part)) != std::string::npos;) text->erase(at, part.size());
}

/// Returns the text between two marks, or to the end of `text`.
std::string Between(const std::string& text, std::string_view begin, std::string_view end) {
  const size_t first = text.find(begin) + begin.size();
  return text.substr(first, text.find(end, first) - first);
}

/// Returns what the binding library's lines about wrong arguments say, as one:
/// `Game.play() takes (move: Move | str), found (int)`.
std::string InOneLine(std::string text) {
  constexpr std::string_view kBegin = "    1. ", kFound = "Invoked with types: ";
  if (text.find(kBegin) == std::string::npos || text.find(kFound) == std::string::npos) return text;
  for (const char* module : {"raichi._raichi.", "_raichi."}) Erase(module, &text);
  std::string takes = Between(text, kBegin, "\n");
  std::string found = text.substr(text.find(kFound) + kFound.size());
  std::string name = takes.substr(0, takes.find('('));
  if (name == "__new__") name = takes.substr(takes.rfind(' ') + 1);
  if (name == "__init__") name = found.substr(0, found.find(", "));
  takes = takes.substr(takes.find('('), takes.rfind(" -> ") - takes.find('('));
  const size_t own = takes.find_first_of(",)");
  if (takes.starts_with("(self") || takes.starts_with("(cls")) {
    takes.erase(1, takes[own] == ',' ? own + 1 : own - 1);
    found.erase(0, found.find(", ") == std::string::npos ? found.size() : found.find(", ") + 2);
  }
  return name + "() takes " + takes + ", found (" + found + ")";
}

/// Raises Error with its message as Unicode, whatever files it names.
void RaiseError(const std::exception_ptr& thrown, void* type) {
  try {
    std::rethrow_exception(thrown);
  } catch (const Error& error) {
    PyErr_SetString(static_cast<PyObject*>(type), VisibleLine(error.what()).c_str());
  }
}

}  // namespace
}  // namespace raichi

/// What the binding library calls in place of PyErr_SetString (CMakeLists.txt).
extern "C" void RaichiSetError(PyObject* type, const char* text) {
  const std::string shown = raichi::Visible(text);  // Python's texts are Unicode
  PyErr_SetString(type, type == PyExc_TypeError ? raichi::InOneLine(shown).c_str() : shown.c_str());
}

NB_MODULE(_raichi, module) {
  module.doc() = "Rules, games, search and records of Tablut and the tafl games.";
  nanobind::exception<raichi::Error> error(module, "Error", PyExc_ValueError);
  error.doc() =
      "What every function raises for wrong input or files, with one line that says what is wrong.";
  nanobind::register_exception_translator(&raichi::RaiseError, error.ptr());
  raichi::BindRules(module);
  raichi::BindResults(module);
  raichi::BindNetwork(module);
  raichi::BindSearch(module);
  raichi::BindRecords(module);
  raichi::BindVectorEnv(module);
}
