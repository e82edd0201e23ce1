import type { PictureProblem } from '@kapao/contract/console/problems'
import type { RefusalReason } from '@kapao/contract/console/reasons'
import type { ValueProblem } from '@kapao/contract/console/setting-calls'
import type { DecidedWork } from '@kapao/contract/console/work'

/** The details of a refusal besides its code. */
export type FaultDetail = {
  message: string
  why: RefusalReason | null
  field: string | null
  /** What is wrong with a value that has parts, each at its place. */
  problems: readonly ValueProblem[]
  decided: DecidedWork | null
  /** Why a file does not become a picture of the house. */
  picture: PictureProblem | null
}

/** The server refused, or it is unknown whether the request arrived. */
export type FaultKind = 'refused' | 'unreachable'

export class CallFault extends Error {
  readonly kind: FaultKind
  readonly status: number
  readonly code: string | null
  readonly detail: FaultDetail

  constructor(
    kind: FaultKind,
    answer: { status: number; code: string | null; detail: FaultDetail },
  ) {
    super(answer.code ?? kind)
    this.name = 'CallFault'
    this.kind = kind
    this.status = answer.status
    this.code = answer.code
    this.detail = answer.detail
  }
}

const nothing: FaultDetail = {
  message: '',
  why: null,
  field: null,
  problems: [],
  decided: null,
  picture: null,
}

export function unreachable(): CallFault {
  return new CallFault('unreachable', { status: 0, code: null, detail: nothing })
}

/** A refusal as the server wrote it; fields that are missing or malformed are ignored. */
export function refused(status: number, body: unknown): CallFault {
  const fields = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
  const textOf = (name: string) => (typeof fields[name] === 'string' ? fields[name] : null)
  return new CallFault('refused', {
    status,
    code: textOf('code'),
    detail: {
      message: textOf('sentence') ?? textOf('message') ?? '',
      why: textOf('why') as RefusalReason | null,
      field: textOf('field'),
      problems: Array.isArray(fields['problems']) ? (fields['problems'] as ValueProblem[]) : [],
      picture: textOf('picture') as PictureProblem | null,
      decided: (fields['decided'] as DecidedWork | undefined) ?? null,
    },
  })
}

export function isRefused(error: unknown, ...codes: string[]): error is CallFault {
  return error instanceof CallFault && error.code !== null && codes.includes(error.code)
}

/** Whether the call may have had its effect although no answer said so. */
export function isOpen(error: unknown): boolean {
  if (!(error instanceof CallFault)) return true
  return error.kind === 'unreachable' || error.status >= 500 || error.code === 'IN_PROGRESS'
}
