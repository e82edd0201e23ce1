import type { ConsoleCallInput, ConsoleCallOutput } from '@kapao/contract/console/calls'
import { uploadTimeoutMs } from '@kapao/contract/limits'
import { describeRequest, readAnswer, parseBody, type UploadName } from '../send.ts'
import { isOpen, unreachable } from './fault.ts'
import { forgetKey, keyFor } from './keys.ts'

type FileUpload = {
  file: File
  /** The share of the body that has been sent, from 0 to 1. */
  onProgress: (share: number) => void
  signal: AbortSignal
}

/**
 * Sends a file once: the same file sent again before an answer has come carries the same key. Uses XMLHttpRequest,
 * because `fetch` reports no progress of an upload.
 */
export async function upload<N extends UploadName>(
  name: N,
  input: ConsoleCallInput<N>,
  { file, ...how }: FileUpload,
): Promise<ConsoleCallOutput<N>> {
  const kept = `${name} ${JSON.stringify(input)}`
  const key = keyFor(kept, [file.name, file.size, file.lastModified])
  const form = new FormData()
  form.set('file', file, file.name)
  try {
    const answer = readAnswer(await sendForm(describeRequest(name, input), { form, key, ...how }))
    forgetKey(kept)
    return answer as ConsoleCallOutput<N>
  } catch (error) {
    if (!isOpen(error)) forgetKey(kept)
    throw error
  }
}

type UploadCall = Omit<FileUpload, 'file'> & { form: FormData; key: string }

function sendForm(
  { path, init }: ReturnType<typeof describeRequest>,
  { form, key, onProgress, signal }: UploadCall,
): Promise<{ status: number; body: unknown }> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(init.method, path)
    // The browser sets the header itself, with the boundary of the parts.
    const { 'content-type': _, ...headers } = init.headers
    for (const [header, value] of Object.entries({ ...headers, 'idempotency-key': key }))
      request.setRequestHeader(header, value)
    request.timeout = uploadTimeoutMs
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(total > 0 ? loaded / total : 0),
    )
    request.addEventListener('load', () =>
      resolve({ status: request.status, body: parseBody(request.responseText) }),
    )
    const fail = (): void => reject(unreachable())
    for (const kind of ['error', 'timeout', 'abort'] as const) request.addEventListener(kind, fail)
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(form)
  })
}
