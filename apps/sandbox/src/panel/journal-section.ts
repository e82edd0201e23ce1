import type { World } from '../actor.ts'
import type { JournalEntry } from '../journal.ts'
import { describeAge } from './age.ts'
import { html } from './html.ts'
import type { Html } from './html.ts'
import { emptyNote, section } from './section.ts'

const shownMax = 50

export function journalSection({ journal, clock }: World): Html {
  const entries = journal.list({ limit: shownMax })
  const now = clock.now()
  return section({
    id: 'journal',
    title: 'Journal',
    body: html`<ol class="rows" data-live="journal">
        ${entries.map((entry) => entryRow(entry, now))}
      </ol>
      ${emptyNote('No calls yet.', 'What the app asks the outside world for appears here.')}`,
  })
}

function entryRow(entry: JournalEntry, now: Date): Html {
  const sign = replySign(entry)
  return html`<li data-id="${entry.id}" data-version="${sign.label}">
    <details>
      <summary>
        <span class="pill ${sign.tone}">${sign.label}</span>
        <code>${entry.operation}</code>
        ${entry.fault !== null && html`<span class="pill wait">${entry.fault}</span>`}
        <time datetime="${entry.at}">${describeAge(new Date(entry.at), now)}</time>
      </summary>
      <pre>
${entry.method} ${entry.url}${headerLines(entry)}

${show(entry.request)}</pre>
      <pre>
${entry.reply === 'dropped' || entry.reply === null ? sign.label : show(entry.reply.body)}
applied ${entry.applied} time${entry.applied === 1 ? '' : 's'}</pre>
    </details>
  </li>`
}

function replySign({ reply }: JournalEntry): { label: string; tone: string } {
  if (reply === null) return { label: 'running', tone: 'wait' }
  if (reply === 'dropped') return { label: 'dropped', tone: 'minus' }
  return { label: String(reply.status), tone: reply.status < 400 ? 'plus' : 'minus' }
}

function headerLines({ headers }: JournalEntry): string {
  return Object.entries(headers)
    .map(([name, value]) => `\n${name}: ${value}`)
    .join('')
}

function show(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
}
