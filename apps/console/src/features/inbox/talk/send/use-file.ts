import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { upload } from '#core/calls/upload.ts'
import { findUnfit, type Unfit } from './unfit.ts'

export type ChosenFile = { file: File; preview: string }

/** One picture or video beside the words: chosen, pasted or dropped, and kept until the house has it. */
export function useFile(talk: string) {
  const [chosen, setChosen] = useState<ChosenFile | null>(null)
  const [unfit, setUnfit] = useState<Unfit | null>(null)
  const [share, setShare] = useState(0)
  const leaving = useRef<AbortController>(null)
  const sending = useMutation({
    mutationFn: ({ file }: ChosenFile) => {
      const { signal } = (leaving.current = new AbortController())
      setShare(0)
      return upload(
        'POST /api/console/talks/{talk}/file',
        { talk },
        { file, signal, onProgress: setShare },
      )
    },
  })
  const drop = (): void => {
    leaving.current?.abort()
    sending.reset()
    setUnfit(null)
    setChosen(null)
  }
  const choose = (file: File | undefined): void => {
    if (!file || sending.isPending) return
    const found = findUnfit(file)
    drop()
    setUnfit(found)
    if (!found) setChosen({ file, preview: URL.createObjectURL(file) })
  }
  useEffect(() => {
    if (chosen) return () => URL.revokeObjectURL(chosen.preview)
  }, [chosen])
  useArriving(choose)
  return { chosen, unfit, share, sending, choose, drop }
}

/** Wherever on the page a file is dropped or pasted, it belongs to the talk; the browser would leave the page for it. */
function useArriving(choose: (file: File | undefined) => void): void {
  const latest = useRef(choose)
  useEffect(() => {
    latest.current = choose
  })
  useEffect(() => {
    const stop = new AbortController()
    const hasFiles = (data: DataTransfer | null): data is DataTransfer =>
      data?.types.includes('Files') ?? false
    const over = (event: DragEvent): void => {
      if (hasFiles(event.dataTransfer)) event.preventDefault()
    }
    const take = (event: Event, data: DataTransfer | null): void => {
      const [file] = data?.files ?? []
      if (!file) return
      event.preventDefault()
      latest.current(file)
    }
    const { signal } = stop
    document.addEventListener('dragover', over, { signal })
    document.addEventListener('drop', (event) => take(event, event.dataTransfer), { signal })
    document.addEventListener('paste', (event) => take(event, event.clipboardData), { signal })
    return () => stop.abort()
  }, [])
}
