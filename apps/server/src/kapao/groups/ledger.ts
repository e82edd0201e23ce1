import { findProof, listSeals, sealMovements } from '#ledger/seal.ts'
import { verifyLedger, type Verdict } from '#ledger/verify.ts'
import { ledgerChecks } from '../../watch.ts'
import type { Command, Group } from '../command.ts'
import { CommandFault, exitCodes } from '../terminal/fault.ts'
import { tableOf, textOfTime } from '../terminal/print.ts'

const verify: Command = {
  name: 'verify',
  args: [],
  about: 'Checks the ledger: what moved since the last seal, or with --full everything.',
  options: { full: { value: null, about: 'Everything from the first movement on; minutes.' } },
  examples: ['kapao verify', 'kapao verify --full'],
  run: async ({ db, clock }, typed) => {
    const full = typed.flag('full')
    const begun = clock.now().getTime()
    const verdict = await verifyLedger(db, { full, checks: ledgerChecks })
    const seconds = (clock.now().getTime() - begun) / 1000
    if (verdict.violations.length > 0)
      throw new CommandFault(exitCodes.refused, textOfViolations(verdict))
    const { movements } = verdict
    const scope = full ? 'in all' : 'since the last seal'
    return {
      text: `The ledger is whole: ${movements} movements ${scope}, nothing wrong (${seconds.toFixed(1)} s).`,
      json: { full, movements: String(movements), violations: [], seconds },
    }
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
    const proof = /^[0-9a-f-]{36}$/.test(movement) ? await findProof(db, movement) : null
    if (!proof)
      throw new CommandFault(
        exitCodes.refused,
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
  run: async (desk) => {
    await desk.actor()
    const seal = await sealMovements(desk.db, desk.clock)
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
  about: 'Is the ledger whole?',
  commands: [verify],
}

export const sealGroup: Group = {
  name: 'seal',
  about: 'The nightly seals over all movements, and proofs from them.',
  commands: [show, now],
}
