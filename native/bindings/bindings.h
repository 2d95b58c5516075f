#pragma once

#include <nanobind/nanobind.h>

namespace unriddle {

// `Problem` and `Engine` first; then each puzzle adds its own problem, and what else it has.
void bind_problem(nanobind::module_& module);
void bind_bloxorz(nanobind::module_& module);
void bind_bloxorz_analysis(nanobind::module_& module);
void bind_freecell(nanobind::module_& module);
void bind_judge(nanobind::module_& module);
void bind_proving(nanobind::module_& module);
void bind_sokoban(nanobind::module_& module);

}  // namespace unriddle
