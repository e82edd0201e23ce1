import { uploadSlip as uploadCall } from '@kapao/contract/deposits'
import { listSlips, readSlipPicture } from '@kapao/contract/statement'
import { failAs } from '#core/calls/fault.ts'
import type { Log } from '#core/telemetry/log.ts'
import { route, type Api } from '#core/calls/route.ts'
import { readPictureLink, listSlipPage, type ShowDeps } from './show.ts'
import { uploadSlip, type UploadDeps } from './upload.ts'

export type SlipRouteDeps = UploadDeps &
  ShowDeps & {
    log: Pick<Log, 'error'>
    /** Checks a slip after the reply has left; a job finishes what this check cannot. */
    lookSoon: (id: string, memberId: string) => void
  }

export function slipRoutes(app: Api, deps: SlipRouteDeps): void {
  route(app, uploadCall, async ({ memberId, requestId }, upload) => {
    const { id, reference } = await failAs({ ...deps, code: 'SLIP_UPLOAD_FAIL', requestId }, () =>
      uploadSlip(deps, memberId, upload),
    )
    deps.lookSoon(id, memberId)
    return { reference, status: 'PENDING' as const }
  })
  route(app, listSlips, ({ memberId }, wanted) => listSlipPage(deps, memberId, wanted))
  route(app, readSlipPicture, ({ memberId }, { reference }) =>
    readPictureLink(deps, memberId, reference),
  )
}
