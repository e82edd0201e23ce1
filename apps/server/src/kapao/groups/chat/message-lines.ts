import type { Button, ChatMessage } from '@kapao/contract/chat'
import type { Message, Talk } from '#talk/chat/store.ts'
import { harmless, textOfTime } from '../../terminal/print.ts'

/** One message as lines of a terminal. */
export function lineOf({ sender, operator, createdAt, message, seq }: Message): string {
  const who = sender === 'person' ? operator : sender
  return `${textOfTime(createdAt).slice(5, 16)}  #${seq}  ${who}: ${harmless(wordsOf(message)).replaceAll('\n', '\n    ')}`
}

function wordsOf(message: ChatMessage): string {
  if (message.message_type === 'generic')
    return message.payloads
      .map(({ title, subtitle, buttons }) => `[${title}] ${subtitle}${textOfButtons(buttons)}`)
      .join('\n')
  const { payload } = message
  if ('fileType' in payload) {
    const where =
      payload.filePath === '' ? payload.url : `uploads/chat/${payload.filePath} in DATA_DIR`
    return `(${payload.fileType} ${payload.name}: ${where}) ${payload.message ?? ''}`
  }
  if ('title' in payload) return `(pressed "${payload.title}")`
  return payload.message + ('buttons' in payload ? textOfButtons(payload.buttons) : '')
}

function textOfButtons(buttons: readonly Button[]): string {
  return buttons.length === 0 ? '' : ` {${buttons.map(({ title }) => title).join(' | ')}}`
}

/** The talk's owner, in a form that an operator can look up. */
export function whoOf({ owner }: Pick<Talk, 'owner'>): string {
  return owner.startsWith('member:') ? owner.slice('member:'.length) : 'a guest'
}

export function jsonOfMessage({ owner: _, seq, ...one }: Message): object {
  return { ...one, seq: Number(seq) }
}

export function jsonOfTalk({ owner, lastSeq, readSeq, seenSeq, ...talk }: Talk): object {
  return {
    ...talk,
    member: owner.startsWith('member:') ? owner.slice('member:'.length) : null,
    lastSeq: Number(lastSeq),
    readSeq: Number(readSeq),
    seenSeq: Number(seenSeq),
  }
}
