import type { ConsoleCallOutput } from '@kapao/contract/console/calls'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Button as AriaButton } from 'react-aria-components'
import { useText } from '#core/i18n.tsx'
import { call } from '#core/send.ts'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { Loading } from '#ui/feedback/loading.tsx'
import { FaultNote } from '#ui/feedback/notes.tsx'
import { Button } from '#ui/form/button.tsx'
import { Time } from '#ui/show/time.tsx'
import { useFieldsText } from '../text/fields-text.ts'
import styles from './picture.module.css'
import type { HousePicture } from './use-add-picture.ts'

const name = 'GET /api/console/pictures/list'
type Page = ConsoleCallOutput<typeof name>
type Props = { onChoose: (picture: HousePicture) => void; onClose: () => void }

/** The pictures that the house has, newest first. */
export function StoreDialog({ onChoose, onClose }: Props) {
  const { desk } = useText()
  const { picture: text } = useFieldsText()
  const query = useInfiniteQuery({
    queryKey: [name],
    queryFn: ({ pageParam }): Promise<Page> =>
      call(name, pageParam === null ? {} : { after: pageParam }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  })
  const pictures = query.data?.pages.flatMap((page) => page.pictures) ?? []
  return (
    <Dialog title={text.store} onClose={onClose} isWide>
      {query.error && (
        <FaultNote action={<Button onPress={() => void query.refetch()}>{desk.retry}</Button>}>
          {text.notRead}
        </FaultNote>
      )}
      {!query.data && !query.error && <Loading rows={3} />}
      {query.data && pictures.length === 0 && <p>{text.storeEmpty}</p>}
      <ul className={styles.store}>
        {pictures.map((one) => (
          <li key={one.address}>
            <AriaButton
              className={styles.one ?? ''}
              aria-label={`${one.width} × ${one.height}, ${one.by.replace('operator:', '')}`}
              onPress={() => onChoose(one)}
            >
              <img src={one.address} alt="" loading="lazy" />
              <span className={styles.dim}>
                {one.width} × {one.height} · <Time at={one.at} />
              </span>
            </AriaButton>
          </li>
        ))}
      </ul>
      {query.hasNextPage && (
        <Button isBusy={query.isFetchingNextPage} onPress={() => void query.fetchNextPage()}>
          {desk.more}
        </Button>
      )}
    </Dialog>
  )
}
