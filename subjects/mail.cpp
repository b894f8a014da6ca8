// Delivers mail to users whose addresses are looked up one by one while users are still being
// added: Mail of aPET (FORTE'14).
#include <map>
#include <vector>

#include "harrier/harrier.hpp"

namespace {

struct Receive {
  int message;
};

class User : public harrier::Actor<User> {
 public:
  void on(Receive m) { inbox_.edit().insert(inbox_->begin(), m.message); }

 private:
  harrier::Tracked<std::vector<int>> inbox_;
};

struct AddUser {
  int name;
  harrier::Ref<User> user;
};
struct GetUserAddress {
  int name;
};
struct Notify {
  int message;
};

class AddressBook : public harrier::Actor<AddressBook> {
 public:
  void on(AddUser m) { users_.edit()[m.name] = m.user; }
  harrier::Ref<User> on(GetUserAddress m) {
    const auto found = users_->find(m.name);
    return found == users_->end() ? harrier::Ref<User>() : found->second;
  }

 private:
  harrier::Tracked<std::map<int, harrier::Ref<User>>> users_;
};

class Server : public harrier::Actor<Server> {
 public:
  explicit Server(harrier::Ref<AddressBook> book) : book_(book) {}

  void on(AddUser m) {
    names_.edit().insert(names_->begin(), m.name);
    send(book_, m);
  }

  harrier::Task<> on(Notify m) {
    const std::vector<int> names = names_;
    for (const int name : names) {
      const auto user = co_await until(request(book_, GetUserAddress{name}));
      if (user) send(user, Receive{m.message});
    }
  }

 private:
  harrier::Constant<harrier::Ref<AddressBook>> book_;
  harrier::Tracked<std::vector<int>> names_;
};

const harrier::Register mail("mail", "mail is delivered while users are still being added",
                             {harrier::number("users", 2, 1, 4, "number of users"),
                              harrier::number("messages", 1, 1, 4, "number of messages to all")},
                             [](harrier::System& system, const harrier::Arguments& arguments) {
                               const auto server =
                                   system.spawn<Server>(system.spawn<AddressBook>());
                               for (int i = 0; i < arguments.number("users"); ++i) {
                                 system.send(server, AddUser{i, system.spawn<User>()});
                               }
                               for (int i = 0; i < arguments.number("messages"); ++i) {
                                 system.send(server, Notify{i});
                               }
                             });

}  // namespace
