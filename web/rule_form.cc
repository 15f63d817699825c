#include "web/rule_form.h"

#include <array>
#include <cstddef>

#include "rules/files/rule_fields.h"

namespace raichi {
namespace {

using emscripten::val;

constexpr std::array<const char*, 7> kInputs = {"none",    "switch", "choice", "choices",
                                                "squares", "setup",  "number"};

}  // namespace

val RuleForm(const RuleSet& rules) {
  val form = val::array();
  for (const RuleField& field : AllFieldsOf(rules)) {
    val object = val::object();
    object.set("path", field.path);
    object.set("input", val(kInputs.at(static_cast<size_t>(field.input))));
    object.set("isMap", field.kind == RuleField::Kind::kSection);
    object.set("value", field.value);
    object.set("words", val::array(field.words));
    object.set("least", field.least);
    object.set("most", field.most);
    object.set("needs", field.needs);
    form.call<void>("push", object);
  }
  return form;
}

}  // namespace raichi
