// The shape of all solvers that only the engine has.
#pragma once

#include "core/control.h"
#include "search/named.h"
#include "search/outcome.h"
#include "search/settings.h"

namespace unriddle {

// Ends as `solved` with a plan, `exhausted` with a proof that there is none, or by an Interruption.
// Throws std::invalid_argument for a problem that it does not take, or a wrong setting.
template <class Problem>
using Solver = Outcome (*)(const Problem&, const Settings&, Control&);

}  // namespace unriddle
