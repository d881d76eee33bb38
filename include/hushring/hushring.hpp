// Everything: JSON to and from structs, and channels between processes.
#pragma once

#include <hushring/error.hpp>
#include <hushring/ipc/channel.hpp>
#include <hushring/ipc/consumer.hpp>
#include <hushring/ipc/message.hpp>
#include <hushring/ipc/producer.hpp>
#include <hushring/ipc/wait.hpp>
#include <hushring/json/base64.hpp>
#include <hushring/json/character.hpp>
#include <hushring/json/chrono.hpp>
#include <hushring/json/convert.hpp>
#include <hushring/json/decimal.hpp>
#include <hushring/json/dynamic_decimal.hpp>
#include <hushring/json/enums.hpp>
#include <hushring/json/fields.hpp>
#include <hushring/json/fixed.hpp>
#include <hushring/json/fixed_string.hpp>
#include <hushring/json/number_form.hpp>
#include <hushring/json/only.hpp>
#include <hushring/json/options.hpp>
#include <hushring/json/quoted.hpp>
#include <hushring/json/raw_json.hpp>
#include <hushring/json/raw_number.hpp>
#include <hushring/json/read.hpp>
#include <hushring/json/write.hpp>
