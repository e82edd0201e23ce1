import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { SandboxClock } from './clock.ts'
import type { FaultRule, Faults } from './faults.ts'
import type { Journal } from './journal.ts'
import type { Messenger } from './messenger/messenger.ts'
import type { Html } from './panel/html.ts'

/** What all actors share. */
export type World = {
  clock: SandboxClock
  faults: Faults
  journal: Journal
  /** Where browsers reach us, for links that we hand out; null: where the caller reached us. */
  publicUrl: string | null
  /** Brings to the app what actors tell by themselves. */
  messenger: Messenger
  operations: OperationShape[]
}

/** Where actors put their routes: the outward port, and the world that the calls happen in. */
export type Stage = World & { app: FastifyInstance }

/**
 * Somebody in the outside world: a bank, a gateway, an SMS company. One folder each, added to the list in
 * start-sandbox.ts; faults, journal, control plane and panel then work for it without further wiring.
 */
export type Actor = {
  /** Also the first part of its operations' and control calls' names. */
  name: string
  title: string
  routes: (stage: Stage) => void
  control: ControlCall[]
  panel: () => Html
  reset: () => void
}

export type OperationShape = {
  /** `<actor>.<verb>`, as fault rules and the journal name it. */
  name: string
  method: 'GET' | 'POST' | 'PUT'
  path: string
  /** Further addresses of the same thing, as APIs with several versions have them. */
  alsoAt?: string[]
  summary: string
  /** What only this operation knows to do wrong, by kind; a fault rule may ask for it like for any other fault. */
  ownFaults?: Record<string, OwnFault>
}

/** A plain refusal, or a whole play of its own around what the operation would do on a good day. */
export type OwnFault = { summary: string } & (
  | { answer: Answer }
  | { play: (turn: FaultTurn) => Outcome | Promise<Outcome> }
)

export type FaultTurn = { rule: FaultRule; call: Call; apply: () => Promise<Answer> }

/** What goes back over the wire: an answer, perhaps slowly, or a cut connection. */
export type Outcome = { answer: Answer; dripMs?: number } | 'dropped'

/** One call from outside, with its body read by content type and kept as bytes for signatures. */
export type Call = {
  method: string
  url: string
  headers: Record<string, string | string[] | undefined>
  params: Record<string, string>
  query: Record<string, unknown>
  body: unknown
  raw: Buffer
}

/** `body` is sent as JSON; `text` is sent as it is, with its own `type`. */
export type Answer = {
  status?: number
  body?: unknown
  text?: string
  type?: string
  headers?: Record<string, string>
}

/** One thing that a test or a person may do to the play world; the panel's forms post to it by name. */
export type ControlCall = {
  name: string
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  summary: string
  input: z.ZodType
  run: (input: never) => unknown
}

/** Ties the type of `run` to what its schema reads. */
export function controlCall<S extends z.ZodType>(
  call: Omit<ControlCall, 'input' | 'run'> & { input: S; run: (input: z.output<S>) => unknown },
): ControlCall {
  return call
}

/** Something that the caller asked for and cannot have; the message is shown to them. */
export class Impossible extends Error {}
