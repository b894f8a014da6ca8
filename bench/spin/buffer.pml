/* examples/buffer.cpp with N producers: they fill a bounded buffer for ever, a consumer empties it. */
#ifndef N
#define N 2
#endif
#define CAPACITY 2
#define NOTHING 255

bit next[N] = 1;
bit put[N];
byte taken = 0; /* on its way to the consumer; NOTHING where nothing is */
bit get;
byte last;
byte items[CAPACITY];
byte count;

active [N] proctype Producer() {
end:
  do
  :: d_step { next[_pid] -> next[_pid] = 0; put[_pid] = 1 }
  :: d_step { put[_pid] && count < CAPACITY ->
       put[_pid] = 0; items[count] = _pid + 1; count++; next[_pid] = 1 }
  od
}

active proctype Consumer() {
end:
  do
  :: d_step { taken != NOTHING -> last = taken; taken = NOTHING; get = 1 }
  :: d_step { get && count > 0 ->
       get = 0;
       taken = items[0];
       items[0] = items[1];
       count--;
       items[count] = 0 }
  od
}
