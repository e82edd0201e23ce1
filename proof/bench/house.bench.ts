import { previewScreens } from '../../packages/contract/src/console/preview.ts'
import { languages } from '../../packages/contract/src/limits.ts'
import { openDesk, type Desk, type DeskCall } from './console/desk.ts'
import { openHouse, p95Of, rounds, size } from './console/house.ts'
import type { Bench, Report } from './report.ts'

/**
 * Settings, looks, previews and the search by sound on the house of a million members: the 95th percentile of each as
 * the console's process answers it.
 */
export const bench: Bench = {
  name: 'house',
  proves: ['SCREEN-74'],
  run: async (report) => {
    const speed = await openHouse(report)
    try {
      const desk = await openDesk(speed.stage)
      try {
        await measure(desk, report)
      } finally {
        desk.close()
      }
    } finally {
      await speed.stop()
    }
  },
}

type Step = (round: number) => DeskCall
/** In how many milliseconds it is answered. */
type Case = [target: number, step: Step]

const inPage = 300
/** What the page waits for after the last key. */
const settledMs = 120

async function measure(desk: Desk, report: Report): Promise<void> {
  const cases = { ...readsOf(await someMembers(desk)), ...looks, ...previews }
  for (const [name, [target, step]] of Object.entries(cases)) {
    const value = await p95Of((round) => desk.call(step(round)))
    report({ name: `house.${name}.p95`, value, unit: 'ms', target: `<= ${target}` })
  }
}

const get = (path: string): DeskCall => ({ method: 'GET', path: `/api/console/${path}` })
const post = (path: string, body: object): DeskCall => ({
  method: 'POST',
  path: `/api/console/${path}`,
  body,
})
const search = (words: string): DeskCall => post('members/search', { words })

/** What an operator types who hears a name, or reads it in a bank's letters. */
const heard = ['somchai', 'wichai', 'pradet', 'napha su', 'kittipong', 'ratlak', 'nobody here']

function readsOf(members: readonly string[]): Record<string, Case> {
  return {
    settings: [200, () => get('settings')],
    history: [200, () => get('settings/history/contact.text.th')],
    rewards: [200, () => get('rewards')],
    doors: [200, () => get('house/doors')],
    checks: [200, () => get('house/checks')],
    'member.rewards': [200, (round) => get(`members/rewards/${members[round % members.length]!}`)],
    'search.sound': [100, (round) => search(heard[round % heard.length]!)],
  }
}

const look = (changes: readonly { name: string; value: unknown }[], times = {}): DeskCall =>
  post('settings/look', { changes, ...times })
const texts = (round: number) =>
  languages.map((of) => ({
    name: `contact.text.${of}`,
    value: `<p>Call 02-123-${4000 + round}</p>`,
  }))

const looks: Record<string, Case> = {
  // A phone that was not there before: it waits for two.
  'look.texts': [inPage, (round) => look(texts(round))],
  'look.loosens': [
    inPage,
    (round) => look([{ name: 'withdraw.max.BAHT', value: `${90_000 + round}` }]),
  ],
  'look.tightens': [
    inPage,
    (round) => look([{ name: 'withdraw.max.BAHT', value: `${10_000 + round}` }]),
  ],
  'look.planned': [
    inPage,
    (round) => look(texts(round), { from: new Date(Date.now() + 3_600_000).toISOString() }),
  ],
  'look.addresses': [
    inPage,
    () => look([{ name: 'console.addresses', value: ['127.0.0.0/8', '10.0.0.0/8'] }]),
  ],
}

const preview = (screen: string, round: number): DeskCall =>
  post('preview', {
    screen,
    language: languages[round % languages.length],
    settings: [{ name: 'brand.name', value: `House ${round}` }],
  })

const previews: Record<string, Case> = Object.fromEntries(
  previewScreens.map((screen): [string, Case] => [
    `preview.${screen}`,
    [inPage - settledMs, (round) => preview(screen, round)],
  ]),
)

/** Each with a history of its own. */
async function someMembers(desk: Desk): Promise<string[]> {
  const found: string[] = []
  for (let round = 0; round < rounds; round += 1) {
    const number = String(1 + ((round * 7919) % size.members)).padStart(7, '0')
    const { members } = await desk.call<{ members: { memberId: string }[] }>(search(`081${number}`))
    found.push(members[0]!.memberId)
  }
  return found
}
