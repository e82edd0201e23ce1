import { unguarded } from '../../database/database.ts'
import { bahtOf } from '../casino.ts'
import { settles, transfer, walletOf } from '../channels.ts'
import type { Member, ThiefWorld } from '../world.ts'
import { arrivedFor } from './desk.ts'
import type { ThiefAct } from './scene.ts'

const namesRow = 24

/** The last digits of an account that a bank shows. */
const shownDigits = 6

/** Somebody with the same digits whose name is initials; some have registered so before that was refused. */
async function registers(
  world: ThiefWorld,
  { bankAccountName, six }: Record<'bankAccountName' | 'six', string>,
) {
  const bankAccountNo = `9${world.chance.between(100_000_000, 999_999_999)}${six}`
  const bank = { bankCode: 'SCB', bankAccountNo }
  const one = await world
    .addPlayer(0n, [], { ...bank, bankAccountName })
    .catch(() => world.addPlayer(0n, [], bank))
  const setTo = (name: string, no: string) =>
    unguarded(world.database.ownerDb, (tx) =>
      tx.query(
        `update account_member set bank_account_name = $2, bank_account_no = $3, details_since = details_since - interval '2 days'
         where id = $1`,
        [one.id, name, no],
      ),
    )
  await setTo(bankAccountName, bankAccountNo)
  return { one, leave: () => setTo('GONE AWAY', `8${bankAccountNo.slice(0, -shownDigits)}000000`) }
}

type Payment = { baht: number; six: string; name: string; reference?: string }

const shows = ({ bank }: ThiefWorld, { baht, six, name, reference }: Payment) =>
  bank.feed({
    amount: `${baht}.00`,
    ...(reference && { reference }),
    from: { bank: 'SCB', accountNo: `X-${six}`, name },
  })

/** A stranger's payment goes to initials, or the payments of a member wait because of them. */
const initials: ThiefAct = {
  name: 'initials for a name',
  row: namesRow,
  weight: 1,
  play: async function* play(world, { me }) {
    const { chance } = world
    const [first = '', last = ''] = me.bankName.split(' ')
    const bankAccountName = chance.oneOf([`${first[0]} ${last[0]}`, `${first[0]} ${last}`])
    const baht = chance.between(200, 900)
    const isStranger = chance.percent(50)
    const six = isStranger
      ? String(chance.between(100_000, 999_999))
      : me.bankAccountNo.slice(-shownDigits)
    const { one, leave } = await registers(world, { bankAccountName, six })
    yield `${bankAccountName} registers the digits ${six} of ${isStranger ? 'a stranger' : me.called}`
    if (isStranger) {
      await shows(world, { baht, six, name: me.bankName })
      const has = await walletOf(world, one as Member)
      if (has > 0n) note(world, me, has)
      yield `a stranger pays ${baht}, of which ${bahtOf(has)} is credited to ${bankAccountName}`
    } else {
      const before = await arrivedFor(world, me)
      const reference = await transfer(world, me, baht)
      await shows(world, { baht, six, name: me.bankName, reference })
      const came = await settles(async () => (await arrivedFor(world, me)) !== before)
      if (!came) note(world, me, BigInt(baht) * 100n)
      yield `pays ${baht}, which ${came ? 'comes' : 'waits'}`
    }
    await leave()
  },
}

function note({ noticed }: ThiefWorld, { id }: Member, over: bigint): void {
  noticed.push({ memberId: id, what: 'name', over, why: {} })
}

export const nameScenes: readonly ThiefAct[] = [initials]
