const fakeClock = '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1'

/** For programs that ask the C library for the time; durations stay right, as with a wrong clock. */
export function clockEnv(offS: number | undefined): Record<string, string> {
  if (offS === undefined) return {}
  const off = `${offS < 0 ? '' : '+'}${offS}`
  return { LD_PRELOAD: fakeClock, FAKETIME: off, DONT_FAKE_MONOTONIC: '1', FAKETIME_NO_CACHE: '1' }
}
