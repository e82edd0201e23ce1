import type { Actor, World } from '../actor.ts'
import type { GatewayApi } from './apis/api.ts'
import { kbank } from './apis/kbank.ts'
import { onepay } from './apis/onepay.ts'
import { payonex } from './apis/payonex.ts'
import { signed } from './apis/signed.ts'
import { createBook, type Desk } from './book.ts'
import { gatewayControlCalls } from './control-calls.ts'
import { gatewayFacts, type GatewayFamily } from './facts.ts'
import { gatewaysSection } from './gateways-section.ts'

const apis: Record<GatewayFamily, GatewayApi> = { kbank, payonex, signed, onepay }

/** All providers of payment codes, and the people who pay them. */
export function createGatewaysActor({ clock, messenger }: World): Actor {
  const books = new Map(gatewayFacts.map((facts) => [facts.code, createBook(clock, facts)]))
  const desk: Desk = {
    books,
    notify: (book, payment) => {
      const { code, family } = book.facts
      const webhook = apis[family].webhook(book, payment)
      if (webhook)
        messenger.send({ from: `gateways.${code}`, path: `/webhooks/gateways/${code}`, ...webhook })
    },
  }
  return {
    name: 'gateways',
    title: 'QR gateways',
    routes: (stage) => {
      for (const book of books.values()) apis[book.facts.family].routes(stage, book)
    },
    control: gatewayControlCalls(desk),
    panel: () => gatewaysSection([...books.values()], clock),
    reset: () => {
      for (const book of books.values()) book.reset()
    },
  }
}
