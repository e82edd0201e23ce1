import type { ConsoleCallOutput } from '@kapao/contract/console/calls'
import { pictureSizeMaxMb, pictureTypes } from '@kapao/contract/console/picture-limits'
import type { PictureProblem } from '@kapao/contract/console/problems'
import { bytesOfMb } from '@kapao/contract/limits'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { upload } from '#core/calls/upload.ts'
import { readAgain } from '#core/queries.ts'

const name = 'POST /api/console/pictures'
export type HousePicture = ConsoleCallOutput<typeof name>

/** A file that is not even sent. */
export class UnfitPicture extends Error {
  readonly problem: PictureProblem

  constructor(problem: PictureProblem) {
    super(problem)
    this.name = 'UnfitPicture'
    this.problem = problem
  }
}

/** Adds a picture to the house's store; nobody waits for it any more once the field has gone. */
export function useAddPicture(onAdded: (picture: HousePicture) => void) {
  const [share, setShare] = useState(0)
  const leaving = useRef<AbortController>(null)
  // The form may be typed in while a picture is sent: what it is then goes on.
  const latest = useRef(onAdded)
  useEffect(() => {
    latest.current = onAdded
  })
  useEffect(() => () => leaving.current?.abort(), [])
  const adding = useMutation({
    mutationFn: (file: File) => {
      const problem = unfitOf(file)
      if (problem !== null) throw new UnfitPicture(problem)
      leaving.current?.abort()
      const { signal } = (leaving.current = new AbortController())
      setShare(0)
      return upload(name, undefined, { file, signal, onProgress: setShare })
    },
    onSuccess: (picture) => {
      latest.current(picture)
      void readAgain('GET /api/console/pictures/list')
    },
  })
  return { adding, share }
}

/** Before it is sent; the server decides by what is in it. */
function unfitOf({ type, size }: File): PictureProblem | null {
  if (!pictureTypes.includes(type)) return 'kind'
  return size > pictureSizeMaxMb * bytesOfMb ? 'bytes' : null
}
