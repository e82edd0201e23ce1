import { parseArgs } from 'node:util'
import { roomOf } from '../tidy/walls/floor-rule.ts'

export type Choice = {
  /** Every case of every table, and the long models: `npm run proof`. */
  isProof: boolean
  /** The files of unit and integration tests; null for all, empty where no word asks for any. */
  unit: readonly string[] | null
  /** The same for the journeys. */
  e2e: readonly string[] | null
  /** Whether the rules of `npm run check` run too. */
  withCheck: boolean
}

/** A user's mistake, reported in one sentence. */
export class NoSuchTests extends Error {}

/** Parses the arguments of `npm test`, `npm run e2e` and `npm run proof`; words name rooms or journeys. */
export function readChoice(args: readonly string[], paths: readonly string[]): Choice {
  const { flags, words } = parse(args)
  const isE2e = flags['e2e'] === true
  const isProof = flags['proof'] === true
  const named = words.map((word) => findTests(word, { paths, isE2e }))
  const files = words.length === 0 ? null : [...new Set(named.flat())]
  return {
    isProof,
    unit: isE2e ? [] : files,
    e2e: isE2e || files === null ? files : [],
    withCheck: !isProof && !isE2e && files === null,
  }
}

function parse(args: readonly string[]): { flags: Record<string, unknown>; words: string[] } {
  const options = { e2e: { type: 'boolean' }, proof: { type: 'boolean' } } as const
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options,
      allowPositionals: true,
    })
    return { flags: values, words: positionals }
  } catch (error) {
    const [sentence] = (error as Error).message.split('. ')
    throw new NoSuchTests(`${sentence}. Only names of rooms or journeys may follow.`)
  }
}

type TestFiles = { paths: readonly string[]; isE2e: boolean }

/** The tests in any folder of this name, and those whose file has it. */
function findTests(word: string, { paths, isE2e }: TestFiles): string[] {
  const tests = paths.filter((path) => (isE2e ? isJourney(path) : isUnitTest(path)))
  const found = tests.filter((path) => namesOf(path).includes(word) || path === word)
  if (found.length > 0) return found
  const names = [...new Set(tests.map((path) => moduleOf(path)))].filter((name) => name !== '')
  const what = isE2e ? 'journey' : 'room'
  throw new NoSuchTests(
    `${word} is the name of no ${what}; there are ${names.toSorted().join(' ')}.`,
  )
}

const isJourney = (path: string): boolean => /^e2e\/[^/]+\.e2e\.ts$/.test(path)

// The cluster's drill is the last step of `npm test`; `npm run cluster -- drill --short` runs it alone.
const isUnitTest = (path: string): boolean =>
  /^(?:packages|apps|tools|proof)\/.+\.test\.tsx?$/.test(path) && !path.startsWith('proof/cluster/')

/** Every name by which a test may be selected: its folders, and its own. */
function namesOf(path: string): string[] {
  const parts = path.split('/')
  const own = parts.at(-1)!.replace(/\.(?:test|e2e)\.tsx?$/, '')
  return [...parts.slice(0, -1), own]
}

/** The name shown in a list: of a journey its own, of a test its room's or feature's. */
function moduleOf(path: string): string {
  if (isJourney(path)) return namesOf(path).at(-1)!
  const [, feature] = /^apps\/[^/]+\/src\/features\/([^/]+)\//.exec(path) ?? []
  return feature ?? roomOf(path)?.split('/')[1] ?? ''
}
