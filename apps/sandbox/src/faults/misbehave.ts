import { pause } from '../clock.ts'
import type { FaultTurn, OperationShape, FaultKind } from './faults.ts'
import type { Answer, Outcome } from '../call.ts'

const plays: Record<FaultKind, (turn: FaultTurn) => Promise<Outcome>> = {
  delay: async ({ rule, apply }) => {
    await pause(rule.delayMs)
    return { answer: await apply() }
  },
  'delay-after': async ({ rule, apply }) => {
    const answer = await apply()
    await pause(rule.delayMs)
    return { answer }
  },
  'drop-before': async () => 'dropped',
  'drop-after': async ({ apply }) => {
    await apply()
    return 'dropped'
  },
  'status-before': async ({ rule }) => ({ answer: errorStatus(rule.status) }),
  'status-after': async ({ rule, apply }) => {
    await apply()
    return { answer: errorStatus(rule.status) }
  },
  garbage: async ({ apply }) => ({ answer: broken(await apply()) }),
  'html-403': async () => ({
    answer: page(403, 'Attention Required!', 'Sorry, you have been blocked.'),
  }),
  empty: async ({ apply }) => {
    await apply()
    return { answer: { status: 200, text: '', type: 'application/json' } }
  },
  drip: async ({ rule, apply }) => ({ answer: await apply(), dripMs: rule.delayMs }),
  duplicate: async ({ apply }) => {
    const first = await apply()
    await apply()
    return { answer: first }
  },
  maintenance: async () => ({
    answer: {
      ...page(503, 'ปิดปรับปรุงระบบ', 'System maintenance. Please try again later.'),
      headers: { 'retry-after': '600' },
    },
  }),
}

/** Applies a rule to an operation. */
export async function misbehave(shape: OperationShape, turn: FaultTurn): Promise<Outcome> {
  const own = shape.ownFaults?.[turn.rule.kind]
  if (!own) return plays[turn.rule.kind as FaultKind](turn)
  return 'answer' in own ? { answer: own.answer } : own.play(turn)
}

function errorStatus(status: number): Answer {
  return { status, body: { code: status, message: 'Internal error' } }
}

function broken(answer: Answer): Answer {
  const whole = answer.bytes?.toString('latin1') ?? answer.text ?? JSON.stringify(answer.body ?? {})
  return {
    status: 200,
    type: 'application/json',
    text: `${whole.slice(0, Math.ceil(whole.length / 2))}<br>`,
  }
}

function page(status: number, title: string, text: string): Answer {
  return {
    status,
    type: 'text/html; charset=utf-8',
    text: `<!doctype html><html><head><title>${title}</title></head><body><h1>${title}</h1><p>${text}</p></body></html>`,
  }
}
