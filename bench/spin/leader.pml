/* leader n=N: the one-way ring of Dolev, Klawe and Rodeh; channels are kept sorted, so they are bags. */
#ifndef N
#define N 3
#endif
#define FIRST 1
#define SECOND 2

chan to[N] = [2 * N] of { byte, byte };

#define HANDLE_FIRST(m) \
  d_step { to[id] ?? FIRST, m; \
    if \
    :: !active_ -> to[right] !! FIRST, m \
    :: active_ && m != maximum -> to[right] !! SECOND, m; neighbour = m \
    :: else -> skip \
    fi }
#define HANDLE_SECOND(m) \
  d_step { to[id] ?? SECOND, m; \
    if \
    :: !active_ -> to[right] !! SECOND, m \
    :: active_ && neighbour > m && neighbour > maximum -> maximum = neighbour; to[right] !! FIRST, neighbour \
    :: else -> active_ = 0 \
    fi }

proctype Process(byte id; byte right) {
  bit active_ = 1;
  byte maximum = id;
  byte neighbour = 0;
end:
  do
  :: HANDLE_FIRST(0)
  :: HANDLE_FIRST(1)
  :: HANDLE_FIRST(2)
  :: HANDLE_FIRST(3)
  :: HANDLE_FIRST(4)
  :: HANDLE_SECOND(0)
  :: HANDLE_SECOND(1)
  :: HANDLE_SECOND(2)
  :: HANDLE_SECOND(3)
  :: HANDLE_SECOND(4)
  od
}

init {
  byte i;
  atomic {
    for (i : 0 .. N - 1) {
      run Process(i, (i + 1) % N);
      to[(i + 1) % N] !! FIRST, i
    }
    i = 0
  }
end:
  false
}
