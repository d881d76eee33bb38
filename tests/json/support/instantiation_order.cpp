#include "instantiation_order.hpp"

template struct hushring::reading<hushring::testing::order>;
template struct hushring::reading<hushring::testing::order, hushring::strict>;
template struct hushring::writing<hushring::testing::order>;
