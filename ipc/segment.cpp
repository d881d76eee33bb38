#include "segment.hpp"

#include <hushring/ipc/detail/process.hpp>

#include <boost/interprocess/exceptions.hpp>
#include <cstring>
#include <new>
#include <utility>

namespace hushring::detail {
namespace {

namespace bip = boost::interprocess;

/// What mapped_region asks of a memory-mappable: our files are opened and closed by os::file.
struct mappable {
  int descriptor;
  [[nodiscard]] bip::mapping_handle_t get_mapping_handle() const noexcept {
    return bip::ipcdetail::mapping_handle_from_file_handle(descriptor);
  }
};

error check_trust(const os::file_info& info) noexcept {
  if (!info.regular) return error{errc::not_a_segment_file};
  if ((info.mode & 02) != 0) return error{errc::world_writable};
  // Opened although neither owner nor group: only a privileged process gets here, and it should not trust the owner.
  if (info.owner != os::effective_user() && (info.mode & 020) == 0) return error{errc::permission_denied};
  return {};
}

}  // namespace

error check_header(const segment_header& header, std::uint64_t file_size) noexcept {
  if (header.magic != segment_magic) return error{errc::bad_magic};
  if (header.version != layout_version) return error{errc::bad_version, header.version};
  if (header.abi != abi_tag || header.header_size != sizeof(segment_header))
    return error{errc::bad_version, header.abi};
  if (header.total_size != file_size) return error{errc::bad_size, header.total_size};
  segment_header expected = header;
  if (!complete_geometry(expected)) return error{errc::bad_geometry};
  if (std::memcmp(&expected, &header, sizeof header) != 0) return error{errc::bad_geometry};
  return {};
}

error segment::map() {
  try {
    region_ = bip::mapped_region(mappable{probe_.descriptor()}, bip::read_write, 0,
                                 static_cast<std::size_t>(geometry_.total_size));
  } catch (const bip::interprocess_exception& e) {
    return error{errc::system_error, static_cast<std::uint64_t>(e.get_native_error())};
  }
  auto* begin = static_cast<std::byte*>(region_.get_address());
  os::dont_inherit(begin, region_.get_size());
  process_epoch_ = current_process_epoch();
  return {};
}

result<std::shared_ptr<segment>> segment::create(const std::string& directory, const std::string& path,
                                                 segment_header header, std::uint32_t mode) {
  if (!complete_geometry(header)) return errc::invalid_argument;
  os::random_bytes(header.uuid);
  const std::shared_ptr<segment> fresh(new segment);
  fresh->path_ = path;
  fresh->geometry_ = header;

  const os::fork_pause hold;
  std::string temporary_name;
  os::file& file = fresh->probe_;
  if (const error e = os::create_hidden_file(directory, mode, file, temporary_name)) return e;
  const auto give_up = [&](error e) {
    if (!temporary_name.empty()) static_cast<void>(os::remove_file(temporary_name));
    return e;
  };
  if (const error e = os::check_file_system(file)) return give_up(e);
  if (const error e = os::allocate(file, header.total_size)) return give_up(e);
  if (const error e = fresh->map()) return give_up(e);
  if (fresh->kind() == segment_kind::broadcast) {
    for (std::uint32_t lane = 0; lane < header.lanes; ++lane) format_broadcast(fresh->broadcast(lane));
  }
  std::memcpy(fresh->region_.get_address(), &header, sizeof header);
  if (const error e = os::publish_file(file, temporary_name, path)) return e;
  os::populate(static_cast<std::byte*>(fresh->region_.get_address()), fresh->region_.get_size());
  return fresh;
}

result<std::shared_ptr<segment>> segment::open(const std::string& path) {
  const std::shared_ptr<segment> found(new segment);
  found->path_ = path;
  const os::fork_pause hold;
  os::file& file = found->probe_;
  if (const error e = os::open_file(path, file)) return e;
  os::file_info info;
  if (const error e = os::describe_file(file, info)) return e;
  if (const error e = check_trust(info)) return e;
  if (const error e = os::check_file_system(file)) return e;

  segment_header header{};
  const auto got = os::read_at(file, 0, std::as_writable_bytes(std::span(&header, 1)));
  if (!got) return got.error();
  if (*got >= sizeof header.magic && header.magic != segment_magic) return errc::bad_magic;
  if (*got < sizeof header) return error{errc::bad_size, info.size};
  if (const error e = check_header(header, info.size)) return e;
  found->geometry_ = header;
  if (const error e = found->map()) return e;
  os::populate(static_cast<std::byte*>(found->region_.get_address()), found->region_.get_size());
  return found;
}

segment::~segment() {
  // Not mapped in a forked child: unmapping there could hit something else at the same address.
  if (!is_mapped()) static_cast<void>(new (std::nothrow) bip::mapped_region(std::move(region_)));
}

bool segment::is_mapped() const noexcept { return process_epoch_ == current_process_epoch(); }

bool segment::is_current() const noexcept {
  os::file_info named, mapped;
  if (os::describe_path(path_, named) || os::describe_file(probe_, mapped)) return false;
  return named.device == mapped.device && named.inode == mapped.inode;
}

queue_memory segment::queue(std::uint32_t lane) const noexcept {
  return {.data = at<std::byte>(geometry_.data_offset + lane * geometry_.capacity),
          .page = &page(lane),
          .cursor = &role().lanes[lane],
          .capacity = geometry_.capacity,
          .max_message = geometry_.max_message,
          .payload_offset = geometry_.payload_offset};
}

broadcast_lane segment::broadcast(std::uint32_t lane) const noexcept {
  const std::uint64_t table = round_up(sizeof(block_entry) * geometry_.block_count, page_size);
  return {.data = at<std::byte>(geometry_.data_offset + lane * geometry_.capacity),
          .blocks = at<block_entry>(geometry_.blocks_offset + lane * table),
          .page = &page(lane),
          .areas = at<std::byte>(geometry_.roles_offset),
          .area_stride = round_up(writer_spacing * (std::uint64_t{geometry_.lanes} + 1), page_size),
          .cursor_offset = writer_spacing * (std::uint64_t{lane} + 1),
          .geometry = {.blocks = geometry_.block_count,
                       .payload_offset = geometry_.payload_offset,
                       .block_size = geometry_.block_size,
                       .max_message = geometry_.max_message,
                       .max_consumers = geometry_.max_consumers,
                       .pins = geometry_.pins_per_consumer}};
}

}  // namespace hushring::detail
