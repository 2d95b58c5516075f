#pragma once

#include <nanobind/nanobind.h>

namespace unriddle {

// Each puzzle adds the function that makes its engine, and what else it has.
void bind_bloxorz(nanobind::module_& module);
void bind_bloxorz_analysis(nanobind::module_& module);
void bind_freecell(nanobind::module_& module);
void bind_judge(nanobind::module_& module);
void bind_proving(nanobind::module_& module);
void bind_sokoban(nanobind::module_& module);

}  // namespace unriddle
