import { openDecide } from '#desk/decisions/decide.ts'
import { settingChanging, type SettingWhat } from '#desk/decisions/guarded/house.ts'
import { decideSetting } from '#desk/decisions/settings.ts'
import type { SettingChange, ChangeResult } from '#settings/change.ts'
import { listSettings, type ListedSetting } from '#settings/list.ts'
import { isSettingName, settingNames, settingOf, type SettingName } from '#settings/registry.ts'
import type { Answer, Command, CliContext, Group, CommandInput } from '../command.ts'
import { refuseCommand, wrongUsage } from '../terminal/fault.ts'
import { nearest } from '../terminal/nearest.ts'
import { cut, pairsOf, tableOf, textOfTime, textOfValue } from '../terminal/print.ts'
import { readText, readVersion } from '../terminal/typed.ts'
import { answerDecided, type GuardedCommand } from './confirm/second.ts'

const valueCharactersMax = 60

const list: Command = {
  name: 'settings list',
  args: ['[PREFIX]'],
  about: 'Lists the settings, all of them or those whose names begin with PREFIX.',
  options: { changed: { value: null, about: 'Only those that an operator has set.' } },
  examples: [
    'kapao settings list',
    'kapao settings list withdraw',
    'kapao settings list --changed',
  ],
  run: async ({ db }, typed) => {
    const prefix = typed.args[0] ?? ''
    const listed = (await listSettings(db)).filter(
      ({ name, isSet }) => name.startsWith(prefix) && (isSet || !typed.flag('changed')),
    )
    const rows = listed.map((one) => [
      one.name,
      cut(textOfValue(one.value), valueCharactersMax),
      one.isSet ? (one.changedBy ?? '') : 'default',
    ])
    const text = rows.length === 0 ? 'No setting matches.' : tableOf(['NAME', 'VALUE', 'BY'], rows)
    return { text, json: listed }
  },
}

const get: Command = {
  name: 'settings get',
  args: ['NAME'],
  about: 'Shows one setting: its value, its purpose and its allowed values.',
  options: {},
  examples: ['kapao settings get withdraw.min.BAHT', 'kapao settings get contact.text.th --json'],
  run: async ({ db }, typed) => {
    const one = await loadSetting(db, settingNamed(typed.args[0]!))
    const since = one.version > 0 ? ` since ${textOfTime(one.changedAt)}, by ${one.changedBy}` : ''
    const text = pairsOf([
      [one.name, textOfValue(one.value)],
      ['about', one.about],
      ['takes', one.form],
      ['default', textOfValue(one.default)],
      ['version', `${one.version}${since}`],
      ['read by', one.reader === 'page' ? 'every visitor, in the page' : 'the server'],
    ])
    return { text, json: one }
  },
}

const set: Command = {
  name: 'settings set',
  args: ['NAME', '[VALUE]'],
  about: 'Changes one setting, in every process immediately, and records who did it.',
  options: {
    file: { value: 'FILE', about: 'Take the value from a file; - is what is piped in.' },
    default: { value: null, about: 'Reset it to its default.' },
    'if-version': { value: 'N', about: 'Only if it still has the version that you looked at.' },
  },
  examples: [
    'kapao settings set withdraw.min.BAHT 200',
    'kapao settings set service.active off',
    'kapao settings set contact.text.th --file contact.html',
    'kapao settings set qr.minutes --default',
  ],
  run: async (cli, typed) => {
    const name = settingNamed(typed.args[0]!)
    const to = await targetOf(name, typed)
    const by = { actor: await cli.actor(), requestId: cli.requestId }
    const wish = { name, to, seenVersion: readVersion(typed, 'if-version'), textOf: shortOf, ...by }
    const decided = await decideSetting({ ...cli, decide: openDecide(cli) }, wish)
    return answerDecided(decided, (changed) => answerChanged(name, changed))
  },
}

export const settingSet: GuardedCommand<SettingWhat, ChangeResult> = {
  guarded: settingChanging,
  answer: (_desk, { name }, changed) => answerChanged(name, changed),
}

function answerChanged(
  name: SettingName,
  { before, after, version, changed }: ChangeResult,
): Answer {
  const text = changed
    ? `${name} is now ${shortOf(after)} (was ${shortOf(before)}).`
    : `${name} is ${shortOf(after)} already; nothing was changed.`
  return { text, json: { name, before, after, version, changed } }
}

function shortOf(value: unknown): string {
  return cut(textOfValue(value), valueCharactersMax)
}

async function targetOf(name: SettingName, typed: CommandInput): Promise<SettingChange['to']> {
  const [, value] = typed.args
  const file = typed.text('file')
  const given = [value !== undefined, file !== null, typed.flag('default')]
  if (given.filter(Boolean).length !== 1)
    wrongUsage(
      `Give one of VALUE, --file FILE and --default. ${name} takes ${settingOf(name).kind.form}.`,
    )
  if (typed.flag('default')) return 'default'
  const text = value ?? (await readText(file!))
  return { value: settingOf(name).kind.parse(text) }
}

function settingNamed(name: string): SettingName {
  if (isSettingName(name)) return name
  const near = nearest(name, settingNames)
  refuseCommand(
    `There is no setting ${name}${near ? `; did you mean ${near}?` : '.'} See: kapao settings list`,
  )
}

async function loadSetting(db: CliContext['db'], name: SettingName): Promise<ListedSetting> {
  return (await listSettings(db)).find((one) => one.name === name)!
}

export const settingsGroup: Group = {
  name: 'settings',
  about: 'What the service offers, shows and allows.',
  commands: [list, get, set],
}
