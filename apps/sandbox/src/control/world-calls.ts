import { z } from 'zod'
import { controlCall } from '../actor.ts'
import type { Actor, ControlCall, World } from '../actor.ts'
import { faultInput, faultKinds } from '../faults/faults.ts'

const ticked = z.union([z.literal(true), z.literal('true').transform(() => true as const)])
const nothing = z.strictObject({})

const clockInput = z
  .strictObject({
    offsetMs: z.coerce.number().int().optional(),
    byMs: z.coerce.number().int().optional(),
    at: z.iso.datetime({ offset: true }).optional(),
    stop: ticked.optional(),
    resume: ticked.optional(),
  })
  .transform((fields, context) => {
    if (Object.keys(fields).length !== 1) {
      context.addIssue('give exactly one of offsetMs, byMs, at, stop, resume')
      return z.NEVER
    }
    if (fields.offsetMs !== undefined) return { offsetMs: fields.offsetMs }
    if (fields.byMs !== undefined) return { byMs: fields.byMs }
    if (fields.at !== undefined) return { at: new Date(fields.at) }
    return fields.stop ? { stop: true as const } : { resume: true as const }
  })

/** Control calls for the world as a whole; those of an actor are in the actor's folder. */
export function worldCalls(world: World, actors: Actor[]): ControlCall[] {
  return [...faultCalls(world), ...clockCalls(world), journalCall(world), resetCall(world, actors)]
}

function faultCalls({ faults, operations }: World): ControlCall[] {
  return [
    controlCall({
      name: 'faults.list',
      method: 'GET',
      path: '/faults',
      summary:
        'The fault rules in force, the operations there are and the kinds of fault each knows.',
      input: nothing,
      run: () => ({
        rules: faults.list(),
        kinds: faultKinds,
        operations: operations.map(describeOperation),
      }),
    }),
    controlCall({
      name: 'faults.add',
      method: 'POST',
      path: '/faults',
      summary:
        'Adds a fault rule: operation, kind, delayMs, status, count, field and equals, probability and seed.',
      input: faultInput,
      run: (input) => faults.add(input),
    }),
    controlCall({
      name: 'faults.clear',
      method: 'DELETE',
      path: '/faults',
      summary: 'Removes all fault rules.',
      input: nothing,
      run: () => faults.reset(),
    }),
    controlCall({
      name: 'faults.remove',
      method: 'DELETE',
      path: '/faults/:id',
      summary: 'Removes one fault rule.',
      input: z.strictObject({ id: z.string() }),
      run: ({ id }) => faults.remove(id),
    }),
  ]
}

function clockCalls({ clock }: World): ControlCall[] {
  return [
    controlCall({
      name: 'clock.read',
      method: 'GET',
      path: '/clock',
      summary: "The sandbox's time, its distance to real time and whether it stands still.",
      input: nothing,
      run: () => clock.read(),
    }),
    controlCall({
      name: 'clock.move',
      method: 'POST',
      path: '/clock',
      summary:
        'Moves the clock: offsetMs from real time, byMs from where it stands, at an instant, stop or resume.',
      input: clockInput,
      run: (change) => clock.move(change),
    }),
  ]
}

function journalCall({ journal }: World): ControlCall {
  return controlCall({
    name: 'journal.list',
    method: 'GET',
    path: '/journal',
    summary:
      'The last calls from outside, newest first, perhaps of one operation only and at most `limit`.',
    input: z.strictObject({
      operation: z.string().optional(),
      limit: z.coerce.number().int().min(1).max(1000).optional(),
    }),
    run: (filter) => journal.list(filter),
  })
}

function resetCall({ clock, faults, journal, messenger }: World, actors: Actor[]): ControlCall {
  return controlCall({
    name: 'reset',
    method: 'POST',
    path: '/reset',
    summary:
      'Begins again: real time, no faults, an empty journal, and every actor as at the start.',
    input: nothing,
    run: () => {
      for (const part of [clock, faults, journal, messenger, ...actors]) part.reset()
    },
  })
}

function describeOperation({ ownFaults = {}, ...shape }: World['operations'][number]): object {
  const own = Object.entries(ownFaults).map(([kind, { summary }]) => [kind, summary])
  return { ...shape, ownFaults: Object.fromEntries(own) }
}
