import type { World } from '../actor.ts'
import { describeSpan } from './age.ts'
import { html } from './html.ts'
import type { Html } from './html.ts'
import { button, section } from './section.ts'
import { minuteMs } from '../times.ts'

const steps = [
  { label: '+1 min', ms: minuteMs },
  { label: '+5 min', ms: 5 * minuteMs },
  { label: '+1 h', ms: 60 * minuteMs },
  { label: '+1 day', ms: 24 * 60 * minuteMs },
  { label: '−5 min', ms: -5 * minuteMs },
  { label: '−1 h', ms: -60 * minuteMs },
]

export function clockSection({ clock }: World): Html {
  const { now, offsetMs, stopped } = clock.read()
  return section({
    id: 'clock',
    title: 'Clock',
    action: html`<span class="pill ${stopped ? 'wait' : 'plus'}"
      >${stopped ? 'stopped' : 'running'}</span
    >`,
    body: html`
      <p class="clock"><time datetime="${now}">${bangkok(now)}</time> <small>Bangkok</small></p>
      <p class="dim">${describeOffset(offsetMs)}</p>
      <div class="chips">
        ${steps.map(({ label, ms }) => button({ call: 'clock.move', label, fields: { byMs: String(ms) } }))}
      </div>
      <div class="chips">
        ${
          stopped
            ? button({ call: 'clock.move', label: 'Resume', fields: { resume: 'true' } })
            : button({ call: 'clock.move', label: 'Stop', fields: { stop: 'true' } })
        }
        ${offsetMs !== 0 && button({ call: 'clock.move', label: 'Real time', fields: { offsetMs: '0' } })}
      </div>
      <div class="apart">
        ${button({ call: 'reset', label: 'Reset the whole sandbox', kind: 'danger' })}
        <small>Real time, no faults, empty inbox and journal.</small>
      </div>
    `,
  })
}

function describeOffset(offsetMs: number): string {
  const seconds = Math.round(Math.abs(offsetMs) / 1000)
  if (seconds === 0) return 'The same as real time.'
  return `${describeSpan(seconds)} ${offsetMs > 0 ? 'ahead of' : 'behind'} real time.`
}

/** Bangkok keeps UTC+7 all year, so shifting the instant is enough. */
function bangkok(iso: string): string {
  const local = new Date(new Date(iso).getTime() + 7 * 60 * minuteMs).toISOString()
  return `${local.slice(0, 10)} ${local.slice(11, 19)}`
}
