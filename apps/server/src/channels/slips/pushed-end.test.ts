import { expect, test } from 'vitest'
import { openSocket, type MemberSocket } from '#testing/doubles/member-socket.ts'
import { openSlipWorld } from '#testing/worlds/slip-world.ts'
import { testWorld } from '#testing/worlds/test-world.ts'

const world = testWorld(openSlipWorld)

async function findSlip(reference: string): Promise<{ id: string; state: string }> {
  const [slip] = await world.database.db.query<{ id: string; state: string }>(
    'select id, state from slips_slip where reference = $1',
    [reference],
  )
  return slip!
}

const pushOf = ({ pushes }: MemberSocket, id: string) =>
  pushes.find(({ name, push }) => name === 'deposit' && (push as { _id: string })._id === id)?.push

test.each([
  ['credited', 'plain', 'SUCCESS'],
  ['refused', 'no-qr', 'FAILED'],
])(
  'REACH-115 the end of a slip that was %s is pushed once it can be read',
  async (state, variant, status) => {
    const [who, other] = [await world.addPayer(), await world.addPayer()]
    const [mine, theirs] = [
      await openSocket(world.address, { token: who.token }),
      await openSocket(world.address, { token: other.token }),
    ]
    const picture = await world.picture(await world.transfer(who), variant)
    const { reference } = (await world.upload(who, picture)).body
    const { id } = await findSlip(reference)
    await expect.poll(() => pushOf(mine, id), { timeout: 10_000 }).toMatchObject({ status })
    expect(await findSlip(reference)).toEqual({ id, state })
    expect(theirs.pushes).toEqual([])
    for (const { socket } of [mine, theirs]) socket.close()
  },
)
