// The module raichi._raichi.

#include "base/error.h"
#include "bindings.h"

NB_MODULE(_raichi, module) {
  module.doc() = "Rules, games, search and records of Tablut and the tafl games.";
  nanobind::exception<raichi::Error> error(module, "Error", PyExc_ValueError);
  error.doc() =
      "What every function raises for wrong input or files, with one line that says what is wrong.";
  raichi::BindRules(module);
  raichi::BindSearch(module);
  raichi::BindRecords(module);
}
