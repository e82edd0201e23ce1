import type { I18n } from '#core/i18n.tsx'
import type { LazyText } from './lazy-text.ts'

/** The texts that a part behind the login needs besides its file; only home does without those of the visitor pack. */
export function textsFor(i18n: I18n, own?: Pick<LazyText<unknown>, 'load'>): () => Promise<void> {
  return async () => {
    const shared = [i18n.loadVisitorText(), i18n.loadMemberText()]
    await Promise.all([...shared, own?.load(i18n.read().language)])
  }
}
