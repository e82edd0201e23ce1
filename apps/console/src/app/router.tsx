import type { WorkKind } from '@kapao/contract/console/words'
import { isWorkKind } from '#shared/work-kind.ts'
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Navigate,
  Outlet,
  useParams,
} from '@tanstack/react-router'
import { filterInAddress } from '../features/audit/filter.ts'
import { rewardInAddress } from '../features/rewards/address.ts'
import { isBox } from '../features/inbox/boxes.ts'
import { DeskPart } from './desk-part.tsx'
import { NotFound, PartFailure, SignInRoute } from './entries.tsx'
import { useHome } from './shell/places.ts'

const root = createRootRoute({
  component: Outlet,
  notFoundComponent: NotFound,
  errorComponent: PartFailure,
})

type Back = { back?: string; over?: boolean }

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: ({ back, over }: Record<string, unknown>): Back => ({
    ...(typeof back === 'string' && /^\/(?!\/)/.test(back) ? { back } : {}),
    ...(over === true ? { over } : {}),
  }),
  component: function SignIn() {
    const { back, over } = signIn.useSearch()
    return <SignInRoute back={back ?? '/'} isOver={over ?? false} />
  },
})

/** Screens that an operator sees once are loaded when they are opened. */
const first = () => import('./first-entries.tsx')

const enrol = createRoute({
  getParentRoute: () => root,
  path: '/enrol',
  component: lazyRouteComponent(first, 'EnrolRoute'),
})

const join = createRoute({
  getParentRoute: () => root,
  path: '/join',
  component: lazyRouteComponent(first, 'JoinRoute'),
})

const recover = createRoute({
  getParentRoute: () => root,
  path: '/recover',
  component: lazyRouteComponent(first, 'RecoverRoute'),
})

const desk = createRoute({ getParentRoute: () => root, id: 'desk', component: DeskPart })

const home = createRoute({
  getParentRoute: () => desk,
  path: '/',
  /** The first screen that their roles open. */
  component: function Home() {
    return <Navigate to={useHome()} replace />
  },
})

const WorkScreen = lazyRouteComponent(
  () => import('../features/work/work-screen.tsx'),
  'WorkScreen',
)

const workHome = createRoute({
  getParentRoute: () => desk,
  path: '/work',
  component: () => <Navigate to="/work/$list" params={{ list: 'all' }} replace />,
})

/** One screen for a list and each of its items: it keeps its state while the operator goes through the list. */
const workList = createRoute({
  getParentRoute: () => desk,
  path: '/work/$list',
  component: function WorkList() {
    const { list } = workList.useParams()
    const { kind, id } = useParams({ strict: false })
    const isItem = kind !== undefined && id !== undefined
    if ((list !== 'all' && !isWorkKind(list)) || (isItem && !isWorkKind(kind))) return <NotFound />
    return <WorkScreen list={list} item={isItem ? { kind: kind as WorkKind, id } : null} />
  },
})

const workItem = createRoute({ getParentRoute: () => workList, path: '/$kind/$id' })

const members = createRoute({
  getParentRoute: () => desk,
  path: '/members',
  component: lazyRouteComponent(
    () => import('../features/members/members-screen.tsx'),
    'MembersScreen',
  ),
})

const MemberScreen = lazyRouteComponent(
  () => import('../features/members/one/member-screen.tsx'),
  'MemberScreen',
)

const member = createRoute({
  getParentRoute: () => desk,
  path: '/members/$memberId',
  component: function Member() {
    const { memberId } = member.useParams()
    return <MemberScreen key={memberId} memberId={memberId} />
  },
})

const InboxScreen = lazyRouteComponent(
  () => import('../features/inbox/inbox-screen.tsx'),
  'InboxScreen',
)

const chatHome = createRoute({
  getParentRoute: () => desk,
  path: '/chat',
  component: () => <Navigate to="/chat/$box" params={{ box: 'all' }} replace />,
})

const chatBox = createRoute({
  getParentRoute: () => desk,
  path: '/chat/$box',
  component: function ChatBox() {
    const { box } = chatBox.useParams()
    return isBox(box) ? <InboxScreen box={box} talk={null} /> : <NotFound />
  },
})

const chatTalk = createRoute({
  getParentRoute: () => desk,
  path: '/chat/$box/$talk',
  component: function ChatTalk() {
    const { box, talk } = chatTalk.useParams()
    return isBox(box) ? <InboxScreen box={box} talk={talk} /> : <NotFound />
  },
})

const operators = createRoute({
  getParentRoute: () => desk,
  path: '/operators',
  component: lazyRouteComponent(
    () => import('../features/operators/operators-screen.tsx'),
    'OperatorsScreen',
  ),
})

const SettingsScreen = lazyRouteComponent(
  () => import('../features/settings/settings-screen.tsx'),
  'SettingsScreen',
)

const settings = createRoute({
  getParentRoute: () => desk,
  path: '/settings',
  /** One screen for the list and each setting, so that the list keeps its place. */
  component: function Settings() {
    const { name } = useParams({ strict: false })
    // A path with a dot would be a file for the server.
    return <SettingsScreen name={name?.replaceAll('-', '.') ?? null} />
  },
})

const setting = createRoute({ getParentRoute: () => settings, path: '/$name' })

const RewardsScreen = lazyRouteComponent(
  () => import('../features/rewards/rewards-screen.tsx'),
  'RewardsScreen',
)

const rewards = createRoute({
  getParentRoute: () => desk,
  path: '/rewards',
  // A code may be of any letters, which a path cannot hold.
  validateSearch: rewardInAddress,
  component: function Rewards() {
    return <RewardsScreen open={rewards.useSearch()} />
  },
})

const guide = createRoute({
  getParentRoute: () => desk,
  path: '/guide',
  component: lazyRouteComponent(() => import('../features/house/guide-screen.tsx'), 'GuideScreen'),
})

const doors = createRoute({
  getParentRoute: () => desk,
  path: '/doors',
  component: lazyRouteComponent(() => import('../features/house/doors-screen.tsx'), 'DoorsScreen'),
})

const AuditScreen = lazyRouteComponent(
  () => import('../features/audit/audit-screen.tsx'),
  'AuditScreen',
)

const audit = createRoute({
  getParentRoute: () => desk,
  path: '/audit',
  validateSearch: filterInAddress,
  component: function Audit() {
    return <AuditScreen asked={audit.useSearch()} />
  },
})

const me = createRoute({
  getParentRoute: () => desk,
  path: '/me',
  component: lazyRouteComponent(() => import('./me-part.tsx'), 'MePart'),
})

const work = [workHome, workList.addChildren([workItem])] as const
const rare = [settings.addChildren([setting]), rewards, guide, doors, audit] as const
const chat = [chatHome, chatBox, chatTalk] as const

export const router = createRouter({
  routeTree: root.addChildren([
    signIn,
    enrol,
    join,
    recover,
    desk.addChildren([home, ...work, members, member, ...chat, operators, ...rare, me]),
  ]),
  defaultPreload: 'intent',
  defaultErrorComponent: PartFailure,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
