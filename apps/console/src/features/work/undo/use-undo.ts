import type { WorkItem } from '@kapao/contract/console/work'
import { useMutation } from '@tanstack/react-query'
import { useText } from '#core/i18n.tsx'
import { queryClient, readAgain, reading } from '#core/queries.ts'
import { call } from '#core/send.ts'
import { showToast } from '#ui/feedback/toasts.tsx'
import { useFaultText } from '#shared/faults/fault-text.ts'

/** Undoes an own decision before it is carried out; without an answer it can be pressed again, which counts once. */
export function useUndo({ kind, id }: Pick<WorkItem, 'kind' | 'id'>, onUndone: () => void) {
  const { work } = useText()
  const faultText = useFaultText()
  return useMutation({
    mutationFn: () => call('POST /api/console/work/undo/{kind}/{id}', { kind, id }),
    onSuccess: ({ item }) => {
      const itemKey = reading('GET /api/console/work/item/{kind}/{id}', { kind, id }).queryKey
      queryClient.setQueryData(itemKey, item)
      showToast(work.undo.done)
      onUndone()
    },
    onError: (error) => showToast(faultText(error)),
    onSettled: () => readAgain('GET /api/console/work/list/{kind}', 'GET /api/console/work/counts'),
  })
}
