import { askAs, repeat, times, type Attack } from './target.ts'

const text = (message: string) => ({ message: { message_type: 'text', payload: { message } } })

/** One new member after the other, with twenty deposit notes each. */
export const depositNotes: Attack = (target) =>
  repeat(target, async (turn) => {
    const member = target.members[turn % target.members.length]!
    await Promise.all(
      times(20, (at) => askAs(target, member, ['POST /api/wallet/add', { amount: 100 + at }])),
    )
  })

export const launches =
  (game: string): Attack =>
  (target) =>
    repeat(target, () =>
      Promise.all(
        target.members.map((member) =>
          askAs(target, member, [`GET /api/autoLogin/${game}/${member.names[game]}`]),
        ),
      ),
    )

export const passwordResets =
  (game: string): Attack =>
  (target) =>
    repeat(target, () =>
      Promise.all(
        target.members
          .slice(0, 2)
          .flatMap((member) =>
            times(20, () => askAs(target, member, [`GET /api/wallet/resetpassword/${game}`])),
          ),
      ),
    )

export const withdrawalsOfOne: Attack = (target) =>
  repeat(target, () =>
    Promise.all(
      times(20, () =>
        askAs(target, target.members[0]!, ['POST /api/wallet/withdraw', { amount: 100 }]),
      ),
    ),
  )

export const chatMessages: Attack = async (target) => {
  await Promise.all(
    target.members.flatMap((member) =>
      times(30, (at) =>
        askAs(target, member, ['POST /api/chat/send-message', text(`hello ${at}`)]),
      ),
    ),
  )
}

/** Codes at a gateway, as many as the limits allow. */
export const qrOrders: Attack = (target) =>
  repeat(target, (turn) =>
    Promise.all(
      target.members.map((member) =>
        askAs(target, member, ['POST /api/qrcode/WW', { amount: 100 + (turn % 400) }]),
      ),
    ),
  )
