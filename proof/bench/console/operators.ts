import { setTimeout as sleep } from 'node:timers/promises'
import { callDesk, type DeskCall } from './desk.ts'
import type { DeskReady } from './desk-process.ts'

/** A dozen operators as a separate process: their own machines take nothing from the server, nor from who measures. */
export type Shift = { desk: DeskReady; calls: readonly DeskCall[] }
export type ShiftOrder = { isOn: boolean }
export type ShiftReport = { acts: number }

const operators = 12
/** The load of one operator: a page of a queue or an item every few seconds. */
const pauseMs = 3_000

const shift = JSON.parse(process.argv[2] ?? 'null') as Shift | null
if (!shift || !process.send) throw new Error('this is started by a bench')
const { desk, calls } = shift
let acts = 0
let isOn = false
let work: Promise<unknown> = Promise.resolve()

async function operate(at: number): Promise<void> {
  await sleep((at * pauseMs) / operators)
  while (isOn) {
    await callDesk(desk, calls[acts++ % calls.length]!)
    await sleep(pauseMs)
  }
}

process.on('message', (order: ShiftOrder) => {
  isOn = order.isOn
  if (isOn) work = Promise.all(Array.from({ length: operators }, (_, at) => operate(at)))
  else void work.then(() => process.send!({ acts } satisfies ShiftReport))
})
process.on('disconnect', () => process.exit(0))
