import { environment } from '../start/environment.ts'

// Loaded into a process before its own code: its clock starts at another instant than the machine's, and runs on from
// there.
const RealDate = Date
const startsAt = RealDate.parse(environment['CLOCK_STARTS_AT'] ?? '')
if (Number.isNaN(startsAt)) throw new Error('CLOCK_STARTS_AT is no instant')
const shiftMs = startsAt - RealDate.now()
const now = (): number => RealDate.now() + shiftMs

globalThis.Date = new Proxy(RealDate, {
  construct: (_date, given, target) =>
    Reflect.construct(RealDate, given.length === 0 ? [now()] : given, target) as Date,
  apply: () => new Date(now()).toString(),
  get: (date, name) => (name === 'now' ? now : (Reflect.get(date, name) as unknown)),
})
