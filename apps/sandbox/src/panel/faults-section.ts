import type { World } from '../actor.ts'
import { faultKinds } from '../faults/faults.ts'
import type { FaultRule } from '../faults/faults.ts'
import { html } from './html.ts'
import type { Html } from './html.ts'
import { button, emptyNote, section } from './section.ts'

/** The values entered before, by field. */
type Attempt = Record<string, unknown>

export function faultsSection({ faults, operations }: World, attempt: Attempt): Html {
  const rules = faults.list()
  return section({
    id: 'faults',
    title: 'Faults',
    ...(rules.length > 0 && {
      action: button({ call: 'faults.clear', label: 'Remove all', kind: 'danger' }),
    }),
    body: html`
      ${
        rules.length === 0
          ? emptyNote('Everything works.', 'Add a fault to see how the app takes it.')
          : html`<ul class="rows">
              ${rules.map(ruleRow)}
            </ul>`
      }
      ${addForm(operations, attempt)}
    `,
  })
}

function ruleRow(rule: FaultRule): Html {
  return html`<li>
    <div>
      <strong>${rule.kind}</strong> on <code>${rule.operation}</code>
      <small>${describeRule(rule)}</small>
    </div>
    ${button({ call: 'faults.remove', label: 'Remove', kind: 'quiet', fields: { id: rule.id } })}
  </li>`
}

function describeRule(rule: FaultRule): string {
  const parts = [
    rule.count === undefined ? 'until removed' : `next ${rule.count - rule.hits} of ${rule.count}`,
    rule.hits > 0 && rule.count === undefined && `hit ${rule.hits} so far`,
    (rule.kind.startsWith('delay') || rule.kind === 'drip') && `${rule.delayMs} ms`,
    rule.kind.startsWith('status') && `status ${rule.status}`,
    rule.field !== undefined && `only ${rule.field} = ${rule.equals}`,
    rule.probability < 1 && `chance ${rule.probability}, seed ${rule.seed}`,
  ]
  return parts.filter(Boolean).join(' · ')
}

function addForm(operations: World['operations'], attempt: Attempt): Html {
  const chosen = (name: string, value: string) => attempt[name] === value && html`selected`
  const option = (name: string, value: string, label: string) =>
    html`<option value="${value}" ${chosen(name, value)}>${label}</option>`
  const kindOption = ([kind, summary]: [string, string]) =>
    option('kind', kind, `${kind}: ${summary}`)
  const groupOptions = ({ name, members }: Group) =>
    html`<optgroup label="${name}">
      ${members.map((member) => option('operation', member.name, `${member.name}: ${member.summary}`))}
      ${option('operation', `${name}.*`, `${name}.* (all of these)`)}
    </optgroup>`
  return html`<form class="add" method="post" action="/panel/faults.add">
    <label>
      Operation
      <select name="operation">
        ${groupsOf(operations).map(groupOptions)}
        ${option('operation', '*', '* (all of them)')}
      </select>
    </label>
    <label>
      Fault
      <select name="kind">
        ${Object.entries(faultKinds).map(kindOption)}
        <optgroup label="Only some operations">
          ${[...ownKinds(operations)].map(kindOption)}
        </optgroup>
      </select>
    </label>
    ${field(attempt, { name: 'count', label: 'How many calls', placeholder: 'until removed', start: '1' })}
    <details${moreFields.some(({ name }) => name in attempt) && html` open`}>
      <summary>More</summary>
      <div class="pair">${moreFields.map((shape) => field(attempt, shape))}</div>
    </details>
    <button class="gold" type="submit">Add fault</button>
  </form>`
}

type Group = { name: string; members: World['operations'] }

/** Grouped by the part of the name before the last dot: an actor, or one of an actor's parties. */
function groupsOf(operations: World['operations']): Group[] {
  const groups = Map.groupBy(operations, ({ name }) => name.slice(0, name.lastIndexOf('.')))
  return [...groups].map(([name, members]) => ({ name, members }))
}

/** Each kind once, however many operations have it. */
function ownKinds(operations: World['operations']): Map<string, string> {
  const own = operations.flatMap(({ ownFaults = {} }) => Object.entries(ownFaults))
  return new Map(own.map(([kind, { summary }]) => [kind, summary]))
}

type Field = { name: string; label: string; placeholder: string; start?: string; text?: true }

const moreFields: Field[] = [
  { name: 'delayMs', label: 'Delay in ms', placeholder: '5000' },
  { name: 'status', label: 'Status', placeholder: '503' },
  { name: 'probability', label: 'Probability', placeholder: '1' },
  { name: 'seed', label: 'Seed', placeholder: '1' },
  { name: 'field', label: 'Only where field', placeholder: 'msisdn', text: true },
  { name: 'equals', label: 'is', placeholder: '0812345678', text: true },
]

function field(attempt: Attempt, { name, label, placeholder, start = '', text }: Field): Html {
  // A field that was left empty on purpose stays empty after a failure.
  const given = 'kind' in attempt ? (attempt[name] ?? '') : start
  return html`<label>
    ${label}
    <input
      name="${name}"
      inputmode="${text ? 'text' : 'decimal'}"
      autocomplete="off"
      placeholder="${placeholder}"
      value="${typeof given === 'string' ? given : ''}"
    />
  </label>`
}
