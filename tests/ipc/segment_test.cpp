// Segments that cannot be trusted: each in its way, none with a crash.
#include "channel_fixture.hpp"

#include <hushring/ipc/consumer.hpp>
#include <hushring/ipc/producer.hpp>

#include <sys/mount.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstring>
#include <random>
#include <string>

#include "layout.hpp"

namespace {

using namespace hushring;
using test::code_of;

struct Segment : test::ChannelTest {
  /// A complete queue segment whose bytes `change` may spoil, under a fresh name.
  template <class Change>
  std::string spoilt(Change change) {
    auto good = make({.capacity = 65536, .max_message = 1000});
    std::string bytes = test::bytes_of_file(good.path());
    change(bytes);
    std::string bad = fresh_name();
    std::ofstream(path_of(bad), std::ios::binary) << bytes;
    ::chmod(path_of(bad).c_str(), 0600);
    return bad;
  }
  template <class Number>
  std::string with(std::size_t offset, Number value) {
    return spoilt([&](std::string& bytes) { std::memcpy(bytes.data() + offset, &value, sizeof value); });
  }
};

TEST_F(Segment, ACopyOfAGoodOneIsGood) {
  EXPECT_TRUE(channel::open(spoilt([](std::string&) {})));
}

TEST_F(Segment, WrongMagic) {
  EXPECT_EQ(code_of(channel::open(with(0, 'H'))), errc::bad_magic);
  EXPECT_EQ(code_of(channel::open(spoilt([](std::string& b) { b = "some text of somebody else's, long enough"; }))),
            errc::bad_magic);
}

TEST_F(Segment, AnotherVersion) {
  const auto opened = channel::open(with(8, std::uint32_t{2}));
  EXPECT_EQ(opened.error(), (error{errc::bad_version, 2}));
  EXPECT_EQ(code_of(channel::open(with(12, std::uint32_t{168}))), errc::bad_version);  // header size
  EXPECT_EQ(code_of(channel::open(with(28, std::uint32_t{0x01020304}))), errc::bad_version);  // ABI
}

TEST_F(Segment, AnotherSizeThanItsHeaderSays) {
  EXPECT_EQ(code_of(channel::open(spoilt([](std::string& b) { b.resize(b.size() - 1); }))), errc::bad_size);
  EXPECT_EQ(code_of(channel::open(spoilt([](std::string& b) { b.resize(b.size() + 4096); }))), errc::bad_size);
  EXPECT_EQ(code_of(channel::open(spoilt([](std::string& b) { b.resize(4096); }))), errc::bad_size);
  EXPECT_EQ(code_of(channel::open(spoilt([](std::string& b) { b.resize(159); }))), errc::bad_size);
  EXPECT_EQ(code_of(channel::open(spoilt([](std::string& b) { b.resize(9); }))), errc::bad_size);
  EXPECT_EQ(code_of(channel::open(spoilt([](std::string& b) { b.resize(3); }))), errc::bad_size);
  EXPECT_EQ(code_of(channel::open(spoilt([](std::string& b) { b.clear(); }))), errc::bad_size);
  EXPECT_EQ(code_of(channel::open(with(16, std::uint64_t{1} << 50))), errc::bad_size);
}

TEST_F(Segment, AHeaderThatContradictsItself) {
  for (std::size_t offset = 32; offset < 144; offset += 4) {
    EXPECT_EQ(code_of(channel::open(with(offset, std::uint32_t{0x00ffff37}))), errc::bad_geometry) << offset;
  }
}

TEST_F(Segment, WritableByEverybody) {
  const std::string bad = spoilt([](std::string&) {});
  ::chmod(path_of(bad).c_str(), 0606);
  EXPECT_EQ(code_of(channel::open(bad)), errc::world_writable);
  EXPECT_EQ(code_of(channel::create(fresh_name(), {.mode = 0666})), errc::invalid_argument);
}

TEST_F(Segment, AGroupsIsFine) {
  const std::string shared = fresh_name();
  auto ch = channel::create(shared, {.capacity = 65536, .max_message = 1000, .mode = 0660});
  ASSERT_TRUE(ch);
  struct stat info {};
  ASSERT_EQ(::stat(ch->path().c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 07777u, 0660u);  // whatever the umask
  EXPECT_TRUE(channel::open(shared));
}

TEST_F(Segment, NotAFile) {
  const std::string link = fresh_name();
  auto good = make({.capacity = 65536, .max_message = 1000});
  ASSERT_EQ(::symlink(good.path().c_str(), path_of(link).c_str()), 0);
  EXPECT_EQ(code_of(channel::open(link)), errc::not_a_segment_file);
  const std::string fifo = fresh_name();
  ASSERT_EQ(::mkfifo(path_of(fifo).c_str(), 0600), 0);
  EXPECT_EQ(code_of(channel::open(fifo)), errc::not_a_segment_file);
  const std::string directory = fresh_name();
  ASSERT_EQ(::mkdir(path_of(directory).c_str(), 0700), 0);
  EXPECT_EQ(code_of(channel::open(directory)), errc::not_a_segment_file);
  ::rmdir(path_of(directory).c_str());
}

TEST_F(Segment, NoPermission) {
  if (::geteuid() != 0) GTEST_SKIP() << "needs root, to become somebody else";
  auto mine = make({.capacity = 65536, .max_message = 1000});
  const std::string own = name;
  const pid_t child = spawn([&] {
    if (::setegid(65534) != 0 || ::seteuid(65534) != 0) return 99;
    return static_cast<int>(code_of(channel::open(own)));
  });
  EXPECT_EQ(wait_for(child), static_cast<int>(errc::permission_denied));
}

TEST_F(Segment, SomebodyElsesPrivateFileIsNotTrusted) {
  if (::geteuid() != 0) GTEST_SKIP() << "needs root, to give a file away";
  const std::string other = spoilt([](std::string&) {});
  ASSERT_EQ(::chown(path_of(other).c_str(), 65534, 65534), 0);
  EXPECT_EQ(code_of(channel::open(other)), errc::permission_denied);
}

TEST_F(Segment, AFullFileSystemIsAnErrorAtCreation) {
  const std::string directory = "/tmp/hushring-" + fresh_name();
  ASSERT_EQ(::mkdir(directory.c_str(), 0700), 0);
  if (::mount("tmpfs", directory.c_str(), "tmpfs", 0, "size=1m") != 0) {
    ::rmdir(directory.c_str());
    GTEST_SKIP() << "cannot mount a small file system here: " << std::strerror(errno);
  }
  const channel_location there{.directory = directory};
  EXPECT_EQ(code_of(channel::create("big", {.capacity = 2 << 20, .location = there})), errc::no_space);
  EXPECT_EQ(code_of(channel::open("big", {}, there)), errc::not_found);  // and nothing is left of it
  EXPECT_TRUE(channel::create("small", {.capacity = 65536, .max_message = 1000, .location = there}));
  EXPECT_EQ(::umount2(directory.c_str(), MNT_DETACH), 0);
  ::rmdir(directory.c_str());
}

TEST_F(Segment, ALargerFileThanAllowedIsAnErrorAtCreation) {
  EXPECT_EQ(code_of(channel::create(fresh_name(), {.capacity = std::uint64_t{1} << 50})), errc::invalid_argument);
}

TEST_F(Segment, RandomHeadersNeverOpen) {
  std::mt19937_64 random(3);
  int opened = 0;
  for (int round = 0; round < 300; ++round) {
    const std::string bad = spoilt([&](std::string& bytes) {
      const std::size_t flips = 1 + random() % 4;
      for (std::size_t i = 0; i < flips; ++i) bytes[random() % 144] ^= static_cast<char>(1u << random() % 8);
    });
    if (channel::open(bad)) ++opened;
    ::unlink(path_of(bad).c_str());
    ::unlink(path_of(name).c_str());
  }
  EXPECT_LT(opened, 30);  // those in which a bit was flipped back
}

/// Everything but the header is noise: whoever attaches gets an error, or a channel that stays within its memory.
TEST_F(Segment, RandomBytesBehindAGoodHeaderDoNoHarm) {
  for (const channel_kind kind : {channel_kind::queue, channel_kind::broadcast}) {
    std::mt19937_64 random(5);
    int messages = 0, errors = 0;
    for (int round = 0; round < 150; ++round) {
      auto good = make({.kind = kind, .capacity = 65536, .max_message = 1000, .max_consumers = 2});
      std::string bytes = test::bytes_of_file(good.path());
      const unsigned density = 1u << random() % 12;
      for (std::size_t at = 4096; at + 8 <= bytes.size(); at += 8) {
        if (random() % density != 0) continue;
        const std::uint64_t noise = random() >> random() % 64;
        std::memcpy(bytes.data() + at, &noise, 8);
      }
      const std::string bad = fresh_name();
      std::ofstream(path_of(bad), std::ios::binary) << bytes;
      ::chmod(path_of(bad).c_str(), 0600);
      auto ch = channel::open(bad);
      ASSERT_TRUE(ch);
      auto c = consumer<>::attach(*ch, {.join = join_at::oldest});
      if (c) {
        for (int i = 0; i < 100; ++i) {
          auto m = c->receive();
          if (m) {
            ++messages;
            static_cast<void>(m.copy());
          } else if (m.state() == receive_state::corrupt) {
            ++errors;
          }
        }
      } else {
        ++errors;
      }
      auto p = producer<>::attach(*ch);
      if (p) {
        for (int i = 0; i < 50; ++i) static_cast<void>(p->publish_text("some text"));
      } else {
        ++errors;
      }
      ::unlink(path_of(bad).c_str());
      ::unlink(path_of(name).c_str());
    }
    EXPECT_GT(messages + errors, 50);
    EXPECT_GT(errors, 50);
  }
}

}  // namespace
