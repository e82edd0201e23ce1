import { describeAge } from '../panel/age.ts'
import { html } from '../panel/html.ts'
import type { Html } from '../panel/html.ts'
import { button, emptyNote, section } from '../panel/section.ts'
import type { Movement } from './provider/books.ts'
import { asGroupedText } from './provider/money.ts'
import type { Account, Provider } from './provider/provider.ts'

const movementsShown = 6

/** One row for each provider; when opened, it shows accounts and their controls. */
export function gamesSection(providers: Provider[]): Html {
  return section({
    id: 'games',
    title: 'Games',
    body: html`<ul class="rows games" data-live="games">
      ${providers.map(providerRow)}
    </ul>`,
  })
}

function providerRow(provider: Provider): Html {
  const { code, title, family, state } = provider
  const accounts = provider.list()
  const movements = provider.books.list({ limit: movementsShown })
  const members = accounts.reduce((sum, { balance }) => sum + balance, 0)
  return html`<li data-id="${code}" data-version="${versionOf(provider, accounts)}">
    <details id="games-${code}">
      <summary>
        <strong>${title}</strong> <code>${code}</code>
        ${state.closed && html`<span class="pill wait">maintenance</span>`}
        <span class="sum">${asGroupedText(members)}</span>
      </summary>
      <p class="dim">
        ${family} family, ${accounts.length} ${accounts.length === 1 ? 'account' : 'accounts'}
      </p>
      ${accounts.map((account) => accountCard(code, account))}
      ${
        accounts.length === 0
          ? emptyNote(
              'No accounts yet.',
              'They are opened from the app, when a member activates the game.',
            )
          : movementList(movements, provider)
      }
      ${maintenanceButton(provider)}
    </details>
  </li>`
}

function accountCard(provider: string, account: Account): Html {
  const { username, balance, round, nextResult } = account
  const fields = { provider, username }
  const press = (call: string, label: string, more: Record<string, string> = {}) =>
    button({ call: `games.${call}`, label, fields: { ...fields, ...more } })
  return html`<div class="account">
    <p class="meta">
      <strong>${username}</strong>
      ${round && html`<span class="pill wait">in a round</span>`}
      ${nextResult && html`<span class="pill ${nextResult === 'win' ? 'plus' : 'minus'}">next: ${nextResult}</span>`}
    </p>
    <form class="inline" method="post" action="/panel/games.balance">
      <input type="hidden" name="provider" value="${provider}" />
      <input type="hidden" name="username" value="${username}" />
      <label>
        Balance
        <input
          name="balance"
          inputmode="decimal"
          autocomplete="off"
          value="${asGroupedText(balance).replaceAll(',', '')}"
        />
      </label>
      <button class="plain" type="submit">Set</button>
    </form>
    <div class="chips">
      ${press('table', 'Play')} ${press('next', 'Next wins', { result: 'win' })}
      ${press('next', 'Next loses', { result: 'lose' })} ${press('kick', 'Kick')}
      ${press('round', 'Hold in round')}
      ${nextResult && press('next', 'By chance', { result: 'chance' })}
    </div>
  </div>`
}

function movementList(movements: Movement[], { clock }: Provider): Html {
  const now = clock.now()
  return html`<ol class="movements" aria-label="Last movements">
    ${movements.map(
      ({ at, kind, username, amount, reference }) =>
        html`<li>
          <span class="pill ${amount < 0 ? 'minus' : 'plus'}">${kind}</span>
          <span class="who">${username}<small>${reference ?? ''}</small></span>
          <span class="sum">${amount > 0 && '+'}${asGroupedText(amount)}</span>
          <time datetime="${at}">${describeAge(new Date(at), now)}</time>
        </li>`,
    )}
  </ol>`
}

function maintenanceButton({ code, state }: Provider): Html {
  return button({
    call: 'games.maintenance',
    label: state.closed ? 'Open again' : 'Close for maintenance',
    kind: state.closed ? 'quiet' : 'danger',
    fields: { provider: code, on: String(!state.closed) },
  })
}

/** Changes whenever the row would look different, ages aside. */
function versionOf({ books, state }: Provider, accounts: Account[]): string {
  const open = accounts.filter(({ round }) => round).length
  const next = accounts.map(({ nextResult }) => nextResult?.charAt(0) ?? '-').join('')
  return [books.list({ limit: 1 })[0]?.id ?? 0, accounts.length, open, next, state.closed].join()
}
