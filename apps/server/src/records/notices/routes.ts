import { listNotices, markNoticesRead, readNoticeMarks } from '@kapao/contract/notices'
import { route, type Api } from '#core/calls/route.ts'
import { showList, showMarks, type ShowDeps } from './show.ts'
import { setRead } from './store.ts'

export function noticeRoutes(app: Api, deps: ShowDeps): void {
  route(app, readNoticeMarks, (caller) => showMarks(deps, caller))
  route(app, listNotices, (caller, wanted) => showList(deps, caller, wanted))
  route(app, markNoticesRead, async ({ memberId }, { upto }) => {
    await setRead(deps.db, memberId, { upto: BigInt(upto), at: deps.clock.now() })
    return { message: 'SUCCESS' as const }
  })
}
