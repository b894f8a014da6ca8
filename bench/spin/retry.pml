/* examples/retry.cpp with N clients: they ask for a lock until they get it, and give it back once. */
#ifndef N
#define N 2
#endif
#define NOTHING 0
#define START 1
#define BUSY 2
#define GRANTED 3

byte mail[N] = START; /* a client has one message at most */
bit asks[N];
bit served[N];
byte releases;
bit taken;

active [N] proctype Client() {
end:
  do
  :: d_step { mail[_pid] == START || mail[_pid] == BUSY -> mail[_pid] = NOTHING; asks[_pid] = 1 }
  :: d_step { mail[_pid] == GRANTED -> mail[_pid] = NOTHING; served[_pid] = 1; releases++ }
  :: d_step { asks[_pid] ->
       asks[_pid] = 0;
       if
       :: taken -> mail[_pid] = BUSY
       :: else -> taken = 1; mail[_pid] = GRANTED
       fi }
  od
}

active proctype Lock() {
end:
  do
  :: d_step { releases > 0 -> releases--; taken = 0 }
  od
}
