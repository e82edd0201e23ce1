import { createSessions } from '#core/session/session.ts'
import { withdrawalIsOpen } from '#money/withdrawals/read.ts'
import { findLatest } from '#money/withdrawals/store.ts'
import { changeBank } from '#records/account/change-bank.ts'
import { activateMember, deactivateMember } from '#records/account/deactivate.ts'
import { findMembers, findMembersInFull, memberStateOf } from '#records/account/find.ts'
import type { Member } from '#records/account/store.ts'
import { maskName, maskPhone } from '#core/console/work/masks.ts'
import { readSettings } from '#settings/read.ts'
import type { Command, CliContext, Group } from '../command.ts'
import { refuseCommand, wrongUsage } from '../terminal/fault.ts'
import { pairsOf, textOfTime } from '../terminal/print.ts'
import { fullOption } from '../terminal/in-full.ts'
import { readWhy } from '../terminal/typed.ts'

const find: Command = {
  name: 'member find',
  args: ['TEXT'],
  about: 'Finds a member by phone in any spelling, by id or by bank account number.',
  options: fullOption,
  examples: ['kapao member find 081-234-5678', 'kapao member find "+856 20 5551 2345" --full'],
  run: async (cli, typed) => {
    const text = typed.args[0]!
    const members = typed.flag('full')
      ? await findMembersInFull(cli, {
          text,
          actor: await cli.actor(),
          requestId: cli.requestId,
        })
      : (await findMembers(cli.db, text)).map(masked)
    if (members.length === 0) refuseCommand(`No member has the phone, id or account ${text}.`)
    return { text: members.map(textOfMember).join('\n\n'), json: members }
  },
}

function masked(member: Member): Member {
  const { name, bankAccountName, username, phone } = member
  return {
    ...member,
    name: maskName(name),
    bankAccountName: maskName(bankAccountName),
    username: maskPhone(username),
    phone: maskPhone(phone),
  }
}

function textOfMember(member: Member): string {
  return pairsOf([
    ['id', member.id],
    ['name', member.name],
    ['phone', `${member.username} (${member.phone})`],
    ['wallet', member.currency],
    ['bank', `${member.bankCode} ${member.bankAccountNo} ${member.bankAccountName}`],
    ['language', member.language],
    ['source', member.sourceCode ?? '-'],
    ['invited by', member.invitedBy ?? '-'],
    ['since', textOfTime(member.createdAt)],
    [
      'state',
      member.deactivatedAt
        ? `deactivated ${textOfTime(member.deactivatedAt)}: ${member.deactivatedWhy}`
        : 'active',
    ],
  ])
}

const deactivate: Command = {
  name: 'member deactivate',
  args: ['ID'],
  about: 'Deactivates a member and ends every open session immediately.',
  options: { why: { value: 'TEXT', about: 'The reason, for colleagues and for the audit trail.' } },
  examples: ['kapao member deactivate 7KQ2M4XW9PZA --why "asked for it by phone"'],
  run: async (cli, typed) => {
    const id = typed.args[0]!
    const why = typed.text('why') ?? wrongUsage('Say why with --why "..."; it is kept.')
    const actor = await cli.actor()
    const { sessionsEnded } = await deactivateMember(
      { ...cli, endAllOf: sessionsOf(cli).endAllOf },
      { id, why, actor, requestId: cli.requestId },
    )
    const open = await findLatest(cli.db, id.trim().toUpperCase())
    const withdrawal = open?.endedAt === null ? { id: open.id, state: open.state } : null
    const text = `${id} is deactivated; sessions ended: ${sessionsEnded}.${textOfOpen(withdrawal)}`
    return { text, json: { id, active: false, sessionsEnded, withdrawal } }
  },
}

function textOfOpen(withdrawal: { id: string; state: string } | null): string {
  if (!withdrawal) return ''
  const { id, state } = withdrawal
  const waits = state === 'sweeping' || state === 'held' || state === 'approved'
  return waits
    ? `\nWithdrawal ${id} is not sent while they are: reject it, or let them in again.`
    : `\nWithdrawal ${id} was sent before: see kapao withdrawals show ${id}.`
}

function sessionsOf({ db, clock, ids }: CliContext): ReturnType<typeof createSessions> {
  return createSessions({ db, clock, ids, memberStateOf: (id) => memberStateOf(db, id) })
}

const activate: Command = {
  name: 'member activate',
  args: ['ID'],
  about: 'Activates a deactivated member; they have to log in again.',
  options: {},
  examples: ['kapao member activate 7KQ2M4XW9PZA'],
  run: async (cli, typed) => {
    const id = typed.args[0]!
    await activateMember(cli, { id, actor: await cli.actor(), requestId: cli.requestId })
    return { text: `${id} is active again.`, json: { id, active: true } }
  },
}

const bank: Command = {
  name: 'member bank',
  args: ['ID'],
  about:
    'Changes a member’s bank account; for a day payments to it need another operator’s approval.',
  options: {
    to: { value: 'BANK:NUMBER', about: 'The new account.' },
    name: { value: 'NAME', about: 'Its name, as the bank prints it.' },
    why: { value: 'TEXT', about: 'Who asked for it and how you know; it is recorded.' },
  },
  examples: [
    'kapao member bank 7KQ2M4XW9PZA --to SCB:7770001112 --name "SOMCHAI JAIDEE" --why "came with passport and bank book"',
  ],
  run: async (cli, typed) => {
    const id = typed.args[0]!
    const [bankCode, bankAccountNo] =
      /^([A-Z0-9]{2,12}):([\d -]{6,30})$/.exec(typed.text('to') ?? '')?.slice(1) ?? []
    if (!bankCode || !bankAccountNo) wrongUsage('Say the new account with --to BANK:NUMBER.')
    const bankAccountName = typed.text('name') ?? wrongUsage('Say its name with --name NAME.')
    const why = readWhy(typed)
    const deps = {
      ...cli,
      readBanks: async () => (await readSettings(cli.db))['registration.banks'],
      withdrawalIsOpen,
    }
    const given = { bankCode, bankAccountName, bankAccountNo }
    const by = { actor: await cli.actor(), requestId: cli.requestId }
    const before = await changeBank(deps, { id, why, given, ...by })
    const text = `${before.id} has the account ${bankCode} ${bankAccountNo} now. For a day their withdrawals wait for another operator's approval.`
    return { text, json: { id: before.id, bankCode, bankAccountNo } }
  },
}

export const memberGroup: Group = {
  name: 'member',
  about: 'Members: find, deactivate and activate them.',
  commands: [find, deactivate, activate, bank],
}
