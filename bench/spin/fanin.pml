/* fanin senders=N: each sender handles Start, then its message reaches the receiver, which tells every order. */
#ifndef N
#define N 3
#endif

byte order[N];
byte count;

active [N] proctype Sender() {
  skip; /* handles Start */
  d_step { order[count] = _pid + 1; count++ }
end:
  false
}
