#include "wasm/value.h"

namespace unriddle::wasm {

namespace {

class Reader {
  public:
    explicit Reader(std::span<const std::uint8_t> bytes) : rest_(bytes) {}

    bool is_done() const { return rest_.empty(); }

    Value value() {
        switch (number<char>()) {
            case 'N':
                return {};
            case 'T':
                return {true};
            case 'F':
                return {false};
            case 'i':
                return {number<std::int64_t>()};
            case 'u':
                return {number<std::uint64_t>()};
            case 'd':
                return {number<double>()};
            case 's':
                return {text()};
            case 'b': {
                const auto bytes = std::as_bytes(take(number<std::uint32_t>()));
                return {Packed(bytes.begin(), bytes.end())};
            }
            case 'q': {
                const auto bytes = take(std::size_t{number<std::uint32_t>()} * 8);
                Numbers numbers(bytes.size() / 8);
                if (!bytes.empty()) std::memcpy(numbers.data(), bytes.data(), bytes.size());
                return {std::move(numbers)};
            }
            case 'l': {
                List list;
                for (auto left = number<std::uint32_t>(); left > 0; --left) list.push_back(value());
                return {std::move(list)};
            }
            case 'm': {
                ByName all;
                for (auto left = number<std::uint32_t>(); left > 0; --left) {
                    std::string name = text();
                    all[std::move(name)] = value();
                }
                return {std::move(all)};
            }
            default:
                wrong_kind();
        }
    }

  private:
    std::span<const std::uint8_t> take(std::size_t size) {
        if (size > rest_.size()) throw std::invalid_argument("a message ends too early");
        const auto taken = rest_.first(size);
        rest_ = rest_.subspan(size);
        return taken;
    }

    template <class T>
    T number() {
        T number;
        std::memcpy(&number, take(sizeof(T)).data(), sizeof(T));
        return number;
    }

    std::string text() {
        const auto bytes = take(number<std::uint32_t>());
        return {bytes.begin(), bytes.end()};
    }

    std::span<const std::uint8_t> rest_;
};

class Writer {
  public:
    explicit Writer(std::vector<std::uint8_t>& bytes) : bytes_(bytes) {}

    void operator()(std::monostate) { letter('N'); }
    void operator()(bool is) { letter(is ? 'T' : 'F'); }
    void operator()(std::int64_t number) { letter('i'), raw(&number, sizeof number); }
    void operator()(std::uint64_t number) { letter('u'), raw(&number, sizeof number); }
    void operator()(double number) { letter('d'), raw(&number, sizeof number); }
    void operator()(const std::string& text) { letter('s'), sized(text); }
    void operator()(const Packed& bytes) { letter('b'), sized(bytes); }
    void operator()(const Numbers& numbers) { letter('q'), sized(numbers); }
    void operator()(const List& list) {
        letter('l'), size(list.size());
        for (const Value& value : list) value.write(bytes_);
    }
    void operator()(const ByName& all) {
        letter('m'), size(all.size());
        for (const auto& [name, value] : all) sized(name), value.write(bytes_);
    }

  private:
    void letter(char kind) { bytes_.push_back(static_cast<std::uint8_t>(kind)); }
    void raw(const void* from, std::size_t size) {
        const auto* first = static_cast<const std::uint8_t*>(from);
        bytes_.insert(bytes_.end(), first, first + size);
    }
    void size(std::size_t number) {
        const auto size = static_cast<std::uint32_t>(number);
        raw(&size, sizeof size);
    }
    void sized(const auto& items) {
        size(items.size());
        raw(items.data(), items.size() * sizeof(*items.data()));
    }

    std::vector<std::uint8_t>& bytes_;
};

}  // namespace

Value Value::read(std::span<const std::uint8_t> bytes) {
    Reader reader(bytes);
    Value value = reader.value();
    if (!reader.is_done()) throw std::invalid_argument("a message goes on after its end");
    return value;
}

void Value::write(std::vector<std::uint8_t>& bytes) const { std::visit(Writer(bytes), held); }

}  // namespace unriddle::wasm
