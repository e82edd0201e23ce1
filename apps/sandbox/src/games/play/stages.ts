import { html } from '../../panel/html.ts'
import type { Html } from '../../panel/html.ts'
import { goalFactor, numberFactor, prizes, rules } from './rules.ts'
import type { texts } from './texts.ts'

type Say = (typeof texts)['th']

export function slotStage(): Html {
  return html`<div class="stage reels" aria-hidden="true">
      ${['lime', 'star', 'chili'].map(
        (symbol) =>
          html`<div class="reel" data-reel>
            <div class="strip"><img src="/games/files/${symbol}.svg" alt="" /></div>
          </div>`,
      )}
    </div>
    <ul class="prizes">
      ${prizes.map(
        ({ symbol, factor }) =>
          html`<li>
            <img src="/games/files/${symbol}.svg" alt="${symbol}" width="24" height="24" />
            ${times(factor)}
          </li>`,
      )}
    </ul>`
}

export function ballStage(say: Say): Html {
  const sides = [
    { side: 'left', label: say.left },
    { side: 'middle', label: say.middle },
    { side: 'right', label: say.right },
  ]
  return html`<fieldset class="stage pitch">
      <legend class="unseen">${say.pickBall}</legend>
      <svg viewBox="0 0 320 220" aria-hidden="true">
        <path class="grass" d="M0 150h320v70H0z" />
        <path class="line" d="M40 220l26-52h188l26 52" />
        <path class="net" d="${netLines}" />
        <path class="goal" d="M36 152V34h248v118" />
        <g class="keeper" data-keeper>
          <circle cx="160" cy="88" r="12" />
          <path d="M140 104h40l-4 30h-32zM146 134h10v18h-10zM164 134h10v18h-10z" />
          <path class="arms" d="M142 108l-18-18M178 108l18-18" />
        </g>
        <g class="ball" data-ball>
          <circle cx="160" cy="196" r="13" />
          <path d="M160 188l7 5-3 8h-8l-3-8z" />
        </g>
      </svg>
      <div class="picks three">
        ${sides.map(
          ({ side, label }, place) =>
            html`<label>
              <input type="radio" name="pick" value="${side}" ${place === 0 && html`checked`} />
              <span>${label}</span>
            </label>`,
        )}
      </div>
    </fieldset>
    <p class="prizes alone">${say.won} ${times(goalFactor)}</p>`
}

export function numbersStage(say: Say): Html {
  return html`<fieldset class="stage draw">
      <legend>${say.pickNumbers}</legend>
      <div class="balls" aria-hidden="true">
        ${['?', '?', '?'].map((digit) => html`<span data-digit>${digit}</span>`)}
      </div>
      <div class="picks five">
        ${rules.numbers.picks.map(
          (digit) =>
            html`<label>
              <input type="radio" name="pick" value="${digit}" ${digit === '7' && html`checked`} />
              <span>${digit}</span>
            </label>`,
        )}
      </div>
    </fieldset>
    <p class="prizes alone">${say.won} ${times(numberFactor)}</p>`
}

/** 140 hundredths as ×1.4. */
function times(factor: number): string {
  return `×${factor / 100}`
}

const netLines = [
  ...[67, 98, 129, 160, 191, 222, 253].map((x) => `M${x} 34V150`),
  ...[57, 80, 103, 126].map((y) => `M36 ${y}H284`),
].join('')
