/* examples/handshake.cpp with N pairs of clients that take turns by Peterson's handshake. */
#ifndef N
#define N 1
#endif
#define NOTHING 0
#define AGAIN 1
#define NOTED 2
#define FREE 3
#define TAKEN 4
#define PAIR (_pid / 2)
#define OTHER (_pid ^ 1)
#define PLACE (_pid % 2)

byte mail[2 * N] = AGAIN; /* a client has one message at most */
bit want[2 * N];          /* and so have the registers from each client */
bit look[2 * N];
bit leave[2 * N];
bit wants[2 * N];
bit first[N];
byte inside[N];

/* A client, and what its registers do with its messages. */
active [2 * N] proctype Client() {
end:
  do
  :: d_step { mail[_pid] == AGAIN -> mail[_pid] = NOTHING; want[_pid] = 1 }
  :: d_step { mail[_pid] == NOTED || mail[_pid] == TAKEN -> mail[_pid] = NOTHING; look[_pid] = 1 }
  :: d_step { mail[_pid] == FREE -> mail[_pid] = NOTHING; leave[_pid] = 1 }
  :: d_step { want[_pid] -> want[_pid] = 0; wants[_pid] = 1; first[PAIR] = 1 - PLACE; mail[_pid] = NOTED }
  :: d_step { look[_pid] ->
       look[_pid] = 0;
       if
       :: !wants[OTHER] || first[PAIR] == PLACE ->
            inside[PAIR]++;
            assert(inside[PAIR] == 1);
            mail[_pid] = FREE
       :: else -> mail[_pid] = TAKEN
       fi }
  :: d_step { leave[_pid] -> leave[_pid] = 0; inside[PAIR]--; wants[_pid] = 0; mail[_pid] = AGAIN }
  od
}
