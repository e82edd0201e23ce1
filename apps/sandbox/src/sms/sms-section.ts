import type { SandboxClock } from '../clock.ts'
import { describeAge } from '../panel/age.ts'
import { html } from '../panel/html.ts'
import type { Html } from '../panel/html.ts'
import { button, emptyNote, section } from '../panel/section.ts'
import type { Inbox, Message } from './inbox.ts'

const shownMax = 50

export function smsSection(inbox: Inbox, clock: SandboxClock): Html {
  const now = clock.now()
  return section({
    id: 'sms',
    title: 'SMS inbox',
    action: button({ call: 'sms.clear', label: 'Empty inbox', kind: 'quiet' }),
    body: html`<ol class="messages" data-live="sms" aria-live="polite" aria-relevant="additions">
        ${inbox
          .list()
          .slice(0, shownMax)
          .map((message) => messageRow(message, now))}
      </ol>
      ${emptyNote('No messages yet.', 'Codes and notices that the app sends by SMS arrive here.')}`,
  })
}

function messageRow({ id, at, phone, sender, text, code }: Message, now: Date): Html {
  return html`<li data-id="${id}">
    <p class="meta">
      <strong>${phone}</strong> from ${sender}
      <time datetime="${at}">${describeAge(new Date(at), now)}</time>
    </p>
    ${
      code !== null &&
      html`<button type="button" class="code" data-copy aria-label="Copy code ${code}">
        <span data-code>${code}</span><span class="hint" aria-hidden="true"></span>
      </button>`
    }
    <p class="text">${text}</p>
  </li>`
}
