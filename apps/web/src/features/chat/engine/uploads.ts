import { isVideo } from '@kapao/contract/attachment'
import type { Media, MessageInput } from '../story/line.ts'
import type { ChatDeps } from './deps.ts'
import { ownOf, type Queue } from './drain.ts'

export type Uploads = {
  add: (file: File) => void
  again: (id: string) => void
  drop: (id: string) => void
  previewOf: (id: string) => string | null
  stop: () => void
}

type Attachment = { file: File; preview: string; stop: AbortController }

/** Files being uploaded: each uploads separately, and is then sent like a text. */
export function createUploads(deps: ChatDeps, queue: Queue, onUploaded: () => void): Uploads {
  const files = new Map<string, Attachment>()

  async function leave(id: string, { file, stop }: Attachment): Promise<void> {
    try {
      const media = await deps.upload(file, {
        signal: stop.signal,
        onProgress: (share) => queue.change(id, { progress: Math.round(share * 100) }),
      })
      if (!queue.find(id)) return
      queue.change(id, { message: mediaOf(id, media), status: 'sending', progress: 100 })
      onUploaded()
    } catch (fault) {
      if (!stop.signal.aborted) queue.change(id, { status: 'failed', fault })
    }
  }
  function forget({ stop, preview }: Attachment): void {
    stop.abort()
    deps.preview.drop(preview)
  }

  return {
    add: (file) => {
      const id = deps.makeId()
      const attached = { file, preview: deps.preview.make(file), stop: new AbortController() }
      files.set(id, attached)
      const fileType = isVideo(file.type) ? 'video' : 'image'
      const message = mediaOf(id, { fileType, filePath: '', name: file.name })
      queue.set([...queue.all(), ownOf(message, 'uploading_file')])
      void leave(id, attached)
    },
    again: (id) => {
      const attached = files.get(id)
      if (attached) void leave(id, attached)
    },
    drop: (id) => {
      const attached = files.get(id)
      files.delete(id)
      if (attached) forget(attached)
    },
    previewOf: (id) => files.get(id)?.preview ?? null,
    stop: () => files.forEach(forget),
  }
}

function mediaOf(id: string, payload: Media): MessageInput {
  return { message_type: 'media', payload, deliver: { id, status: 'sending' } }
}
