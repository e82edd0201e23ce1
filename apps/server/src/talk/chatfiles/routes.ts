import { uploadChatImage, uploadChatVideo } from '@kapao/contract/chat'
import { networkOf } from '#core/limits/rate-limit.ts'
import { Refused } from '#core/refused.ts'
import { route, type Api } from '#core/calls/route.ts'
import type { Upload } from '#core/uploads/receive.ts'
import { uploadFile, type UploadDeps } from './upload.ts'

export type RouteDeps = UploadDeps & {
  /** From the chat: the caller, by session or signed guest id; null for neither. */
  findOwner: (caller: {
    memberId: string | null
    guestId: string | null
  }) => Promise<{ owner: string; memberId: string | null } | null>
  /** The address of a file for its owner, as a message names it. */
  addressOf: (file: string, owner: string) => string
}

type Caller = Parameters<RouteDeps['findOwner']>[0] & { address: string }

export function chatFileRoutes(app: Api, deps: RouteDeps): void {
  const take = (kind: 'image' | 'video') => async (caller: Caller, upload: Upload) => {
    const found = await deps.findOwner(caller)
    if (!found) throw new Refused('UNAUTHORIZED')
    const { owner, memberId } = found
    const queueOwner = memberId ?? networkOf(caller.address)
    const who = { kind, owner, isGuest: memberId === null, queueOwner, operator: null }
    return { path: deps.addressOf(await uploadFile(deps, who, upload), owner) }
  }
  route(app, uploadChatImage, take('image'))
  route(app, uploadChatVideo, take('video'))
}
