#!/bin/sh
# Explores the program that reads two numbers, which come through a pipe or from a file.
#
#   input.sh pipe|file HARRIER PROGRAM OPTION...
set -eu
kind=$1
harrier=$2
program=$3
shift 3
if [ "$kind" = pipe ]; then
  (
    sleep 0.05
    printf '17\n42\n'
  ) | "$harrier" mpi -n 2 "$@" "$program"
else
  input=$(mktemp)
  trap 'rm -f "$input"' EXIT
  printf '17\n42\n' >"$input"
  "$harrier" mpi -n 2 "$@" "$program" <"$input"
fi
