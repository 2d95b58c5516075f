// Runs the test cases of a program: all of them, or those that its arguments name.
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <exception>
#include <string_view>

#include "tests/harness.h"

namespace unriddle::tests {

std::vector<Case>& cases() {
    static std::vector<Case> all;
    return all;
}

void fail(const char* file, int line, const std::string& what) {
    throw Failure(std::string(file) + ":" + std::to_string(line) + ": " + what);
}

static bool passes(const Case& one) {
    in_case().clear();
    try {
        one.run();
        return true;
    } catch (const std::exception& error) {
        std::printf("%s failed%s%s: %s\n", one.name, in_case().empty() ? "" : " in case ",
                    in_case().c_str(), error.what());
    } catch (...) {
        std::printf("%s failed: something was thrown\n", one.name);
    }
    return false;
}

}  // namespace unriddle::tests

int main(int count, char** words) {
    using namespace unriddle::tests;
    if (count == 2 && std::strcmp(words[1], "--list") == 0) {
        for (const Case& one : cases()) std::puts(one.name);
        return 0;
    }
    const auto is_wanted = [&](const Case& one) {
        return count == 1 || std::any_of(words + 1, words + count, [&](const char* word) {
                   return std::string_view(word) == one.name;
               });
    };
    for (const Case& one : cases()) {
        if (is_wanted(one) && !passes(one)) return 1;
    }
    return 0;
}
