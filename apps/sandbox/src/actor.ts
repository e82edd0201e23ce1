import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { SandboxClock } from './clock.ts'
import type { Faults, OperationShape } from './faults/faults.ts'
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
