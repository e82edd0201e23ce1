import { findUnfit, type Unfit } from '@kapao/contract/attachment'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { upload } from '#core/calls/upload.ts'
import { readDraft, writeDraft } from '#core/page/draft.ts'

export type ChosenFile = { file: File; preview: string }
export type UnfitFile = (Unfit | { kind: 'too-many'; most: number }) & { name: string }

/** Operators review each file before sending, so a few are enough. */
const filesAtOnceMax = 5

/**
 * Pictures and videos of a message: chosen, pasted or dropped, also while others are being sent, and kept until the
 * server has them.
 */
export function useFiles(talk: string) {
  const { chosen, lost, put, forget } = useChosen(talk)
  const [unfit, setUnfit] = useState<UnfitFile | null>(null)
  const [share, setShare] = useState(0)
  const leaving = useRef<AbortController>(null)
  const sending = useMutation({
    mutationFn: async ({ file }: ChosenFile) => {
      const { signal } = (leaving.current = new AbortController())
      setShare(0)
      await upload(
        'POST /api/console/talks/{talk}/file',
        { talk },
        { file, signal, onProgress: setShare },
      )
    },
  })
  const drop = (gone: ChosenFile): void => {
    if (sending.variables === gone) {
      leaving.current?.abort()
      sending.reset()
    }
    setUnfit(null)
    put((now) => now.filter((one) => one !== gone))
  }
  const add = (files: readonly File[]): void => {
    if (files.length === 0) return
    setUnfit(null)
    for (const file of files) {
      const found = findUnfit(file)
      if (found) setUnfit({ ...found, name: file.name })
      else
        put((now) => {
          if (now.length < filesAtOnceMax)
            return [...now, { file, preview: URL.createObjectURL(file) }]
          setUnfit({ kind: 'too-many', most: filesAtOnceMax, name: file.name })
          return now
        })
    }
  }
  /** Sends one after the other, skipping those removed meanwhile; calls `onSent` after the last. */
  const send = (files: readonly ChosenFile[], onSent: (isLast: boolean) => void): void => {
    const [file, ...others] = files
    if (!file) return
    sending.mutate(file, {
      onSuccess: () => {
        const left = put((now) => now.filter((one) => one !== file))
        const next = others.filter((one) => left.includes(one))
        onSent(next.length === 0)
        send(next, onSent)
      },
    })
  }
  useArriving(add)
  return { chosen, lost, unfit, share, sending, add, drop, forget, send }
}

type ChosenFiles = readonly ChosenFile[]
type Here = { chosen: ChosenFiles; lost: readonly string[] }

/** A reload or a change of talk loses the files; their names stay, so that they are not believed sent. */
function useChosen(talk: string) {
  const draft = `files ${talk}`
  const [here, show] = useState<Here>(() => ({
    chosen: [],
    lost: readDraft(draft).split('\n').filter(Boolean),
  }))
  // The files are sent by the closure of the render in which sending began; it reads the current list here.
  const latest = useRef(here)
  const keep = (next: Here): void => {
    latest.current = next
    show(next)
    const names = next.chosen.map(({ file }) => file.name)
    writeDraft(draft, [...next.lost, ...names].join('\n'))
  }
  const put = (change: (now: ChosenFiles) => ChosenFiles): ChosenFiles => {
    const { chosen: before, lost } = latest.current
    const chosen = change(before)
    for (const { preview } of before.filter((one) => !chosen.includes(one)))
      URL.revokeObjectURL(preview)
    const isBack = (name: string): boolean => chosen.some(({ file }) => file.name === name)
    keep({ chosen, lost: lost.filter((name) => !isBack(name)) })
    return chosen
  }
  const forget = (): void => keep({ ...latest.current, lost: [] })
  useEffect(
    () => () => {
      for (const { preview } of latest.current.chosen) URL.revokeObjectURL(preview)
    },
    [],
  )
  return { ...here, put, forget }
}

/** Files dropped or pasted anywhere on the page are added to the talk; the browser would open a dropped one instead. */
function useArriving(add: (files: readonly File[]) => void): void {
  const latest = useRef(add)
  useEffect(() => {
    latest.current = add
  })
  useEffect(() => {
    const stop = new AbortController()
    const hasFiles = (data: DataTransfer | null): data is DataTransfer =>
      data?.types.includes('Files') ?? false
    const over = (event: DragEvent): void => {
      if (hasFiles(event.dataTransfer)) event.preventDefault()
    }
    const take = (event: Event, data: DataTransfer | null): void => {
      const files = [...(data?.files ?? [])]
      if (files.length === 0) return
      event.preventDefault()
      latest.current(files)
    }
    const { signal } = stop
    document.addEventListener('dragover', over, { signal })
    document.addEventListener('drop', (event) => take(event, event.dataTransfer), { signal })
    document.addEventListener('paste', (event) => take(event, event.clipboardData), { signal })
    return () => stop.abort()
  }, [])
}
