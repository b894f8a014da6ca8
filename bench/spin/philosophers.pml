/* subjects/philosophers.cpp with N philosophers: forks are granted or denied, messages may overtake each other. */
#ifndef N
#define N 2
#endif
#define MEALS 2
#define RIGHT ((_pid + 1) % N)     /* the fork there, and the philosopher whose right fork is that of this process */
#define BEFORE ((_pid + N - 1) % N)

bit start[N] = 1;
bit granted[N]; /* a philosopher waits for one answer at most */
bit denied[N];
bit takes_left[N];
bit takes_right[N];
byte releases[N];
bit taken[N];
byte forks[N];
byte meals[N];

/* A philosopher and the fork to its left. */
active [N] proctype Seat() {
end:
  do
  :: d_step { start[_pid] -> start[_pid] = 0; takes_left[_pid] = 1 }
  :: d_step { denied[_pid] -> denied[_pid] = 0 }
  :: d_step { granted[_pid] ->
       granted[_pid] = 0;
       forks[_pid]++;
       if
       :: forks[_pid] == 1 -> takes_right[_pid] = 1
       :: else ->
            releases[_pid]++;
            releases[RIGHT]++;
            forks[_pid] = 0;
            meals[_pid]++;
            if
            :: meals[_pid] < MEALS -> takes_left[_pid] = 1
            :: else
            fi
       fi }
  :: d_step { takes_left[_pid] ->
       takes_left[_pid] = 0;
       if
       :: taken[_pid] -> denied[_pid] = 1
       :: else -> taken[_pid] = 1; granted[_pid] = 1
       fi }
  :: d_step { takes_right[BEFORE] ->
       takes_right[BEFORE] = 0;
       if
       :: taken[_pid] -> denied[BEFORE] = 1
       :: else -> taken[_pid] = 1; granted[BEFORE] = 1
       fi }
  :: d_step { releases[_pid] > 0 -> releases[_pid]--; taken[_pid] = 0 }
  od
}
