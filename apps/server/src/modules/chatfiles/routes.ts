import { uploadChatImage, uploadChatVideo } from '@kapao/contract/chat'
import { networkOf } from '#core/http/rate-limit.ts'
import { Refused } from '#core/calls/refuse.ts'
import { route, type Api } from '#core/calls/route.ts'
import { uploadImage, uploadVideo, type UploadDeps } from './upload.ts'

export type RouteDeps = UploadDeps & {
  /** From the chat: the caller, by session or signed guest id; null for neither. */
  findOwner: (caller: {
    memberId: string | null
    guestId: string | null
  }) => Promise<{ owner: string; memberId: string | null } | null>
  /** The address of a file for its owner, as a message names it. */
  addressOf: (file: string, owner: string) => string
}

export function chatFileRoutes(app: Api, deps: RouteDeps): void {
  const whoCalls = async (caller: Parameters<RouteDeps['findOwner']>[0] & { address: string }) => {
    const found = await deps.findOwner(caller)
    if (!found) throw new Refused('UNAUTHORIZED')
    const isGuest = found.memberId === null
    return {
      owner: found.owner,
      isGuest,
      queueOwner: found.memberId ?? networkOf(caller.address),
      operator: null,
    }
  }
  route(app, uploadChatImage, async (caller, upload) => {
    const who = await whoCalls(caller)
    const name = await uploadImage(deps, who, upload)
    return { path: deps.addressOf(name, who.owner) }
  })
  route(app, uploadChatVideo, async (caller, upload) => {
    const who = await whoCalls(caller)
    const name = await uploadVideo(deps, who, upload)
    return { path: deps.addressOf(name, who.owner) }
  })
}
