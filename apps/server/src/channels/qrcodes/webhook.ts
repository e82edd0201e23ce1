import { sha256 } from '#core/ids.ts'
import type { Delivery, CommitDelivery, Webhook, WebhookAnswer } from '#core/webhooks/serve.ts'
import type { GatewayClient, WebhookResult } from '#outside/gateways/client.ts'
import { claimHint, askSoon } from './codes/store.ts'
import { noteFinding } from './findings-store.ts'
import { noteEvent } from './payments/payment-store.ts'
import { receiveReport, receiveAsked, type ReceiveDeps } from './receive.ts'

/** Limits how often an unproven webhook may cause a query about the same code. */
const hintEveryMs = 2_000

const taken: WebhookAnswer = { status: 200, body: { code: 0, success: true, message: 'success' } }
const refused = (status: number, message: string): WebhookAnswer => ({
  status,
  body: { success: false, message },
})

/** One path for each gateway. */
export function gatewayWebhooks(deps: ReceiveDeps, providers: readonly string[]): Webhook[] {
  return providers.map((provider) => ({
    path: `/webhooks/gateways/${provider}`,
    authenticate: (delivery) => {
      const client = deps.findClient(provider)
      return client ? authenticate(deps, { provider, client }, delivery) : refused(404, 'unknown')
    },
  }))
}

type Sender = { provider: string; client: GatewayClient }

/** A gateway that signs nothing is only asked about the code that it names. */
function authenticate(
  deps: ReceiveDeps,
  sender: Sender,
  delivery: Delivery,
): WebhookAnswer | CommitDelivery {
  const { provider, client } = sender
  const message = client.read(delivery.body, delivery.header)
  if (message.kind === 'forged') {
    deps.log.warn({ provider, why: message.why }, 'a webhook was refused as forged')
    return refused(401, 'signature')
  }
  if (message.kind === 'unreadable') return refused(400, 'unreadable')
  if (message.kind === 'hint') return () => takeHint(deps, sender, { ...delivery, ...message })
  return () => take(deps, provider, { ...delivery, message })
}

type SignedDelivery = Delivery & { message: Extract<WebhookResult, { eventId: string }> }

async function take(
  deps: ReceiveDeps,
  provider: string,
  { message, body, requestId }: SignedDelivery,
): Promise<WebhookAnswer> {
  const isSame = await noteEvent(deps.db, {
    provider,
    eventId: message.eventId,
    fingerprint: sha256(body).toString('hex').slice(0, 32),
    at: deps.clock.now(),
  })
  if (!isSame) await listOtherWords(deps, provider, message.eventId)
  if (message.kind === 'nothing') return taken
  await receiveReport(deps, {
    provider,
    paid: message.paid,
    isConfirmed: false,
    isOdd: !isSame,
    requestId,
  })
  return taken
}

/** F22: the event is signed, so it may be about money; but the gateway must confirm it when asked. */
async function listOtherWords({ db, clock }: ReceiveDeps, provider: string, eventId: string) {
  const what = 'an event came again with another body'
  const kind = 'finding.event-changed'
  await noteFinding(db, { provider, about: `event ${eventId}`, what, kind, at: clock.now() })
}

/** For gateways that sign nothing: only their answers to queries count. */
async function takeHint(
  deps: ReceiveDeps,
  { provider, client }: Sender,
  { reference, requestId }: { reference: string; requestId: string },
): Promise<WebhookAnswer> {
  const at = deps.clock.now()
  const after = new Date(at.getTime() - hintEveryMs)
  const code = await claimHint(deps.db, reference, { at, after })
  // No code was claimed: it is unknown, or was asked about a moment ago and may have changed since, so the jobs ask
  // soon.
  if (!code) await askSoon(deps.db, reference, new Date(at.getTime() + hintEveryMs))
  if (code?.provider !== provider) return taken
  const asked = await client.ask(reference, code.memberId)
  if (asked.outcome === 'refused' || asked.outcome === 'unknown') return refused(503, 'try again')
  const payments = asked.outcome === 'found' ? asked.payments : []
  await receiveAsked(deps, { provider, payments, requestId })
  return taken
}
