import { clearLine, createInterface, cursorTo, type Interface } from 'node:readline'
import { OperatorRefused } from '#core/refused.ts'
import { closeTalk, markSeen, replyTo, notifyTyping } from '#talk/chat/people.ts'
import {
  chatChannel,
  findTalk,
  listMessages,
  listNews,
  listTalks,
  type Message,
  type Talk,
} from '#talk/chat/store.ts'
import type { CliContext } from '../../command.ts'
import { lineOf, whoOf } from './message-lines.ts'

export type WatchOptions = {
  /** The one talk that is watched and answered; null for all that wait for staff. */
  talk: Talk | null
  forMs: number | null
  cannedText: (name: string, talk: Talk) => Promise<string>
}

const shownAtFirst = 10
const namedMax = 20
const typingNotifiedEveryMs = 2_500
const howTo = 'Type an answer; /canned NAME, /close, and Ctrl-D to leave.'

/** Prints until it is ended; returns the number of messages. */
export async function watchTalks(cli: CliContext, watching: WatchOptions): Promise<number> {
  const { talk } = watching
  const typing = talk ? openTyping(cli, talk) : null
  const say = (text: string): void => above(typing, () => void process.stdout.write(`${text}\n`))
  let shown = 0
  let lastShown = 0n
  /** Our newest answer, until the customer has read it. */
  let unread: bigint | null = null
  const print = (message: Message, of: Pick<Talk, 'code' | 'owner'>): void => {
    shown += 1
    if (message.sender === 'person') unread = message.seq
    if (message.sender === 'customer') ring()
    say(talk ? lineOf(message) : `${of.code} ${whoOf(of)}  ${lineOf(message)}`)
  }
  const showNew = async (payload: string | null): Promise<void> => {
    const news = payload === null ? null : (JSON.parse(payload) as News)
    if (talk) {
      if (news !== null && news.owner !== talk.owner) return
      const now = await findTalk(cli.db, talk.owner)
      if (!now) return
      if (now.lastSeq > lastShown) {
        const range = { owner: talk.owner, from: lastShown + 1n, to: now.lastSeq }
        for (const message of await listNews(cli.db, [range])) print(message, talk)
        lastShown = now.lastSeq
        await markSeen(cli, talk.owner)
      }
      if (unread === null || now.readSeq < unread) return
      say(`(#${unread} was read)`)
      unread = null
    } else if (news?.from !== undefined && news.to !== undefined) {
      const of = await findTalk(cli.db, news.owner)
      if (!of || of.state === 'menu') return
      const range = { owner: news.owner, from: BigInt(news.from), to: BigInt(news.to) }
      for (const message of await listNews(cli.db, [range])) print(message, of)
    }
  }

  if (talk) {
    const before = await listMessages(cli.db, talk.owner, { skip: 0, limit: shownAtFirst })
    lastShown = before[0]?.seq ?? 0n
    say([...before.toReversed().map(lineOf), howTo].join('\n'))
  } else say(await whoWaits(cli))
  // Notifications are printed in the order in which they arrive.
  let printing = Promise.resolve()
  const listening = await cli.db.listen(chatChannel, (payload) => {
    printing = printing.then(() => showNew(payload)).catch(warn)
  })
  await untilEnded(cli, watching, typing)
  await listening.stop()
  await printing
  return shown
}

async function whoWaits({ db }: CliContext): Promise<string> {
  const wanted = { onlyWaiting: true, kind: null, skip: 0, limit: namedMax }
  const waiting = await listTalks(db, wanted)
  if (waiting.length === 0) return 'No one waits. What comes is shown here; Ctrl-C ends it.'
  const codes = waiting.map(({ code }) => code).join(' ')
  return `Waiting, members first: ${codes}. What comes is shown here; Ctrl-C ends it.`
}

/** An operator on night watch may be looking elsewhere. */
function ring(): void {
  if (process.stdout.isTTY) process.stdout.write('\u0007')
}

type News = { owner: string; from?: number; to?: number }

function warn(error: unknown): void {
  const sentence =
    error instanceof OperatorRefused ? error.message : `This did not work: ${String(error)}`
  process.stderr.write(`${sentence}\n`)
}

/** Prints above the line that is being typed. */
function above(typing: Interface | null, print: () => void): void {
  if (!typing?.terminal) return print()
  cursorTo(process.stdout, 0)
  clearLine(process.stdout, 0)
  print()
  typing.prompt(true)
}

/** Reads typed lines, and notifies the customer's pages of typing. */
function openTyping(cli: CliContext, talk: Talk): Interface {
  const { stdin, stdout } = process
  const isPerson = stdin.isTTY && stdout.isTTY
  const typing = isPerson
    ? createInterface({ input: stdin, output: stdout, prompt: '> ' })
    : createInterface({ input: stdin })
  // Early input is kept: it waits until the reader is attached.
  typing.pause()
  if (!isPerson) return typing
  let notifiedAt = 0
  stdin.on('keypress', () => {
    const now = cli.clock.now().getTime()
    if (now - notifiedAt < typingNotifiedEveryMs) return
    notifiedAt = now
    notifyTyping(cli, talk.owner).catch(() => undefined)
  })
  return typing
}

/** Runs until Ctrl-C, the end of input, or the given time. */
async function untilEnded(
  cli: CliContext,
  { talk, forMs, cannedText }: WatchOptions,
  typing: Interface | null,
): Promise<void> {
  let answering = Promise.resolve()
  // A process that only listens would end on its own.
  const alive = setInterval(() => undefined, 60_000)
  await new Promise<void>((resolve) => {
    process.once('SIGINT', () => resolve())
    process.once('SIGTERM', () => resolve())
    if (forMs !== null) setTimeout(resolve, forMs)
    typing?.on('line', (line) => {
      answering = answering.then(() => answer(cli, talk!, { line, cannedText })).catch(warn)
    })
    typing?.on('SIGINT', () => resolve())
    typing?.on('close', () => {
      if (forMs === null) resolve()
    })
    typing?.resume()
  })
  clearInterval(alive)
  typing?.close()
  await answering
}

async function answer(
  cli: CliContext,
  talk: Talk,
  { line, cannedText }: { line: string } & Pick<WatchOptions, 'cannedText'>,
): Promise<void> {
  const typed = line.trim()
  if (typed === '') return
  const act = { code: talk.code, actor: await cli.actor(), requestId: cli.ids.key() }
  if (typed === '/close') {
    await closeTalk(cli, act)
    process.stdout.write(`${talk.code} is closed.\n`)
    return
  }
  const [, name] = /^\/canned ([a-z0-9-]+)$/.exec(typed) ?? []
  if (name === undefined && typed.startsWith('/')) throw new OperatorRefused(howTo)
  const message = name === undefined ? typed : await cannedText(name, talk)
  await replyTo(cli, act, { message_type: 'text', payload: { message } })
}
