import type { CallInput, CallName } from '@kapao/contract/calls'
import type { PreviewScreen } from '@kapao/contract/console/preview'
import { chatPageSize, invitePageSize, refundPageSize } from '@kapao/contract/limits'

/** A call of the member's page, with what the page sends. */
export type CallOfScreen = { name: CallName; input: Readonly<Record<string, string | number>> }

const one = <N extends CallName>(name: N, input: CallInput<N> | null = null): CallOfScreen => ({
  name,
  input: (input ?? {}) as CallOfScreen['input'],
})

const shell = [one('GET /api/lookup/info')]
const member = [...shell, one('GET /api/notices/marks')]
const contact = [one('GET /api/lookup/contact'), one('GET /api/lookup/enableChatWidget')]
const home = [
  ...member,
  one('GET /api/wallet'),
  one('GET /api/wallet/underway'),
  // Somebody new has no game that would be asked.
  one('GET /api/wallet/refresh/slot'),
  one('GET /api/spinwheel/active'),
]
const bonus = [
  ...member,
  one('GET /api/bonus/check/active'),
  one('GET /api/wallet'),
  one('GET /api/bonus/bill'),
  one('GET /api/bonus'),
  one('GET /api/lookup/notice'),
]

/** What each screen asks for when it is opened. */
const callsOfScreen: Record<PreviewScreen, readonly CallOfScreen[]> = {
  login: [...shell, one('GET /api/lookup/active')],
  contact: [...shell, ...contact],
  howto: shell,
  agreement: [...home, one('GET /api/lookup/agreements')],
  conditions: [...home, one('GET /api/lookup/conditions')],
  bonus,
  promotion: bonus,
  wheel: [...member, one('GET /api/spinwheel/setup'), one('GET /api/spinwheel/coupon')],
  invite: [
    ...home,
    one('GET /api/invite/banners'),
    one('GET /api/lookup/conditions'),
    one('POST /api/invite', { page: 1, limit: invitePageSize }),
  ],
  refund: [
    ...home,
    one('GET /api/refund/check'),
    one('GET /api/refund/banners'),
    one('POST /api/refund', { page: 1, limit: refundPageSize }),
  ],
  deposit: [
    ...home,
    one('GET /api/lookup/deposit'),
    one('GET /api/lookup/slip'),
    one('GET /api/bonus/check/active'),
    one('POST /api/statement', { page: 1, limit: 20 }),
  ],
  chat: [
    ...member,
    ...contact,
    one('GET /api/chat/config'),
    one('GET /api/account/profile'),
    one('POST /api/chat/history', { limit: chatPageSize, skip: 0 }),
  ],
}

export function callsOf(screen: PreviewScreen): readonly CallOfScreen[] {
  return callsOfScreen[screen]
}

/** What is asked for besides when an offer is opened on its screen. */
export function callsOfOffer(screen: PreviewScreen, code: string): readonly CallOfScreen[] {
  if (screen === 'bonus') return [one('GET /api/bonus/offer/{code}', { code })]
  if (screen !== 'promotion') return []
  return [
    one('GET /api/promotion/find/{code}', { code }),
    one('GET /api/promotion/offer/{code}', { code }),
  ]
}
