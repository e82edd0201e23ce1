import { resolve } from 'node:path'
import { readCount } from '#core/restore/restore-store.ts'
import { readFromStandby } from '#core/db/reads/reads.ts'
import type { PlaceComparison } from '#ledger/heads/compare.ts'
import { listSeals, sealMovements } from '#ledger/seal.ts'
import { findProof } from '#ledger/seals/proof.ts'
import { verifyLedger, type Verdict } from '#ledger/verify.ts'
import { compareHeads, fullChecks, violationsOf } from '#desk/watch/night/jobs.ts'
import { findVerdict } from '#ledger/night/verdict.ts'
import { isKey } from '#core/ids.ts'
import { ledgerChecks } from '#desk/watch/ledger.ts'
import type { Answer, Command, CliContext, Group } from '../command.ts'
import { refuseCommand, wrongUsage } from '../terminal/fault.ts'
import { tableOf, textOfTime } from '../terminal/print.ts'

const verify: Command = {
  name: 'verify',
  args: [],
  about: 'Checks the ledger: what moved since the last seal, or with --full everything.',
  options: {
    full: {
      value: null,
      about: 'Everything from the first movement on, and the external heads; takes minutes.',
    },
    last: {
      value: null,
      about: 'Show the result of last night’s full check; checks nothing again.',
    },
  },
  examples: ['kapao verify', 'kapao verify --full', 'kapao verify --last'],
  run: async (cli, typed) => {
    const { clock } = cli
    if (typed.flag('last')) return lastVerdict(cli)
    const full = typed.flag('full')
    const begun = clock.now().getTime()
    const checks = full ? fullChecks : ledgerChecks
    const found = await readFromStandby(cli, (on) => verifyLedger(on, { full, checks }))
    const outside = full ? await compareHeads(cli) : []
    const verdict = { ...found, violations: [...found.violations, ...violationsOf(outside)] }
    const seconds = (clock.now().getTime() - begun) / 1000
    if (verdict.violations.length > 0) refuseCommand(textOfViolations(verdict))
    const { movements } = verdict
    const scope = full ? 'in all' : 'since the last seal'
    const whole = `The ledger is whole: ${movements} movements ${scope}, nothing wrong (${seconds.toFixed(1)} s).`
    const lines = [whole, ...(full ? linesOfOutside(outside) : [])]
    // Restored books are whole, and lack what came after the point.
    if ((await readCount(cli.db)).isClosed) lines.push(whenClosed)
    return {
      text: lines.join('\n'),
      json: { full, movements: String(movements), violations: [], seconds, outside },
    }
  },
}

const whenClosed =
  'The database was restored to an earlier time, and lacks what came after it: kapao recovery show.'

/** The result of the nightly check, for operators to read in the morning. */
async function lastVerdict({ db }: Pick<CliContext, 'db'>): Promise<Answer> {
  const last = await findVerdict(db)
  if (!last) refuseCommand('No night has been checked yet; the worker does it.')
  const { begunAt, endedAt, movements, isWhole, findings } = last
  if (!isWhole)
    refuseCommand(
      `${textOfTime(begunAt)}\n${textOfViolations({ ...last, accounts: 0n, violations: findings })}`,
    )
  const seconds = ((endedAt.getTime() - begunAt.getTime()) / 1000).toFixed(1)
  return {
    text: `${textOfTime(begunAt)}: the ledger was whole, ${movements} movements in all (${seconds} s).`,
    json: { begunAt, endedAt, movements: String(movements), isWhole },
  }
}

function linesOfOutside(outside: readonly PlaceComparison[]): string[] {
  if (outside.length === 0)
    return ['No heads of the seals are kept outside the database (SEALS_OUTSIDE).']
  return outside.flatMap(({ place, heads, newestAt, explained }) => [
    heads === null
      ? `${place} accepts heads and returns none: compare its copy with \`kapao seals check --copy FILE\`.`
      : `${place}: ${heads} heads agree, the newest of ${textOfTime(newestAt === null ? null : new Date(newestAt))}.`,
    ...explained.map((what) => `${place}: ${what}.`),
  ])
}

const check: Command = {
  name: 'seals check',
  args: [],
  about: 'Compares the external heads with the ledger, the audit trail and the statements.',
  options: {
    copy: { value: 'FILE', about: 'A copy of one place’s heads, to use without asking the place.' },
  },
  examples: ['kapao seals check', 'kapao seals check --copy heads-of-the-auditor'],
  run: async (cli, typed) => {
    const { sealsOutside } = cli.config
    if (!sealsOutside)
      wrongUsage(
        'SEALS_OUTSIDE and SEALS_KEY_FILE say where heads are kept and whose they are; they are not set.',
      )
    const copy = typed.text('copy')
    const places = copy ? [{ kind: 'file' as const, path: resolve(copy) }] : sealsOutside.places
    const outside = await compareHeads({
      ...cli,
      config: { sealsOutside: { ...sealsOutside, places } },
    })
    const violations = violationsOf(outside)
    if (violations.length > 0)
      refuseCommand(textOfViolations({ movements: 0n, accounts: 0n, violations }))
    return { text: linesOfOutside(outside).join('\n'), json: outside }
  },
}

function textOfViolations({ violations }: Verdict): string {
  const lines = violations.map(({ check, what }) => `  ${check}: ${textOfFinding(what)}`)
  return ['THE LEDGER IS NOT WHOLE. Stop paying out and find out why:', ...lines].join('\n')
}

function textOfFinding(what: Record<string, unknown> | string): string {
  if (typeof what === 'string') return what
  return Object.entries(what)
    .map(([name, value]) => `${name} ${String(value)}`)
    .join(', ')
}

const show: Command = {
  name: 'seal show',
  args: ['[MOVEMENT]'],
  about: 'Lists the seals, or shows what proves that one movement is in one of them.',
  options: {},
  examples: ['kapao seal show', 'kapao seal show 0193a5c0-7f00-7000-8000-000000000001'],
  run: async ({ db }, typed) => {
    const [movement] = typed.args
    if (movement === undefined) return listing(await listSeals(db))
    const proof = isKey(movement) ? await findProof(db, movement) : null
    if (!proof)
      refuseCommand(
        `No sealed movement has the id ${movement}; what moved today is sealed tonight.`,
      )
    const { seal, index, size } = proof
    const text = `Movement ${movement} is leaf ${index + 1} of ${size} in seal ${seal.no}, root ${seal.root}. With --json: all that is needed to check it.`
    return { text, json: proof }
  },
}

function listing(seals: Awaited<ReturnType<typeof listSeals>>) {
  const rows = seals.map((seal) => [
    seal.no,
    textOfTime(new Date(seal.sealedAt)),
    seal.movements,
    seal.root,
  ])
  const text =
    rows.length > 0
      ? tableOf(['seal', 'sealed at', 'movements', 'root'], rows)
      : 'Nothing has been sealed yet; it happens every night.'
  return { text, json: seals }
}

const now: Command = {
  name: 'seal now',
  args: [],
  about: 'Seals what moved since the last seal without waiting for the night.',
  options: {},
  examples: ['kapao seal now'],
  right: 'house.rescue',
  run: async (cli) => {
    const seal = await sealMovements(cli.db, cli.clock)
    return {
      text: seal
        ? `Seal ${seal.no} over ${seal.movements} movements: ${seal.root}`
        : 'There is nothing new to seal.',
      json: seal,
    }
  },
}

export const verifyGroup: Group = {
  name: 'verify',
  about: 'Checks that the ledger is intact.',
  commands: [verify],
}

export const sealGroup: Group = {
  name: 'seal',
  about: 'The nightly seals over all movements, and proofs from them.',
  commands: [show, now],
}

export const sealsGroup: Group = {
  name: 'seals',
  about: 'The heads that are stored outside the database.',
  commands: [check],
}
