import type { TransferRequest } from '../../../apps/server/src/money/transfers/begin.ts'

/** The parent's calls to the server that will be killed. */
export type Call =
  | { what: 'begin'; memberId: string; key: string; wanted: TransferRequest }
  | { what: 'end'; memberId: string; id: string; done: boolean }

export type NumberedCall = { n: number; call: Call }

/** An acknowledgement counts from the moment at which the parent has read it. */
export type Answer = { n: number; id: string } | { n: number; fault: string; status: number }
