import type { Actor, ActorWorld, World } from '../actor.ts'
import { Impossible } from '../call.ts'
import { pictureInput, slipControlCalls, transferOf } from './control-calls.ts'
import { createEasySlip } from './services/easyslip.ts'
import { drawSlip } from './picture.ts'
import { createSlipOk } from './services/slipok.ts'
import { slipsSection } from './slips-section.ts'
import type { Transfers } from './transfers.ts'

/** The slip verification services, in both API formats, and the slips themselves. */
export function createSlipsActor({ clock }: World, transfers: Transfers): Actor {
  const slipOk = createSlipOk(transfers)
  const easySlip = createEasySlip(transfers)
  return {
    name: 'slips',
    title: 'Slips',
    routes: (stage) => {
      slipOk.routes(stage)
      easySlip.routes(stage)
      pictureRoute(stage, transfers)
    },
    control: slipControlCalls(transfers),
    panel: () => slipsSection(transfers, clock),
    reset: () => {
      transfers.reset()
      slipOk.reset()
      easySlip.reset()
    },
  }
}

/** For people, who save the picture and upload it like any member. */
function pictureRoute({ app }: ActorWorld, transfers: Transfers): void {
  app.get('/slips/pictures/:reference/:variant', async (request, reply) => {
    const wanted = pictureInput.safeParse(request.params)
    if (!wanted.success) return reply.code(404).send({ message: 'There is no such picture.' })
    const { reference, variant, seed } = wanted.data
    try {
      const { type, bytes } = await drawSlip(transferOf(transfers, reference), variant, seed)
      const ending = type === 'image/png' ? 'png' : 'jpg'
      return await reply
        .type(type)
        .header('content-disposition', `attachment; filename="slip-${variant}.${ending}"`)
        .send(bytes)
    } catch (error) {
      if (error instanceof Impossible) return reply.code(404).send({ message: error.message })
      throw error
    }
  })
}
