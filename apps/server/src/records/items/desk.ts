import { factNames, valueCodes, type FactName, type ValueCode } from '@kapao/contract/console/facts'
import { whyCodes, whyRefused, type BarredCode } from '@kapao/contract/console/reasons'
import type { Fact, Panel } from '@kapao/contract/console/work'
import type { Money } from '@kapao/contract/money'
import { nameOf } from '#core/audit/actor.ts'
import type { Actor, AuditContext } from '#core/audit/audit-store.ts'
import type { DecisionResult } from '#core/audit/decision.ts'
import { endedByItself } from '#core/console/work/decided.ts'
import * as facts from '#core/console/work/facts.ts'
import { needed } from '#core/console/work/fields.ts'
import { isNumber, isUuid } from '#core/console/work/item-id.ts'
import type { Queue, PendingWork, WorkDetails } from '#core/console/work/queue.ts'
import { findRefusal } from '#core/db/connections/dry-run.ts'
import type { Db } from '#core/db/db.ts'
import { listOpenPage } from './desk-store.ts'
import { findItem, listItems, setDecided, type Item } from './store.ts'

export type ItemDeskDeps = {
  db: Db
  clock: { now: () => Date }
  /** The kind of a request to release what an item holds. */
  kind: string
  /** What its members may receive when it is released, as far as it is known. */
  heldBy: (item: Item) => Promise<Money[]>
  readHistory: (memberId: string) => Promise<Panel>
  decideOne: (
    asked: AuditContext & { id: bigint; decision: 'allow' | 'deny'; why: string },
  ) => Promise<DecisionResult<Item>>
}

const urgent = { kind: 'ledger.not-whole', memberId: null, open: true, limit: 10 } as const

/** What the watch over books, rewards and play has found. */
export function suspicionQueue(deps: ItemDeskDeps): Queue {
  return {
    kind: 'suspicion',
    asksAbout: (id) => [{ kind: deps.kind, subject: `item:${id}` }],
    list: async (on, page) => (await listOpenPage(on, page)).map(waitingOf),
    listUrgent: async (on) => (await listItems(on, urgent)).map(waitingOf),
    read: async (on, id, reader) => {
      const found = isNumber(id) ? await findItem(on, BigInt(id)) : null
      return found && read(deps, found, reader)
    },
    decide: ({ id, decision, fields, actor, requestId }) =>
      deps.decideOne({
        id: BigInt(id),
        // What holds nothing is neither allowed nor kept from anybody.
        decision: decision === 'deny' ? 'deny' : 'allow',
        why: needed(fields, 'why'),
        actor,
        requestId,
      }),
  }
}

function waitingOf({ id, kind, since, memberId, words }: Item): PendingWork {
  const code = whyCodes.find((one) => one === kind) ?? 'suspicion'
  return {
    id: String(id),
    since,
    memberId,
    money: null,
    why: { code, detail: facts.technically(words) },
  }
}

async function read(deps: ItemDeskDeps, found: Item, reader: Actor): Promise<WorkDetails> {
  const isOpen = found.decision === null
  return {
    waiting: waitingOf(found),
    panels: [
      suspicionPanel(found),
      evidencePanel(found),
      ...(await historiesOf(deps, found)),
    ].filter((one) => one.facts.length > 0),
    candidates: [],
    offers: isOpen ? await offersOf(deps, found, reader) : [],
    decided: isOpen ? null : decidedOf(found),
  }
}

function decidedOf({ decision, decidedBy, decidedAt, why, holds }: Item): WorkDetails['decided'] {
  if (decidedBy!.startsWith('system:')) return endedByItself(decidedAt!)
  const outcome = holds.length === 0 ? 'close' : decision!
  const at = decidedAt!.toISOString()
  return { decision: outcome, by: nameOf(decidedBy!), at, why, movements: [] }
}

/** Of two members each beside the other: their masked names may be the same. */
async function historiesOf({ readHistory }: ItemDeskDeps, found: Item): Promise<Panel[]> {
  const panels: Panel[] = []
  for (const id of [found.memberId, found.otherId]) if (id) panels.push(await readHistory(id))
  return panels
}

async function offersOf(
  { db, clock, heldBy }: ItemDeskDeps,
  found: Item,
  reader: Actor,
): Promise<WorkDetails['offers']> {
  const barred = await barredFrom({ db, clock }, found, reader)
  if (found.holds.length === 0)
    return [{ name: 'close', effect: 'leaves-list', fields: ['why'], barred }]
  const gives = await heldBy(found)
  const isBonus = found.holds.every((hold) => hold === 'bonus')
  return [
    { name: 'allow', effect: 'releases-holds', fields: ['why'], barred, gives },
    { name: 'deny', effect: isBonus ? 'withholds-bonus' : 'keeps-holds', fields: ['why'], barred },
  ]
}

/** Asks the database itself, by a decision that is taken back at once. */
async function barredFrom(
  { db, clock }: Pick<ItemDeskDeps, 'db' | 'clock'>,
  { id }: Item,
  by: Actor,
): Promise<BarredCode | null> {
  const decided = { decision: 'deny', by, at: clock.now(), why: '-' } as const
  const state = await findRefusal(db, (tx) => setDecided(tx, id, decided))
  return state === 'KI002' ? 'touched-member' : null
}

/** What it holds back now: nothing once it was allowed; a bonus that was withheld does not wait any more. */
function holdsOf({ holds, decision }: Item): ValueCode[] {
  if (decision === 'allow') return []
  return holds.map((hold) =>
    decision === 'deny' && hold === 'bonus' ? 'bonus-withheld' : (`hold-${hold}` as const),
  )
}

function suspicionPanel(one: Item): Panel {
  return facts.panelOf(
    'suspicion',
    facts.technical('words', one.words),
    facts.member('member', one.memberId),
    facts.member('otherMember', one.otherId),
    ...holdsOf(one).map((code) => facts.code('holds', code)),
    facts.time('since', one.since),
  )
}

const memberFacts: readonly string[] = ['inviter', 'invitee', 'member']
const timeForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d/

/** Words of a machine, and no sum, reference or code of a reward. */
function isSaid(value: string): boolean {
  return valueCodes.some((one) => one === value) || /[a-z]{2,} [a-z]{2,}/.test(value)
}

const renamed: Readonly<Record<string, FactName>> = {
  ofThatCameBack: 'cameBack',
  party: 'account',
  references: 'reference',
  refusal: 'why',
}

/** What the evidence names by its id is an item of its own, or its end. */
const places: Readonly<Record<string, 'deposit' | 'payout' | 'transfer'>> = {
  deposit: 'deposit',
  payout: 'payout',
  transfer: 'transfer',
}

/** Evidence that is known by name; the rest is shown as it was written down. */
function evidencePanel({ evidence, memberId, otherId }: Item): Panel {
  const about = [memberId, otherId]
  return facts.panelOf(
    'evidence',
    ...Object.entries(evidence).flatMap(([name, value]) => factsOf(name, value, about)),
  )
}

/** A code where there is one, a sentence of a machine otherwise. */
function refusalOf(name: FactName, said: string): Fact | null {
  return whyRefused.some((one) => one === said)
    ? facts.word('refusal', name, said)
    : facts.technical(name, said)
}

function factsOf(name: string, value: unknown, about: readonly unknown[]): (Fact | null)[] {
  if (value === null || value === undefined) return []
  if (Array.isArray(value)) return value.flatMap((one) => factsOf(name, one, about))
  const known = renamed[name] ?? factNames.find((one) => one === name)
  const written = typeof value === 'string' ? value : JSON.stringify(value)
  if (!known) return [facts.data('furtherEvidence', value, [{ key: name }])]
  if (memberFacts.includes(name)) return [facts.member(known, written)]
  // In a pair of members this one had received it; elsewhere it is a sum or a time.
  if (name === 'received' && about.includes(value)) return [facts.member('receivedBy', written)]
  const place = places[name]
  if (place && isUuid(written)) return [facts.item(place, place, written)]
  if (known === 'account') return [facts.account(known, written)]
  if (timeForm.test(written)) return [facts.time(known, new Date(written))]
  if (name === 'plannedBy') return [facts.operator(known, written)]
  if (name === 'refusal') return [refusalOf(known, written)]
  if (name === 'same') return written.split(', ').map((sign) => facts.word('sign', known, sign))
  if (name === 'game') return [facts.word('place', known, written)]
  if (typeof value !== 'string') return [facts.data(known, value)]
  return [isSaid(value) ? facts.codeOrTechnical(known, value) : facts.text(known, value)]
}
