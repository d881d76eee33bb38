// What structured bindings tell of members: bit-fields and references, which Boost.PFR cannot refer to.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

namespace hushring::detail {

/// Structs of more members are not looked at: they come to PFR, and what the compiler says of such members there.
inline constexpr std::size_t most_looked_at = 40;

template <class... Members>
void refer(Members&...) noexcept;

template <bool Referable, class... Declared>
struct looked_at {
  static constexpr bool bit_fields = !Referable;
  static constexpr bool references = (std::is_reference_v<Declared> || ...);
};

/// A list of names for each number of members: there is no other way to members whose names are not known.
template <std::size_t N, class T>
auto look_at_members([[maybe_unused]] T& object) noexcept {
  if constexpr (N == 0 || N > most_looked_at) {
    return looked_at<true>{};
  } else if constexpr (N == 1) {
    auto& [a] = object;
    return looked_at<requires { refer(a); }, decltype(a)>{};
  } else if constexpr (N == 2) {
    auto& [a, b] = object;
    return looked_at<requires { refer(a, b); }, decltype(a), decltype(b)>{};
  } else if constexpr (N == 3) {
    auto& [a, b, c] = object;
    return looked_at<requires { refer(a, b, c); }, decltype(a), decltype(b), decltype(c)>{};
  } else if constexpr (N == 4) {
    auto& [a, b, c, d] = object;
    return looked_at<requires { refer(a, b, c, d); }, decltype(a), decltype(b), decltype(c), decltype(d)>{};
  } else if constexpr (N == 5) {
    auto& [a, b, c, d, e] = object;
    return looked_at<requires { refer(a, b, c, d, e); }, decltype(a), decltype(b), decltype(c), decltype(d),
                     decltype(e)>{};
  } else if constexpr (N == 6) {
    auto& [a, b, c, d, e, f] = object;
    return looked_at<requires { refer(a, b, c, d, e, f); }, decltype(a), decltype(b), decltype(c), decltype(d),
                     decltype(e), decltype(f)>{};
  } else if constexpr (N == 7) {
    auto& [a, b, c, d, e, f, g] = object;
    return looked_at<requires { refer(a, b, c, d, e, f, g); }, decltype(a), decltype(b), decltype(c), decltype(d),
                     decltype(e), decltype(f), decltype(g)>{};
  } else if constexpr (N == 8) {
    auto& [a, b, c, d, e, f, g, h] = object;
    return looked_at<requires { refer(a, b, c, d, e, f, g, h); }, decltype(a), decltype(b), decltype(c), decltype(d),
                     decltype(e), decltype(f), decltype(g), decltype(h)>{};
  } else if constexpr (N == 9) {
    auto& [a, b, c, d, e, f, g, h, i] = object;
    return looked_at<requires { refer(a, b, c, d, e, f, g, h, i); }, decltype(a), decltype(b), decltype(c), decltype(d),
                     decltype(e), decltype(f), decltype(g), decltype(h), decltype(i)>{};
  } else if constexpr (N == 10) {
    auto& [a, b, c, d, e, f, g, h, i, j] = object;
    return looked_at<requires { refer(a, b, c, d, e, f, g, h, i, j); }, decltype(a), decltype(b), decltype(c),
                     decltype(d), decltype(e), decltype(f), decltype(g), decltype(h), decltype(i), decltype(j)>{};
  } else if constexpr (N == 11) {
    auto& [a, b, c, d, e, f, g, h, i, j, k] = object;
    return looked_at<requires { refer(a, b, c, d, e, f, g, h, i, j, k); }, decltype(a), decltype(b), decltype(c),
                     decltype(d), decltype(e), decltype(f), decltype(g), decltype(h), decltype(i), decltype(j),
                     decltype(k)>{};
  } else if constexpr (N == 12) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l] = object;
    return looked_at<requires { refer(a, b, c, d, e, f, g, h, i, j, k, l); }, decltype(a), decltype(b), decltype(c),
                     decltype(d), decltype(e), decltype(f), decltype(g), decltype(h), decltype(i), decltype(j),
                     decltype(k), decltype(l)>{};
  } else if constexpr (N == 13) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l, m] = object;
    return looked_at<requires { refer(a, b, c, d, e, f, g, h, i, j, k, l, m); }, decltype(a), decltype(b), decltype(c),
                     decltype(d), decltype(e), decltype(f), decltype(g), decltype(h), decltype(i), decltype(j),
                     decltype(k), decltype(l), decltype(m)>{};
  } else if constexpr (N == 14) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n] = object;
    return looked_at<requires { refer(a, b, c, d, e, f, g, h, i, j, k, l, m, n); }, decltype(a), decltype(b),
                     decltype(c), decltype(d), decltype(e), decltype(f), decltype(g), decltype(h), decltype(i),
                     decltype(j), decltype(k), decltype(l), decltype(m), decltype(n)>{};
  } else if constexpr (N == 15) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o] = object;
    return looked_at<requires { refer(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o); }, decltype(a), decltype(b),
                     decltype(c), decltype(d), decltype(e), decltype(f), decltype(g), decltype(h), decltype(i),
                     decltype(j), decltype(k), decltype(l), decltype(m), decltype(n), decltype(o)>{};
  } else if constexpr (N == 16) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p] = object;
    return looked_at<requires { refer(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p); }, decltype(a), decltype(b),
                     decltype(c), decltype(d), decltype(e), decltype(f), decltype(g), decltype(h), decltype(i),
                     decltype(j), decltype(k), decltype(l), decltype(m), decltype(n), decltype(o), decltype(p)>{};
  } else if constexpr (N == 17) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q] = object;
    return looked_at<requires { refer(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q); }, decltype(a), decltype(b),
                     decltype(c), decltype(d), decltype(e), decltype(f), decltype(g), decltype(h), decltype(i),
                     decltype(j), decltype(k), decltype(l), decltype(m), decltype(n), decltype(o), decltype(p),
                     decltype(q)>{};
  } else if constexpr (N == 18) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r] = object;
    return looked_at<requires { refer(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r); }, decltype(a),
                     decltype(b), decltype(c), decltype(d), decltype(e), decltype(f), decltype(g), decltype(h),
                     decltype(i), decltype(j), decltype(k), decltype(l), decltype(m), decltype(n), decltype(o),
                     decltype(p), decltype(q), decltype(r)>{};
  } else if constexpr (N == 19) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s] = object;
    return looked_at<requires { refer(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s); }, decltype(a),
                     decltype(b), decltype(c), decltype(d), decltype(e), decltype(f), decltype(g), decltype(h),
                     decltype(i), decltype(j), decltype(k), decltype(l), decltype(m), decltype(n), decltype(o),
                     decltype(p), decltype(q), decltype(r), decltype(s)>{};
  } else if constexpr (N == 20) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t] = object;
    return looked_at<requires { refer(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t); }, decltype(a),
                     decltype(b), decltype(c), decltype(d), decltype(e), decltype(f), decltype(g), decltype(h),
                     decltype(i), decltype(j), decltype(k), decltype(l), decltype(m), decltype(n), decltype(o),
                     decltype(p), decltype(q), decltype(r), decltype(s), decltype(t)>{};
  } else if constexpr (N == 21) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u] = object;
    return looked_at<requires { refer(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u); }, decltype(a),
                     decltype(b), decltype(c), decltype(d), decltype(e), decltype(f), decltype(g), decltype(h),
                     decltype(i), decltype(j), decltype(k), decltype(l), decltype(m), decltype(n), decltype(o),
                     decltype(p), decltype(q), decltype(r), decltype(s), decltype(t), decltype(u)>{};
  } else if constexpr (N == 22) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v] = object;
    return looked_at<requires { refer(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v); }, decltype(a),
                     decltype(b), decltype(c), decltype(d), decltype(e), decltype(f), decltype(g), decltype(h),
                     decltype(i), decltype(j), decltype(k), decltype(l), decltype(m), decltype(n), decltype(o),
                     decltype(p), decltype(q), decltype(r), decltype(s), decltype(t), decltype(u), decltype(v)>{};
  } else if constexpr (N == 23) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w] = object;
    return looked_at<requires { refer(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w); },
                     decltype(a), decltype(b), decltype(c), decltype(d), decltype(e), decltype(f), decltype(g),
                     decltype(h), decltype(i), decltype(j), decltype(k), decltype(l), decltype(m), decltype(n),
                     decltype(o), decltype(p), decltype(q), decltype(r), decltype(s), decltype(t), decltype(u),
                     decltype(v), decltype(w)>{};
  } else if constexpr (N == 24) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x] = object;
    return looked_at<requires { refer(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x); },
                     decltype(a), decltype(b), decltype(c), decltype(d), decltype(e), decltype(f), decltype(g),
                     decltype(h), decltype(i), decltype(j), decltype(k), decltype(l), decltype(m), decltype(n),
                     decltype(o), decltype(p), decltype(q), decltype(r), decltype(s), decltype(t), decltype(u),
                     decltype(v), decltype(w), decltype(x)>{};
  } else if constexpr (N == 25) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y] = object;
    return looked_at<requires { refer(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y); },
                     decltype(a), decltype(b), decltype(c), decltype(d), decltype(e), decltype(f), decltype(g),
                     decltype(h), decltype(i), decltype(j), decltype(k), decltype(l), decltype(m), decltype(n),
                     decltype(o), decltype(p), decltype(q), decltype(r), decltype(s), decltype(t), decltype(u),
                     decltype(v), decltype(w), decltype(x), decltype(y)>{};
  } else if constexpr (N == 26) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z] = object;
    return looked_at<requires { refer(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z); },
                     decltype(a), decltype(b), decltype(c), decltype(d), decltype(e), decltype(f), decltype(g),
                     decltype(h), decltype(i), decltype(j), decltype(k), decltype(l), decltype(m), decltype(n),
                     decltype(o), decltype(p), decltype(q), decltype(r), decltype(s), decltype(t), decltype(u),
                     decltype(v), decltype(w), decltype(x), decltype(y), decltype(z)>{};
  } else if constexpr (N == 27) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z, aa] = object;
    return looked_at<requires { refer(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z, aa);
                     }, decltype(a), decltype(b), decltype(c), decltype(d), decltype(e), decltype(f), decltype(g),
                     decltype(h), decltype(i), decltype(j), decltype(k), decltype(l), decltype(m), decltype(n),
                     decltype(o), decltype(p), decltype(q), decltype(r), decltype(s), decltype(t), decltype(u),
                     decltype(v), decltype(w), decltype(x), decltype(y), decltype(z), decltype(aa)>{};
  } else if constexpr (N == 28) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z, aa, ab] = object;
    return looked_at<requires { refer(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z, aa,
                     ab); }, decltype(a), decltype(b), decltype(c), decltype(d), decltype(e), decltype(f), decltype(g),
                     decltype(h), decltype(i), decltype(j), decltype(k), decltype(l), decltype(m), decltype(n),
                     decltype(o), decltype(p), decltype(q), decltype(r), decltype(s), decltype(t), decltype(u),
                     decltype(v), decltype(w), decltype(x), decltype(y), decltype(z), decltype(aa), decltype(ab)>{};
  } else if constexpr (N == 29) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z, aa, ab, ac] = object;
    return looked_at<requires { refer(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z, aa,
                     ab, ac); }, decltype(a), decltype(b), decltype(c), decltype(d), decltype(e), decltype(f),
                     decltype(g), decltype(h), decltype(i), decltype(j), decltype(k), decltype(l), decltype(m),
                     decltype(n), decltype(o), decltype(p), decltype(q), decltype(r), decltype(s), decltype(t),
                     decltype(u), decltype(v), decltype(w), decltype(x), decltype(y), decltype(z), decltype(aa),
                     decltype(ab), decltype(ac)>{};
  } else if constexpr (N == 30) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z, aa, ab, ac, ad] = object;
    return looked_at<requires { refer(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z, aa,
                     ab, ac, ad); }, decltype(a), decltype(b), decltype(c), decltype(d), decltype(e), decltype(f),
                     decltype(g), decltype(h), decltype(i), decltype(j), decltype(k), decltype(l), decltype(m),
                     decltype(n), decltype(o), decltype(p), decltype(q), decltype(r), decltype(s), decltype(t),
                     decltype(u), decltype(v), decltype(w), decltype(x), decltype(y), decltype(z), decltype(aa),
                     decltype(ab), decltype(ac), decltype(ad)>{};
  } else if constexpr (N == 31) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z, aa, ab, ac, ad, ae] = object;
    return looked_at<requires { refer(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z, aa,
                     ab, ac, ad, ae); }, decltype(a), decltype(b), decltype(c), decltype(d), decltype(e), decltype(f),
                     decltype(g), decltype(h), decltype(i), decltype(j), decltype(k), decltype(l), decltype(m),
                     decltype(n), decltype(o), decltype(p), decltype(q), decltype(r), decltype(s), decltype(t),
                     decltype(u), decltype(v), decltype(w), decltype(x), decltype(y), decltype(z), decltype(aa),
                     decltype(ab), decltype(ac), decltype(ad), decltype(ae)>{};
  } else if constexpr (N == 32) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z, aa, ab, ac, ad, ae, af] =
           object;
    return looked_at<requires { refer(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z, aa,
                     ab, ac, ad, ae, af); }, decltype(a), decltype(b), decltype(c), decltype(d), decltype(e),
                     decltype(f), decltype(g), decltype(h), decltype(i), decltype(j), decltype(k), decltype(l),
                     decltype(m), decltype(n), decltype(o), decltype(p), decltype(q), decltype(r), decltype(s),
                     decltype(t), decltype(u), decltype(v), decltype(w), decltype(x), decltype(y), decltype(z),
                     decltype(aa), decltype(ab), decltype(ac), decltype(ad), decltype(ae), decltype(af)>{};
  } else if constexpr (N == 33) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z, aa, ab, ac, ad, ae, af, ag] =
           object;
    return looked_at<requires { refer(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z, aa,
                     ab, ac, ad, ae, af, ag); }, decltype(a), decltype(b), decltype(c), decltype(d), decltype(e),
                     decltype(f), decltype(g), decltype(h), decltype(i), decltype(j), decltype(k), decltype(l),
                     decltype(m), decltype(n), decltype(o), decltype(p), decltype(q), decltype(r), decltype(s),
                     decltype(t), decltype(u), decltype(v), decltype(w), decltype(x), decltype(y), decltype(z),
                     decltype(aa), decltype(ab), decltype(ac), decltype(ad), decltype(ae), decltype(af),
                     decltype(ag)>{};
  } else if constexpr (N == 34) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z, aa, ab, ac, ad, ae, af, ag, ah]
           = object;
    return looked_at<requires { refer(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z, aa,
                     ab, ac, ad, ae, af, ag, ah); }, decltype(a), decltype(b), decltype(c), decltype(d), decltype(e),
                     decltype(f), decltype(g), decltype(h), decltype(i), decltype(j), decltype(k), decltype(l),
                     decltype(m), decltype(n), decltype(o), decltype(p), decltype(q), decltype(r), decltype(s),
                     decltype(t), decltype(u), decltype(v), decltype(w), decltype(x), decltype(y), decltype(z),
                     decltype(aa), decltype(ab), decltype(ac), decltype(ad), decltype(ae), decltype(af), decltype(ag),
                     decltype(ah)>{};
  } else if constexpr (N == 35) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z, aa, ab, ac, ad, ae, af, ag, ah,
           ai] = object;
    return looked_at<requires { refer(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z, aa,
                     ab, ac, ad, ae, af, ag, ah, ai); }, decltype(a), decltype(b), decltype(c), decltype(d),
                     decltype(e), decltype(f), decltype(g), decltype(h), decltype(i), decltype(j), decltype(k),
                     decltype(l), decltype(m), decltype(n), decltype(o), decltype(p), decltype(q), decltype(r),
                     decltype(s), decltype(t), decltype(u), decltype(v), decltype(w), decltype(x), decltype(y),
                     decltype(z), decltype(aa), decltype(ab), decltype(ac), decltype(ad), decltype(ae), decltype(af),
                     decltype(ag), decltype(ah), decltype(ai)>{};
  } else if constexpr (N == 36) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z, aa, ab, ac, ad, ae, af, ag, ah,
           ai, aj] = object;
    return looked_at<requires { refer(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z, aa,
                     ab, ac, ad, ae, af, ag, ah, ai, aj); }, decltype(a), decltype(b), decltype(c), decltype(d),
                     decltype(e), decltype(f), decltype(g), decltype(h), decltype(i), decltype(j), decltype(k),
                     decltype(l), decltype(m), decltype(n), decltype(o), decltype(p), decltype(q), decltype(r),
                     decltype(s), decltype(t), decltype(u), decltype(v), decltype(w), decltype(x), decltype(y),
                     decltype(z), decltype(aa), decltype(ab), decltype(ac), decltype(ad), decltype(ae), decltype(af),
                     decltype(ag), decltype(ah), decltype(ai), decltype(aj)>{};
  } else if constexpr (N == 37) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z, aa, ab, ac, ad, ae, af, ag, ah,
           ai, aj, ak] = object;
    return looked_at<requires { refer(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z, aa,
                     ab, ac, ad, ae, af, ag, ah, ai, aj, ak); }, decltype(a), decltype(b), decltype(c), decltype(d),
                     decltype(e), decltype(f), decltype(g), decltype(h), decltype(i), decltype(j), decltype(k),
                     decltype(l), decltype(m), decltype(n), decltype(o), decltype(p), decltype(q), decltype(r),
                     decltype(s), decltype(t), decltype(u), decltype(v), decltype(w), decltype(x), decltype(y),
                     decltype(z), decltype(aa), decltype(ab), decltype(ac), decltype(ad), decltype(ae), decltype(af),
                     decltype(ag), decltype(ah), decltype(ai), decltype(aj), decltype(ak)>{};
  } else if constexpr (N == 38) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z, aa, ab, ac, ad, ae, af, ag, ah,
           ai, aj, ak, al] = object;
    return looked_at<requires { refer(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z, aa,
                     ab, ac, ad, ae, af, ag, ah, ai, aj, ak, al); }, decltype(a), decltype(b), decltype(c), decltype(d),
                     decltype(e), decltype(f), decltype(g), decltype(h), decltype(i), decltype(j), decltype(k),
                     decltype(l), decltype(m), decltype(n), decltype(o), decltype(p), decltype(q), decltype(r),
                     decltype(s), decltype(t), decltype(u), decltype(v), decltype(w), decltype(x), decltype(y),
                     decltype(z), decltype(aa), decltype(ab), decltype(ac), decltype(ad), decltype(ae), decltype(af),
                     decltype(ag), decltype(ah), decltype(ai), decltype(aj), decltype(ak), decltype(al)>{};
  } else if constexpr (N == 39) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z, aa, ab, ac, ad, ae, af, ag, ah,
           ai, aj, ak, al, am] = object;
    return looked_at<requires { refer(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z, aa,
                     ab, ac, ad, ae, af, ag, ah, ai, aj, ak, al, am); }, decltype(a), decltype(b), decltype(c),
                     decltype(d), decltype(e), decltype(f), decltype(g), decltype(h), decltype(i), decltype(j),
                     decltype(k), decltype(l), decltype(m), decltype(n), decltype(o), decltype(p), decltype(q),
                     decltype(r), decltype(s), decltype(t), decltype(u), decltype(v), decltype(w), decltype(x),
                     decltype(y), decltype(z), decltype(aa), decltype(ab), decltype(ac), decltype(ad), decltype(ae),
                     decltype(af), decltype(ag), decltype(ah), decltype(ai), decltype(aj), decltype(ak), decltype(al),
                     decltype(am)>{};
  } else if constexpr (N == 40) {
    auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z, aa, ab, ac, ad, ae, af, ag, ah,
           ai, aj, ak, al, am, an] = object;
    return looked_at<requires { refer(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z, aa,
                     ab, ac, ad, ae, af, ag, ah, ai, aj, ak, al, am, an); }, decltype(a), decltype(b), decltype(c),
                     decltype(d), decltype(e), decltype(f), decltype(g), decltype(h), decltype(i), decltype(j),
                     decltype(k), decltype(l), decltype(m), decltype(n), decltype(o), decltype(p), decltype(q),
                     decltype(r), decltype(s), decltype(t), decltype(u), decltype(v), decltype(w), decltype(x),
                     decltype(y), decltype(z), decltype(aa), decltype(ab), decltype(ac), decltype(ad), decltype(ae),
                     decltype(af), decltype(ag), decltype(ah), decltype(ai), decltype(aj), decltype(ak), decltype(al),
                     decltype(am), decltype(an)>{};
  }
}
template <class T, std::size_t N>
using members_of = decltype(look_at_members<N>(std::declval<T&>()));

}  // namespace hushring::detail
