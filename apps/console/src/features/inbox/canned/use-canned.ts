import type { CannedAnswer } from '@kapao/contract/console/inbox'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useText } from '#core/i18n.tsx'
import { useDraft } from '#core/page/draft.ts'
import { queryClient, readAgain, reading } from '#core/queries.ts'
import { call } from '#core/send.ts'
import { showToast } from '#ui/feedback/toasts.tsx'
import { joinEdits, namesOfDiffering, readEdited } from './edits.ts'

const stored = reading('GET /api/console/canned')
/** Another operator's save reaches an editor within this time. */
const askAgainMs = 10_000

/** The stored answers, overlaid with the edits made here; those survive a reload and a new sign-in. */
export function useCanned() {
  const text = useText()
  const { data, error, refetch } = useQuery({ ...stored, refetchInterval: askAgainMs })
  const [kept, keep] = useDraft('canned answers')
  const edited = readEdited(kept)
  const canned = edited?.canned ?? data?.canned ?? []
  const hasMoved = edited !== null && data !== undefined && data.version !== edited.version

  const save = useMutation({
    mutationFn: () =>
      call('POST /api/console/canned/save', {
        version: edited?.version ?? 0,
        canned: canned.map((one) => ({ ...one, text: trimmed(one.text) })),
      }),
    onSuccess: (now) => {
      keep('')
      queryClient.setQueryData(stored.queryKey, now)
      showToast(text.canned.saved)
    },
    // Refused because another operator saved first: the stored version is shown beside this one.
    onError: () => void readAgain('GET /api/console/canned'),
  })
  const write = (version: number, base: CannedAnswer[], next: CannedAnswer[]): void => {
    save.reset()
    keep(JSON.stringify({ version, base, canned: next }))
  }
  return {
    canned,
    error,
    retry: refetch,
    isLoading: data === undefined,
    isDirty: edited !== null,
    save,
    /** The version that another operator has saved since the edit began; null without one. */
    moved: hasMoved ? namesOfDiffering(edited.base, data.canned) : null,
    change: (next: CannedAnswer[]) => {
      const from = edited ?? data
      if (from) write(from.version, edited?.base ?? from.canned, next)
    },
    discard: () => {
      save.reset()
      keep('')
    },
    join: () => edited && data && write(data.version, data.canned, joinEdits(edited, data.canned)),
  }
}

function trimmed({ th, la, en }: CannedAnswer['text']): CannedAnswer['text'] {
  return { th: th.trim(), la: la.trim(), en: en.trim() }
}
