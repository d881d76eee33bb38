// The build's own facts: which instructions the templates may use, whether they may read behind the text, and the
// inline namespace that keeps builds with other answers apart.
#pragma once

#if defined(__FAST_MATH__)
#error "hushring needs IEEE 754 arithmetic: compile without -ffast-math"
#endif

#if defined(__SSE2__) && !defined(HUSHRING_SIMD_NONE)
#define HUSHRING_SSE2 1
#else
#define HUSHRING_SSE2 0
#endif

// Sanitizers and valgrind report reads behind the text, even those that cannot leave its page.
#if defined(HUSHRING_NO_OVERREAD) || defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_HWADDRESS__) || \
    defined(__SANITIZE_THREAD__)
#define HUSHRING_EXACT_BOUNDS 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(hwaddress_sanitizer) || __has_feature(memory_sanitizer) || \
    __has_feature(thread_sanitizer) || __has_feature(memtag_stack)
#define HUSHRING_EXACT_BOUNDS 1
#endif
#endif
#ifndef HUSHRING_EXACT_BOUNDS
#define HUSHRING_EXACT_BOUNDS 0
#endif

// Two translation units with other instruction sets or bounds must not share one copy of a template: the linker would
// keep either.
#if defined(__AVX512F__)
#define HUSHRING_ISA avx512
#elif defined(__AVX2__)
#define HUSHRING_ISA avx2
#elif defined(__AVX__)
#define HUSHRING_ISA avx
#elif defined(__SSE4_2__)
#define HUSHRING_ISA sse4
#elif HUSHRING_SSE2
#define HUSHRING_ISA sse2
#else
#define HUSHRING_ISA portable
#endif
#define HUSHRING_JOIN_(a, b, c) a##b##c
#define HUSHRING_JOIN(a, b, c) HUSHRING_JOIN_(a, b, c)
#if HUSHRING_SSE2
#define HUSHRING_BUILD HUSHRING_JOIN(HUSHRING_ISA, _simd_, HUSHRING_EXACT_BOUNDS)
#else
#define HUSHRING_BUILD HUSHRING_JOIN(HUSHRING_ISA, _none_, HUSHRING_EXACT_BOUNDS)
#endif

#define HUSHRING_INLINE inline __attribute__((always_inline))
#define HUSHRING_COLD __attribute__((noinline, cold))

namespace hushring::detail {

inline namespace HUSHRING_BUILD {
/// Keys members of classes, which an inline namespace cannot.
struct build {};
}  // namespace HUSHRING_BUILD

/// What may be read behind the end of a text: nothing, or `reach` bytes of any value.
enum class tail_bytes : bool { none, padded };

/// The largest distance behind its end that a text is read at.
inline constexpr int reach = 64;

inline constexpr bool exact_bounds = HUSHRING_EXACT_BOUNDS != 0;

}  // namespace hushring::detail
