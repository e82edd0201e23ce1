import { instantOf } from '#core/local-time.ts'
import type { ConsoleCallInput, ConsoleCallOutput } from '@kapao/contract/console/calls'

type AuditInput = ConsoleCallInput<'GET /api/console/audit'>
export type AuditRow = ConsoleCallOutput<'GET /api/console/audit'>['rows'][number]

/** Whose acts there are; operators’ where nothing else is chosen. */
export const actingOnes = ['operators', 'members', 'system', 'all'] as const

export type AuditFilter = {
  who: '' | (typeof actingOnes)[number]
  actor: string
  action: string
  subject: string
  from: string
  to: string
}
export const noFilter: AuditFilter = {
  who: '',
  actor: '',
  action: '',
  subject: '',
  from: '',
  to: '',
}

/** The filters of an address; it holds the codes, whatever the language. */
export function filterInAddress(search: Record<string, unknown>): Partial<AuditFilter> {
  const given = Object.keys(noFilter).map((name) => [name, search[name]])
  return Object.fromEntries(given.filter(([, value]) => typeof value === 'string' && value !== ''))
}

/** Only the filled fields; times are in Bangkok time. */
export function filterOf({ from, to, actor, ...words }: AuditFilter): AuditInput {
  const given = Object.entries({
    ...words,
    actor: actorOf(actor),
    from: instantOf(from),
    to: instantOf(to),
  })
  return Object.fromEntries(
    given.map(([name, value]) => [name, value.trim()]).filter(([, value]) => value !== ''),
  )
}

/** An operator as the page writes them, such as `boss` or `Operator boss`; anybody else as the trail does. */
function actorOf(typed: string): string {
  const name = typed.trim().split(/\s+/).at(-1) ?? ''
  return name === '' || name.includes(':') ? typed : `operator:${name}`
}
