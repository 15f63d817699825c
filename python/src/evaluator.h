#pragma once

#include <nanobind/nanobind.h>

#include <memory>

#include "mcts/evaluator.h"

namespace raichi {

/// Whether an evaluator runs Python code.
bool IsOfPython(const nanobind::object& evaluator);

/// Returns the evaluator for `playouts`, `uniform`, a network or a Python function. Throws Error
/// for other texts, and TypeError for other objects. The evaluator takes the interpreter's lock to
/// call the function, which may do anything that Python can. Its exceptions end the evaluation; its
/// wrong answers throw Error.
std::unique_ptr<Evaluator> OpenEvaluator(const nanobind::object& evaluator);

}  // namespace raichi
