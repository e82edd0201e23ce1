import { describe, expect, test } from 'vitest'
import { chatMessage, type ChatMessage, type Conversation } from '@kapao/contract/chat'
import { minuteMs } from '@kapao/contract/times'
import { chatMenu } from '#settings/entries/kinds/lists.ts'
import { usualMenu } from '#settings/entries/kinds/chat/usual-menu.ts'
import { replyTo, closeTalk } from '#talk/chat/people.ts'
import { systemIds } from '#core/ids.ts'
import { testWorld } from '#testing/worlds/test-world.ts'
import { openChatWorld, wordsOf, type Talker } from '#testing/worlds/chat-world.ts'
import type { Player } from '#testing/worlds/game-world.ts'

const world = testWorld(openChatWorld)

const actor = 'operator:nok' as const
const codeOf = async (talker: Talker) => {
  const [{ userId } = { userId: null }] = await talker.history({ limit: 1 })
  const [row] = await world.database.db.query<{ code: string }>(
    'select code from chat_conversation where owner = $1 or ($1 is null and true) order by created_at desc limit 1',
    [userId === null ? null : `member:${userId}`],
  )
  return row!.code
}
const operatorSays = async (talker: Talker, message: string) =>
  replyTo(
    { db: world.database.db, clock: world.clock, ids: systemIds },
    { code: await codeOf(talker), actor, requestId: 'test' },
    { message_type: 'text', payload: { message } },
  )
const newest = async (talker: Talker): Promise<Conversation> =>
  (await talker.history({ limit: 1 }))[0]!
const isAnswered = async (talker: Talker) => (await newest(talker)).sender === 'other'

const ours = `/pictures/${'A'.repeat(43)}.webp`
const elsewhere = 'https://elsewhere.example/a.png'

describe('the menu', () => {
  test.each([
    ['th', 'ถอนเงินยังไงคะ', 'เงินที่ถอนจะโอนเข้า'],
    ['la', 'ຖອນເງິນແນວໃດ', 'ເງິນທີ່ຖອນຈະໂອນເຂົ້າ'],
    ['en', 'How do I WITHDRAW?', 'Withdrawals are paid only to'],
  ])('answers a word in the language of the page: %s', async (language, said, answered) => {
    const guest = await world.addGuest()
    const headers = { cookie: `locale=${language}` }
    const body = { message: { message_type: 'text', payload: { message: said } } }
    await guest.call('POST /api/chat/send-message', { headers, body })
    const answer = await newest(guest)
    expect(wordsOf(answer)).toContain(answered)
    expect(wordsOf(answer)).not.toContain('{facts}')
    expect(answer.message.message_type).toBe('quick_replies')
  })

  test('OP-B18 CHAT-17 a pressed button is a postback, answered by what it names', async () => {
    const guest = await world.addGuest()
    await guest.press('bonus')
    const [answer, sent] = await guest.history()
    expect(sent!.message).toMatchObject({
      message_type: 'postback',
      payload: { title: 'bonus', message: 'bonus' },
    })
    expect(answer!.message.message_type).toBe('quick_replies')
  })

  test('says so when it does not understand, and offers staff', async () => {
    const guest = await world.addGuest()
    await guest.say('xyzzy')
    const { message } = await newest(guest)
    expect(wordsOf({ message })).toContain('ยังไม่เข้าใจคำถาม')
    expect(JSON.stringify(message)).toContain('"payload":"person"')
  })

  test('SCREEN-75 sends every kind that an operator configures, in a form that the page accepts', async () => {
    const words = (text: string) => ({ th: text, la: text, en: text })
    const [web, call, postback, plain] = [
      { type: 'web' as const, title: words('web'), url: 'https://kapao.example/how' },
      { type: 'call' as const, title: words('call'), phone: '+6621234567' },
      { type: 'postback' as const, title: words('go'), answer: 'cards' },
      { type: 'text' as const, title: words('say this') },
    ]
    await world.set('chat.menu', {
      welcome: 'text',
      fallback: 'text',
      picture: 'text',
      answers: {
        text: { kind: 'text', text: words('plain {facts}') },
        buttons: { kind: 'buttons', text: words('buttons'), buttons: [web, call, postback, plain] },
        cards: {
          kind: 'generic',
          cards: [
            {
              image: `/pictures/${'A'.repeat(43)}.webp`,
              title: words('a'),
              subtitle: words('b'),
              buttons: [web],
            },
          ],
        },
        image: { kind: 'image', image: ours, name: 'how', text: words('see') },
        film: {
          kind: 'media',
          fileType: 'video',
          url: '/howto/wallet.mp4',
          name: 'film',
          text: words('see'),
        },
      },
      words: [],
    })
    const guest = await world.addGuest()
    for (const name of ['text', 'buttons', 'cards', 'image', 'film']) await guest.press(name)
    const kinds = (await guest.history())
      .filter(({ sender }) => sender === 'other')
      .map(({ message }) => chatMessage.parse(message).message_type)
    expect(kinds).toEqual(['media', 'media', 'generic', 'buttons', 'text', 'text'])
    const [, picture] = (await guest.history()).filter(({ sender }) => sender === 'other')
    expect(picture!.message).toMatchObject({
      message_type: 'media',
      payload: { url: ours, fileType: 'image', name: 'how', message: 'see' },
    })
    const buttons = (await guest.history()).find(
      ({ message }) => message.message_type === 'buttons',
    )
    expect((buttons!.message as { payload: { buttons: unknown } }).payload.buttons).toEqual([
      { title: 'web', type: 'web', payload: 'https://kapao.example/how' },
      { title: 'call', type: 'call', payload: '+6621234567' },
      { title: 'go', type: 'postback', payload: 'cards' },
      { title: 'say this', type: 'text' },
    ])
    await world.set('chat.menu', usualMenu)
  })

  test.each<[string, (menu: Record<string, unknown>) => object]>([
    ['names an answer that is not there', (menu) => ({ ...menu, fallback: 'nowhere' })],
    [
      'has a link that is no link',
      (menu) => withButton(menu, { type: 'web', url: 'javascript:alert(1)' }),
    ],
    ['has a link with a quote', (menu) => withButton(menu, { type: 'web', url: 'https://a"b' })],
    ['has a phone that is none', (menu) => withButton(menu, { type: 'call', phone: '1;ext=2' })],
    ['has a field that nobody knows', (menu) => ({ ...menu, html: true })],
  ])('S43 a menu is refused that %s', (_, change) => {
    const given = change(structuredClone(usualMenu))
    expect(chatMenu.schema.safeParse(usualMenu).success).toBe(true)
    expect(chatMenu.schema.safeParse(given).success).toBe(false)
  })
})

test.each<[string, object, boolean]>([
  ['of the house', { image: ours }, true],
  ['of another site', { image: elsewhere }, false],
  ['of another path of ours', { image: '/files/slips/a.png' }, false],
  ['as a file of another site', { kind: 'media', fileType: 'image', url: elsewhere }, false],
  ['as a file of the house', { kind: 'media', fileType: 'image', url: ours }, false],
])('SCREEN-75 a menu whose answer has a picture %s: %j is taken: %s', (_what, given, isTaken) => {
  const welcome = { kind: 'image', name: 'how', ...given }
  const menu = { ...usualMenu, answers: { ...usualMenu.answers, welcome } }
  expect(chatMenu.schema.safeParse(menu).success).toBe(isTaken)
})

function withButton(menu: Record<string, unknown>, button: object): object {
  const words = { th: 'a', la: 'a', en: 'a' }
  const answers = {
    welcome: { kind: 'buttons', text: words, buttons: [{ title: words, ...button }] },
  }
  return { ...menu, answers: { ...(menu['answers'] as object), ...answers } }
}

describe('between the menu and staff', () => {
  test('a talk that asks for staff is left to staff until they close it', async () => {
    const talker = world.talkerOf(await world.addPlayer(0n, []))
    await talker.say('I want to talk to a person')
    expect(await isAnswered(talker)).toBe(true)
    await talker.say('where is my money')
    expect(await isAnswered(talker)).toBe(false)
    // A pressed button is answered by the menu all the same.
    await talker.press('money')
    expect(await isAnswered(talker)).toBe(true)
    await operatorSays(talker, 'I am looking')
    await talker.say('thank you')
    expect(await isAnswered(talker)).toBe(false)
    const code = await codeOf(talker)
    const deps = { db: world.database.db, clock: world.clock, ids: systemIds }
    expect(await closeTalk(deps, { code, actor, requestId: 'test' })).toEqual({ isNew: true })
    expect(await closeTalk(deps, { code, actor, requestId: 'test' })).toEqual({ isNew: false })
    const before = (await newest(talker)).session_id
    await talker.say('hello again')
    expect(await isAnswered(talker)).toBe(true)
    expect((await newest(talker)).session_id).not.toBe(before)
  })

  test('a talk that still waits never returns to the menu; an answered one does after a while', async () => {
    const talker = world.talkerOf(await world.addPlayer(0n, []))
    await talker.press('person')
    await world.passTime(31 * minuteMs)
    await talker.say('are you there?')
    expect(await isAnswered(talker)).toBe(false)
    await operatorSays(talker, 'yes')
    await world.passTime(31 * minuteMs)
    await talker.say('hello')
    expect(await isAnswered(talker)).toBe(true)
  })
})

describe('"where is my money?"', () => {
  const ask = async (player: Player, language = 'en'): Promise<string> => {
    const talker = world.talkerOf(player)
    const message: ChatMessage = {
      message_type: 'postback',
      payload: { title: 'money', message: 'money' },
    }
    await talker.call('POST /api/chat/send-message', {
      headers: { cookie: `locale=${language}` },
      body: { message },
    })
    return wordsOf(await newest(talker))
  }

  test('a guest is asked to log in, and gets no facts', async () => {
    const guest = await world.addGuest()
    await guest.press('money')
    expect(wordsOf(await newest(guest))).toContain('เข้าสู่ระบบก่อน')
  })

  test.each([
    ['th', 'ในกระเป๋ามี 1,234.50\u00A0บาท', 'ไม่มีรายการค้างอยู่'],
    ['la', 'ໃນກະເປົາມີ 1,234.50\u00A0ບາດ', 'ບໍ່ມີທຸລະກຳຄ້າງຢູ່'],
    ['en', 'Your wallet holds 1,234.50\u00A0baht.', 'You have no pending transactions.'],
  ])('what is in the wallet, and that nothing is open: %s', async (language, wallet, nothing) => {
    const player = await world.addPlayer(123_450n, [])
    const said = await ask(player, language)
    expect(said).toContain(wallet)
    expect(said).toContain(nothing)
  })

  test('a withdrawal that waits for an operator, with its amount and its account', async () => {
    const player = await world.addPlayer(500_000n, [])
    await world.set('withdraw.autoMax.BAHT', '1')
    const answer = await player.call('POST /api/wallet/withdraw', {
      body: { amount: 300 },
      headers: { 'idempotency-key': systemIds.key() },
    })
    expect(answer.status).toBe(200)
    const said = await ask(player)
    expect(said).toMatch(
      /Withdrawal of 300\.00\sbaht on \d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d to KBANK ••••••\d{4}:/,
    )
    expect(said).toContain('our staff are checking it.')
    expect(said).not.toContain('You have no pending transactions.')
  })

  test('a transfer whose answer was lost is shown to its member only', async () => {
    // A provider refuses requests that are five minutes off its clock.
    await world.passTime(1_000)
    const [player, other] = [
      await world.addPlayer(100_000n, ['joker2']),
      await world.addPlayer(100_000n, []),
    ]
    await world.sandbox.addFault({ operation: 'games.joker2.*', kind: 'drop-after' })
    await player.call('POST /api/wallet/transfer', {
      body: { from: 'wallet', to: 'joker2', amount: 70 },
      headers: { 'idempotency-key': systemIds.key() },
    })
    expect(await ask(player)).toMatch(
      /Transfer of 70\.00\sbaht on .* from the wallet to JOKER2: we are waiting/,
    )
    expect(await ask(other)).toContain('You have no pending transactions.')
    await world.sandbox.control('DELETE', '/faults', {})
  })
})
