import { describeAge } from '../panel/age.ts'
import { html } from '../panel/html.ts'
import type { Html } from '../panel/html.ts'
import { button, section } from '../panel/section.ts'
import { grouped, type Bank, type BankAccount, type StatementLine } from './accounts.ts'

const linesShown = 8

/** A form that pays into an account, and the transfers received by each account. */
export function bankSection(bank: Bank): Html {
  return section({
    id: 'bank',
    title: 'Bank',
    body: html`<details id="bank-pay">
        <summary>Pay into an account</summary>
        <form method="post" action="/panel/bank.pay">
          ${field('amount', 'Amount', '500.00')} ${choice('currency', 'Currency', ['BAHT', 'LAK'])}
          ${field('fromName', 'From', 'NOK THONGDEE')} ${field('fromBank', 'Bank', 'KBANK')}
          ${field('fromAccount', 'Account', '1234567890')} ${field('toBank', 'To bank', 'KBANK')}
          ${field('toAccount', 'To account', '1112223334')}
          ${field('minutesAgo', 'Minutes ago', '0')} ${field('times', 'Times', '1')}
          ${choice('tell', 'The bank reports by', ['as-usual', 'feed', 'sms', 'both', 'nothing'])}
          <button type="submit">Pay</button>
        </form>
      </details>
      <ul class="rows" data-live="bank">
        ${bank.accounts().map((account) => accountRow(account, bank.clock.now()))}
      </ul>`,
  })
}

function accountRow(account: BankAccount, now: Date): Html {
  const { facts } = account
  const lines = account.lines()
  return html`<li data-id="${facts.bank}-${facts.accountNo}" data-version="${lines.length}">
    <details id="bank-${facts.bank}-${facts.accountNo}">
      <summary>
        <strong>${facts.bank}</strong> <code>${facts.accountNo}</code>
        <span class="pill">${facts.mode}</span>
        <span class="sum">${grouped(account.balance())} ${facts.currency}</span>
      </summary>
      ${
        lines.length === 0
          ? html`<p class="dim">Nothing has come yet.</p>`
          : html`<ol class="movements" aria-label="What has come">
              ${lines
                .slice(-linesShown)
                .toReversed()
                .map((line) => lineRow(line, now))}
            </ol>`
      }
    </details>
  </li>`
}

function lineRow({ transfer, amount }: StatementLine, now: Date): Html {
  const { reference, from, at } = transfer
  return html`<li>
    <span class="who">${from.name} ${from.bank}<small>${reference}</small></span>
    <span class="sum">${grouped(amount)}</span>
    <time datetime="${at.toISOString()}">${describeAge(at, now)}</time>
    ${button({ call: 'bank.tell', label: 'Feed again', kind: 'quiet', fields: { reference, as: 'feed' } })}
    ${button({ call: 'bank.tell', label: 'SMS', kind: 'quiet', fields: { reference, as: 'sms' } })}
  </li>`
}

function field(name: string, label: string, value: string): Html {
  return html`<label>${label} <input name="${name}" value="${value}" autocomplete="off" /></label>`
}

function choice(name: string, label: string, options: readonly string[]): Html {
  return html`<label>
    ${label}
    <select name="${name}">
      ${options.map((option) => html`<option>${option}</option>`)}
    </select>
  </label>`
}
