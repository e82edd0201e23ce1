import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { OwnMessage, ServerLine } from './line.ts'
import { addReceived, countFrom, dropBelowGap, emptyStory, findGap, linesOf } from './merge.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 5, minute)).toISOString()
const serverLine = (seq: number, part: Partial<ServerLine> = {}): ServerLine => ({
  _id: `c${seq}`,
  seq,
  sender: 'other',
  message: { message_type: 'text', payload: { message: `words ${seq}` } },
  createdAt: at(seq),
  session_id: 's1',
  userId: 'm1',
  guestId: null,
  username: null,
  name: null,
  deviceToken: '',
  ...part,
})
const own = (id: string, createdAt: string | null): OwnMessage => ({
  id,
  message: {
    message_type: 'text',
    payload: { message: id },
    deliver: { id, status: 'sending' },
  },
  status: createdAt === null ? 'sending' : 'succeed',
  isWaiting: false,
  progress: 0,
  createdAt,
  fault: null,
})
const echoOf = (seq: number, id: string): ServerLine =>
  serverLine(seq, {
    sender: 'customer',
    message: {
      message_type: 'text',
      payload: { message: id },
      deliver: { id, status: 'succeed' },
    },
  })
const seqsOf = (all: readonly ServerLine[]) => all.map(({ seq }) => seq)

test('CHAT-42 pages that arrive newest first are shown in order', () => {
  const story = addReceived(addReceived(emptyStory, [serverLine(5), serverLine(4)]), [
    serverLine(3),
    serverLine(2),
    serverLine(4),
  ])
  expect(seqsOf(story.received)).toEqual([2, 3, 4, 5])
})

test('in whatever order and however often messages come, the story is the same', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.integer({ min: 1, max: 40 }), { minLength: 1 }),
      fc.array(fc.nat({ max: 1_000 })),
      (seqs, picks) => {
        const all = seqs.map((seq) => serverLine(seq))
        const repeated = [...picks.map((pick) => all[pick % all.length]!), ...all]
        const story = repeated.reduce((before, one) => addReceived(before, [one]), emptyStory)
        expect(seqsOf(story.received)).toEqual(seqs.toSorted((a, b) => a - b))
      },
    ),
  )
})

test('CHAT-48 a message returned by the server replaces the one sent from here', () => {
  const sent = { ...emptyStory, received: [serverLine(1)], own: [own('a', at(2)), own('b', null)] }
  const story = addReceived(sent, [echoOf(2, 'a')])
  expect(story.own.map(({ id }) => id)).toEqual(['b'])
  expect(linesOf(story).map(({ key }) => key)).toEqual(['c1', 'a', 'b'])
})

test('CHAT-34 a message is at the end until the server gives its time, and keeps its key', () => {
  const before = { ...emptyStory, received: [serverLine(1), serverLine(9)], own: [own('a', null)] }
  expect(linesOf(before).map(({ key }) => key)).toEqual(['c1', 'c9', 'a'])
  const taken = { ...before, own: [own('a', at(4))] }
  expect(linesOf(taken).map(({ key }) => key)).toEqual(['c1', 'a', 'c9'])
  expect(linesOf(taken)[1]?.createdAt).toBe(at(4))
})

describe('gaps', () => {
  test('the highest gap is found, and how many messages to skip to read it', () => {
    expect(findGap([1, 2, 3].map((seq) => serverLine(seq)))).toBeNull()
    const all = [1, 4, 5, 9, 10].map((seq) => serverLine(seq))
    expect(findGap(all)).toBe(9)
    expect(countFrom(all, 9)).toBe(2)
    expect(countFrom([], 9)).toBe(0)
  })

  test('messages below a gap that cannot be filled are dropped, and can be read again', () => {
    const story = {
      ...emptyStory,
      received: [1, 2, 8, 9].map((seq) => serverLine(seq)),
      isWhole: true,
    }
    expect(dropBelowGap(story)).toMatchObject({
      isWhole: false,
      received: [{ seq: 8 }, { seq: 9 }],
    })
    const whole = { ...story, received: [serverLine(1), serverLine(2)] }
    expect(dropBelowGap(whole)).toBe(whole)
  })
})

test('a shown file keeps its address until it is to be renewed', () => {
  const file = (path: string) =>
    serverLine(1, {
      message: {
        message_type: 'media',
        payload: { fileType: 'image', filePath: path, name: 'a.png' },
      },
    })
  const first = addReceived(emptyStory, [file('/files/1')])
  expect(addReceived(first, [file('/files/2')]).received[0]).toBe(first.received[0])
  expect(addReceived(first, [file('/files/2')], true).received[0]).toEqual(file('/files/2'))
})
