import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'
import type { SandboxClock } from './clock.ts'
import type { Faults, OperationShape } from './faults/faults.ts'
import type { Journal } from './journal.ts'
import type { Messenger } from './messenger/messenger.ts'
import type { Html } from './panel/html.ts'

/** State and services shared by all actors. */
export type World = {
  clock: SandboxClock
  faults: Faults
  journal: Journal
  /**
   * The address at which browsers reach the sandbox, used in links it hands out; null: the host of the caller's
   * request.
   */
  publicUrl: string | null
  /** Delivers to the app the messages that actors send on their own. */
  messenger: Messenger
  operations: OperationShape[]
}

/** Where actors register their routes: the public port, together with the shared world. */
export type ActorWorld = World & { app: FastifyInstance }

/**
 * A simulated outside party: a bank, a gateway, an SMS company. One folder each, added to the list in start-sandbox.ts;
 * faults, journal, control plane and panel then work for it without further wiring.
 */
export type Actor = {
  /** Also the prefix of the names of its operations and control calls. */
  name: string
  title: string
  routes: (stage: ActorWorld) => void
  control: ControlCall[]
  panel: () => Html
  reset: () => void
}

/** One action that a test or a person may perform on the sandbox; the panel's forms post to it by name. */
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
