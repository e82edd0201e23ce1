import type { ChatMessage } from '@kapao/contract/chat'
import { OperatorRefused } from '#core/refused.ts'
import { closeTalk, loadTalk, markSeen, replyTo } from '#talk/chat/people.ts'
import {
  countTalks,
  listMessages,
  listTalks,
  type Talk,
  type WantedTalks,
} from '#talk/chat/store.ts'
import { readSettings } from '#settings/read.ts'
import type { Command, CliContext, Group, CommandInput } from '../../command.ts'
import { refuseCommand, wrongUsage } from '../../terminal/fault.ts'
import { cut, harmless, listedMax, tableOf, textOfTime } from '../../terminal/print.ts'
import { readText } from '../../terminal/typed.ts'
import { attachFile } from './attach.ts'
import { watchTalks } from './watch.ts'
import { jsonOfMessage, jsonOfTalk, lineOf, whoOf } from './message-lines.ts'

const shownMax = 30
const wordsMax = 60
const example = '7Q2M4XK9TB3C'

const list: Command = {
  name: 'chat list',
  args: [],
  about: 'Conversations that wait for staff: members first, then by waiting time.',
  options: {
    all: { value: null, about: 'Show every conversation, the latest first.' },
    members: { value: null, about: 'Only those of members.' },
    guests: { value: null, about: 'Only those of guests.' },
    page: { value: 'N', about: `Which ${listedMax} of them; 1 by default.` },
  },
  examples: ['kapao chat list', 'kapao chat list --members', 'kapao chat list --guests --page 2'],
  run: async ({ db, clock }, typed) => {
    const now = clock.now()
    const page = pageOf(typed.text('page'))
    const wanted = { onlyWaiting: !typed.flag('all'), kind: kindOf(typed) }
    const skip = (page - 1) * listedMax
    const found = await listTalks(db, { ...wanted, skip, limit: listedMax })
    const rows = await Promise.all(
      found.map(async (talk) => [
        talk.code,
        whoOf(talk),
        talk.language,
        talk.state,
        textOfTime(talk.waitingSince ?? talk.lastAt),
        waitOf(talk, now),
        await lastWords(db, talk),
      ]),
    )
    const head = ['chat', 'who', 'in', 'state', 'since', 'waits', 'last words']
    const { total, guests } = await countTalks(db, wanted)
    const shown = skip + found.length
    const next = shown < total ? `; the next: --page ${page + 1}` : ''
    const more = `\n${skip + 1} to ${shown} of ${total}, guests among them ${guests}${next}`
    const text = total <= listedMax ? tableOf(head, rows) : `${tableOf(head, rows)}${more}`
    return {
      text: rows.length === 0 ? textOfNone(wanted, total) : text,
      json: found.map(jsonOfTalk),
    }
  },
}

function textOfNone(
  { onlyWaiting, kind }: Pick<WantedTalks, 'onlyWaiting' | 'kind'>,
  total: number,
): string {
  if (total > 0) return `This page is empty; conversations before it: ${total}.`
  if (!onlyWaiting) return 'There is no such conversation.'
  return kind === null ? 'No one waits.' : `No ${kind} waits.`
}

function kindOf(typed: CommandInput): 'member' | 'guest' | null {
  const [members, guests] = [typed.flag('members'), typed.flag('guests')]
  if (members && guests) wrongUsage('Say --members or --guests; without them both are shown.')
  return members ? 'member' : guests ? 'guest' : null
}

function pageOf(typed: string | null): number {
  if (typed === null) return 1
  return /^[1-9]\d{0,4}$/.test(typed) ? Number(typed) : wrongUsage('--page is a number from 1.')
}

/** How long a customer has been waiting, which decides the order. */
function waitOf({ waitingSince }: Talk, now: Date): string {
  if (waitingSince === null) return '-'
  const minutes = Math.max(0, Math.floor((now.getTime() - waitingSince.getTime()) / 60_000))
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

async function lastWords(db: CliContext['db'], { owner }: Talk): Promise<string> {
  const recent = await listMessages(db, owner, { skip: 0, limit: 5 })
  const said = recent.find(({ sender }) => sender === 'customer')
  return said ? cut(lineOf(said).split(': ').slice(1).join(': '), wordsMax) : '-'
}

const show: Command = {
  name: 'chat show',
  args: ['CHAT'],
  about: 'The latest messages of one conversation, oldest first. It does not count as reading it.',
  options: { last: { value: 'COUNT', about: `How many; ${shownMax} by default, at most 500.` } },
  examples: [`kapao chat show ${example}`, `kapao chat show ${example} --last 200 --json`],
  run: async ({ db }, typed) => {
    const talk = await loadNamed(db, typed)
    const limit = countOf(typed.text('last'))
    const messages = (await listMessages(db, talk.owner, { skip: 0, limit })).toReversed()
    const head = `${talk.code}  ${whoOf(talk)}  ${talk.language}  ${talk.state}`
    const text = [head, ...messages.map(lineOf)].join('\n')
    return { text, json: { ...jsonOfTalk(talk), messages: messages.map(jsonOfMessage) } }
  },
}

function countOf(typed: string | null): number {
  if (typed === null) return shownMax
  if (!/^[1-9]\d{0,2}$/.test(typed) || Number(typed) > 500)
    wrongUsage('--last is a number from 1 to 500.')
  return Number(typed)
}

const reply: Command = {
  name: 'chat reply',
  args: ['CHAT', '[TEXT]'],
  about: 'Answers in a conversation; it reaches every open page of the customer at once.',
  options: {
    canned: { value: 'NAME', about: 'One of the replies of chat canned, in their language.' },
    file: { value: 'FILE', about: 'A picture (PNG, JPEG, GIF) or video (MP4, QuickTime) with it.' },
    message: { value: 'JSON', about: 'A whole message: buttons, quick_replies, generic or media.' },
  },
  examples: [
    `kapao chat reply ${example} "We have found your deposit; it is in your wallet."`,
    `kapao chat reply ${example} --canned looking`,
    `kapao chat reply ${example} "Here is how" --file how.png`,
  ],
  run: async (cli, typed) => {
    const talk = await loadNamed(cli.db, typed)
    const actor = await cli.actor()
    const message = await messageOf(cli, talk, typed)
    const act = { code: talk.code, actor, requestId: cli.requestId }
    const sent = await replyTo(cli, act, message)
    return { text: `Sent: ${lineOf(sent)}`, json: jsonOfMessage(sent) }
  },
}

async function messageOf(cli: CliContext, talk: Talk, typed: CommandInput): Promise<ChatMessage> {
  const [, text] = typed.args
  const [name, file, json] = [typed.text('canned'), typed.text('file'), typed.text('message')]
  if ([text ?? file, name, json].filter((one) => one !== null && one !== undefined).length !== 1)
    wrongUsage('Say one thing: a TEXT, perhaps with --file; or --canned NAME; or --message JSON.')
  if (json !== null) return parsed(json.startsWith('@') ? await readText(json.slice(1)) : json)
  if (file !== null) return attachFile(cli, talk, { file, text: text ?? null })
  return {
    message_type: 'text',
    payload: { message: text ?? (await cannedText(cli, name!, talk)) },
  }
}

function parsed(json: string): ChatMessage {
  try {
    return JSON.parse(json) as ChatMessage
  } catch {
    return wrongUsage('--message is a JSON object, or @FILE with one.')
  }
}

async function cannedText({ db }: CliContext, name: string, { language }: Talk): Promise<string> {
  const known = (await readSettings(db))['chat.canned']
  const found = known.find((one) => one.name === name)
  if (!found)
    refuseCommand(
      `There is no reply ${name}; there are: ${known.map((one) => one.name).join(', ')}.`,
    )
  return found.text[language]
}

const close: Command = {
  name: 'chat close',
  args: ['CHAT'],
  about: 'Ends a conversation: the menu answers again, and the next message begins another.',
  options: {},
  examples: [`kapao chat close ${example}`],
  run: async (cli, typed) => {
    const { code } = await loadNamed(cli.db, typed)
    const act = { code, actor: await cli.actor(), requestId: cli.requestId }
    const { isNew } = await closeTalk(cli, act)
    const text = isNew ? `${code} is closed.` : `${code} was closed already.`
    return { text, json: { code, closed: true } }
  },
}

const canned: Command = {
  name: 'chat canned',
  args: [],
  about: 'The saved replies; change them with settings set chat.canned.',
  options: {},
  examples: ['kapao chat canned'],
  run: async ({ db }) => {
    const known = (await readSettings(db))['chat.canned']
    const rows = known.map(({ name, text }) => [
      name,
      cut(text.th, wordsMax),
      cut(text.la, wordsMax),
      cut(text.en, wordsMax),
    ])
    return { text: tableOf(['name', 'th', 'la', 'en'], rows), json: known }
  },
}

const watch: Command = {
  name: 'chat watch',
  args: ['[CHAT]'],
  about:
    'Shows new messages, of one conversation or of all that wait for staff. In one, each line that you type is an answer.',
  options: { for: { value: 'SECONDS', about: 'End after this time.' } },
  examples: ['kapao chat watch', `kapao chat watch ${example}`],
  run: async (cli, typed) => {
    const seconds = typed.text('for')
    if (seconds !== null && !/^[1-9]\d{0,4}$/.test(seconds)) wrongUsage('--for is in seconds.')
    const talk = typed.args[0] === undefined ? null : await loadNamed(cli.db, typed)
    if (talk) await markSeen(cli, talk.owner)
    const shown = await watchTalks(cli, {
      talk,
      forMs: seconds === null ? null : Number(seconds) * 1_000,
      cannedText: (name, of) => cannedText(cli, name, of),
    })
    return { text: `${shown} messages.`, json: { shown } }
  },
}

async function loadNamed(db: CliContext['db'], typed: CommandInput): Promise<Talk> {
  return loadTalk(db, harmless(typed.args[0]!.toUpperCase())).catch((error: unknown) => {
    if (error instanceof OperatorRefused)
      throw new OperatorRefused(`${error.message} See: npx kapao chat list`)
    throw error
  })
}

export const chatGroup: Group = {
  name: 'chat',
  about: 'Conversations with members and guests: who waits, what they say, and answers.',
  commands: [list, show, watch, reply, close, canned],
}
