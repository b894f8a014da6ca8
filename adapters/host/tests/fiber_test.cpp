// Stacks that run parts of a program, one at a time.
#include "host/fiber.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

namespace {

using harrier::host::Fiber;
using harrier::host::FiberPool;
using testing::ElementsAre;

TEST(Fibers, TakeTurnsWithWhoeverResumesThem) {
  FiberPool pool;
  const std::unique_ptr<Fiber> fiber = pool.take();
  std::vector<int> order;
  fiber->begin([&] {
    order.push_back(1);
    fiber->suspend();
    order.push_back(3);
  });
  fiber->resume();
  order.push_back(2);
  EXPECT_TRUE(fiber->active());
  fiber->resume();
  EXPECT_FALSE(fiber->active());
  EXPECT_THAT(order, ElementsAre(1, 2, 3));
}

TEST(Fibers, EachHaveExceptionsOfTheirOwn) {
  FiberPool pool;
  const std::unique_ptr<Fiber> fiber = pool.take();
  std::string caught;
  fiber->begin([&] {
    try {
      throw std::runtime_error("inside");
    } catch (...) {
      fiber->suspend();
      try {
        throw;
      } catch (const std::runtime_error& error) {
        caught = error.what();
      }
    }
  });
  fiber->resume();
  try {
    throw std::runtime_error("outside");
  } catch (const std::runtime_error&) {
    fiber->resume();
  }
  EXPECT_EQ(caught, "inside");
}

TEST(Fibers, AreReused) {
  FiberPool pool;
  std::unique_ptr<Fiber> fiber = pool.take();
  const Fiber* const first = fiber.get();
  pool.give_back(std::move(fiber));
  EXPECT_EQ(pool.take().get(), first);
}

TEST(Fibers, HaveAsMuchRoomAsThePoolSays) {
  FiberPool pool(std::size_t{4} << 20);
  const std::unique_ptr<Fiber> fiber = pool.take();
  bool done = false;
  fiber->begin([&] {
    volatile char room[std::size_t{3} << 20];
    room[0] = 1;
    done = room[0] == 1;
  });
  fiber->resume();
  EXPECT_TRUE(done);
}

}  // namespace
