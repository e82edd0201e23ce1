import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemIds } from '#core/ids.ts'
import { createLog } from '#core/telemetry/log.ts'
import { settingOf } from '#settings/registry.ts'
import { openDeskCalls, type DeskCalls } from '#testing/desk/desk-calls.ts'
import { insertPicture } from '#testing/desk/pictures-world.ts'
import { openWorkWorld, type WorkWorld } from '#testing/desk/work-world.ts'
import { openSettingDesk } from '../setting-routes.ts'

const code = 'https://line.me/ti/p/~thief'

let world: WorkWorld
let desk: DeskCalls
let plain: string
let coded: string
beforeAll(async () => {
  world = await openWorkWorld()
  await world.addMember()
  plain = await insertPicture(world.database, 'P')
  coded = await insertPicture(world.database, 'Q', [code])
  desk = await openDeskCalls(
    openSettingDesk({ ...world.around, log: createLog('silent') }).registerConsole!,
    world,
  )
  await world.passHours(30)
})
afterAll(async () => {
  await desk.close()
  await world.close()
})

const lek = { name: 'lek', roles: ['owner'] } as const
const save = async (name: string, value: unknown) =>
  (
    await desk.call('POST /api/console/settings/set/{name}', {
      as: lek,
      input: { name, value },
      key: systemIds.key(),
    })
  ).body
const look = async (name: string, value: unknown) =>
  (
    await desk.call('POST /api/console/settings/look', {
      as: lek,
      input: { changes: [{ name, value }] },
    })
  ).body

const unknown = `/pictures/${'U'.repeat(43)}.webp`

test.each([
  ['brand.icon', unknown, []],
  ['refund.banners.th', [{ image: unknown, html: '<p>Back</p>' }], [0, 'image']],
  ['contact.text.th', `<p><a href="${unknown}">here</a></p>`, []],
  ['contact.text.th', `<p><a href="${unknown.replace('U', '%55')}">here</a></p>`, []],
])(
  'SCREEN-39 a picture that the house does not have is refused at its place in %s',
  async (name, value, path) => {
    const reason = 'noPicture'
    const problems = [{ path: [name, ...path], reason }]
    expect(await look(name, value)).toMatchObject({ state: 'refused', problems })
    expect(await save(name, value)).toMatchObject({ code: 'FIELD_WRONG', problems: [{ reason }] })
  },
)

test('SCREEN-39 an icon or a logo is free to change, unless a code is in it', async () => {
  const [first, ...others] = settingOf('games.providers').fallback as { logo: string }[]
  for (const [name, valueOf] of [
    ['brand.icon', (image: string) => image],
    ['games.providers', (logo: string) => [{ ...first, logo }, ...others]],
  ] as const) {
    expect(await save(name, valueOf(plain))).toMatchObject({ state: 'done' })
    expect(await look(name, valueOf(coded))).toMatchObject({ state: 'waits' })
  }
})

test('SCREEN-39 who confirms a banner reads what the code in it says; without one it waits, too', async () => {
  const bannersOf = (image: string) => [{ image, html: '<p>Back</p>' }]
  const { state, request } = await save('refund.banners.th', bannersOf(coded))
  expect(state).toBe('waits')
  const { body } = await world.read('som', 'second', request)
  expect(JSON.stringify(body)).toContain(code)
  await world.decide('som', { kind: 'second', id: request, decision: 'yes' })
  expect(await look('refund.banners.th', bannersOf(coded))).toMatchObject({ state: 'same' })
  expect(await look('refund.banners.th', bannersOf(plain))).toMatchObject({ state: 'waits' })
})

test('SCREEN-39 a link to a picture leads where the code in it leads, however it is written', async () => {
  const linkTo = (address: string) => `<p><a href="${address}">here</a></p>`
  for (const address of [
    coded,
    coded.replace('Q', '%51'),
    coded.replace('/pictures', '/x/../pictures'),
  ])
    expect(await look('contact.text.en', linkTo(address))).toMatchObject({ state: 'waits' })
  expect(await look('contact.text.en', linkTo('/deposit'))).toMatchObject({ state: 'done' })
})
