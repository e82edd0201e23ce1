import { html } from '../../panel/html.ts'
import type { Html } from '../../panel/html.ts'
import { asGroupedText, asText } from '../provider/money.ts'
import type { Account, Provider } from '../provider/provider.ts'
import { ballStage, numbersStage, slotStage } from './stages.ts'
import { texts } from './texts.ts'
import type { Language } from './texts.ts'

const stages = { slot: slotStage, ball: ballStage, numbers: numbersStage }

// Hundredths. A kip is worth little, so chips in kip are larger.
const chips = {
  small: [100, 500, 1000, 5000],
  large: [100_000, 500_000, 1_000_000, 5_000_000],
}
const largeFrom = 2_000_000

type Visit = { provider: Provider; language: Language }

export function tablePage(visit: Visit, account: Account): Html {
  const { provider, language } = visit
  const say = texts[language]
  return page(
    visit,
    html`<main
        class="table"
        data-kind="${provider.plays}"
        data-balance="${asText(account.balance)}"
        data-texts="${JSON.stringify(say)}"
      >
        <form>
          ${stages[provider.plays](say)}
          <p class="result" role="status" data-result>${say.ready}</p>
          ${chipRow(say.stake, say.all, account)}
          <button class="gold" type="submit" data-go>${say[provider.plays]}</button>
        </form>
      </main>
      <script type="module" src="/games/files/play.js"></script>`,
    html`<p class="balance">
      <span>${say.balance}</span>
      <strong><data data-shown>${asGroupedText(account.balance)}</data> ${unit(account)}</strong>
    </p>`,
  )
}

export function closedPage(visit: Visit): Html {
  const say = texts[visit.language]
  return page(
    visit,
    html`<main class="notice">
      <img src="/games/files/bowl.svg" alt="" width="96" height="96" />
      <h2>${say['table-closed']}</h2>
      <p>${say.closedHint}</p>
    </main>`,
  )
}

export function signInPage(visit: Visit, failed?: { username: string }): Html {
  const say = texts[visit.language]
  return page(
    visit,
    html`<main class="notice">
      <h2>${say.signIn}</h2>
      <form method="post" action="/games/${visit.provider.code}/login">
        <label>
          ${say.username}
          <input name="username" autocomplete="username" required value="${failed?.username}" />
        </label>
        <label>
          ${say.password}
          <input name="password" type="password" autocomplete="current-password" required />
        </label>
        ${failed && html`<p class="minus" role="alert">${say.wrong}</p>`}
        <button class="gold" type="submit">${say.play}</button>
      </form>
    </main>`,
  )
}

function chipRow(label: string, all: string, { currency, balance }: Account): Html {
  const isKip = currency === 'LAK' || (currency === null && balance >= largeFrom)
  const amounts = isKip ? chips.large : chips.small
  return html`<fieldset class="chips">
    <legend>${label}</legend>
    ${amounts.map(
      (amount, place) =>
        html`<label>
          <input
            type="radio"
            name="stake"
            value="${asText(amount)}"
            ${place === 1 && html`checked`}
          />
          <span>${asGroupedText(amount).replace(/\.00$/, '')}</span>
        </label>`,
    )}
    <label><input type="radio" name="stake" value="all" /><span>${all}</span></label>
  </fieldset>`
}

function unit({ currency }: Account): string {
  return currency === 'THB' ? '฿' : (currency ?? '')
}

function page({ provider, language }: Visit, main: Html, beside?: Html): Html {
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="dark light" />
        <title>${provider.title}</title>
        <link rel="icon" href="/games/files/star.svg" />
        <link rel="stylesheet" href="/panel/tokens.css" />
        <link rel="stylesheet" href="/games/files/play.css" />
        <link rel="stylesheet" href="/games/files/stages.css" />
      </head>
      <body data-provider="${provider.code}">
        <header>
          <h1>
            <span class="mark" aria-hidden="true">${provider.title.slice(0, 1)}</span
            >${provider.title}
          </h1>
          ${beside}
        </header>
        ${main}
      </body>
    </html>`
}
