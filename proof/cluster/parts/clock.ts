const fakeClock = '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1'

/**
 * A program with a clock that is off by so many seconds, if it asks the C library for the time; durations stay right,
 * as with a wrong clock. The environment is that of the program alone: what starts it runs as another user, and the two
 * would quarrel over the library's semaphore.
 */
export function withClock(offS: number | null, command: readonly string[]): readonly string[] {
  if (offS === null) return command
  const env = [
    `LD_PRELOAD=${fakeClock}`,
    `FAKETIME=${offS < 0 ? '' : '+'}${offS}`,
    'DONT_FAKE_MONOTONIC=1',
    'FAKETIME_NO_CACHE=1',
  ]
  return ['env', ...env, ...command]
}
