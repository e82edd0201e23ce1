import { readPreview } from '@kapao/contract/console/preview'
import { currenciesOffered } from '@kapao/contract/limits'
import { refuseOperator } from '#core/console/refuse.ts'
import { consoleRoute } from '#core/console/route.ts'
import { openRehearsals } from '#core/db/connections/rehearsals.ts'
import type { Capability, ContextWith } from '#context/app-context.ts'
import { isSettingName, type Settings } from '#settings/registry.ts'
import { openAnswers, type PreviewDeps, type SettingDraft } from './answers.ts'

type FromAbove = Pick<PreviewDeps, 'openCalls'> & {
  /** What the server would write into the page. */
  pageOf: (settings: Settings) => { settings: object; brandCss: string }
}

/** What a member's page would be given if a draft were saved. */
export function openPreviewDesk(
  context: ContextWith<'db' | 'clock' | 'ids' | 'readSettings', 'variant'>,
  { openCalls, pageOf }: FromAbove,
): Capability {
  const answersFor = openAnswers({
    ...context,
    rehearsals: openRehearsals(context.db),
    openCalls,
    usualCurrency: currenciesOffered(context.config.variant)[0]!,
  })
  return {
    registerConsole: (api) =>
      consoleRoute(api, readPreview, async (_caller, { settings: given, ...wish }) => {
        const { currency = null } = wish
        const drafted = given.map(({ name, value }): SettingDraft => {
          if (!isSettingName(name)) return refuseOperator(readPreview, 'NOT_FOUND')
          return { name, value }
        })
        const { settings, ...answered } = await answersFor({ ...wish, currency, settings: drafted })
        return { ...answered, page: settings && pageOf(settings) }
      }),
  }
}
