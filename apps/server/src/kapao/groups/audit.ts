import { listAudit } from '#core/audit/audit-store.ts'
import type { Command, Group } from '../command.ts'
import { cut, tableOf, textOfTime } from '../terminal/print.ts'

const list: Command = {
  name: 'audit',
  args: ['[SUBJECT]'],
  about: 'Who changed what, newest first; with a subject only its changes.',
  options: { last: { value: 'NUMBER', about: 'How many; 20 by default.' } },
  examples: ['kapao audit', 'kapao audit withdraw.min.BAHT --last 50'],
  run: async ({ db }, typed) => {
    const last = Math.min(Math.max(Number(typed.text('last') ?? 20) || 20, 1), 1_000)
    const entries = await listAudit(db, { subject: typed.args[0] ?? null, last })
    const rows = entries.map((entry) => [
      textOfTime(entry.at),
      entry.actor,
      entry.action,
      entry.subject,
      cut(changeOf(entry.before, entry.after), 60),
    ])
    const text =
      rows.length > 0
        ? tableOf(['when', 'who', 'what', 'to what', 'change'], rows)
        : 'Nothing of that was changed.'
    return { text, json: entries }
  },
}

function changeOf(before: unknown, after: unknown): string {
  if (before === null && after === null) return ''
  return before === null
    ? JSON.stringify(after)
    : `${JSON.stringify(before)} → ${JSON.stringify(after)}`
}

export const auditGroup: Group = {
  name: 'audit',
  about: 'The audit trail of all changes.',
  commands: [list],
}
