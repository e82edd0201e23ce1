import type { CallOutput } from '@kapao/contract/calls'
import { uploadTimeoutMs } from '@kapao/contract/limits'
import { againAt, describeRequest, readAnswer, parseBody, type UploadName } from '#core/api.ts'
import { readToken } from '#core/session/token.ts'
import { CallFault, unreachable } from '#core/calls/fault.ts'

export type UploadOptions = {
  origin?: string
  /** The share of the body that has been sent, from 0 to 1. */
  onProgress?: (share: number) => void
  /** Cancels; the promise then rejects with a fault of the kind `leaving`. */
  signal?: AbortSignal
  headers?: Record<string, string>
}

/** Sends files exactly once. `fetch` does not report how much of a body has been sent, so this uses XMLHttpRequest. */
export function upload<N extends UploadName>(
  name: N,
  form: FormData,
  { origin = '', onProgress, signal, headers = {} }: UploadOptions = {},
): Promise<CallOutput<N>> {
  const token = readToken()
  const { path, init } = describeRequest(name, form, token)
  Object.assign(init.headers, headers)
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(init.method, origin + path)
    for (const [header, value] of Object.entries(init.headers))
      request.setRequestHeader(header, value)
    request.timeout = uploadTimeoutMs
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress?.(total > 0 ? loaded / total : 0),
    )
    request.addEventListener('load', () => {
      try {
        const answer = {
          status: request.status,
          body: parseBody(request.responseText),
          againAtMs: againAt(request.getResponseHeader('retry-after')),
        }
        resolve(readAnswer(answer, token !== null) as CallOutput<N>)
      } catch (error) {
        reject(error)
      }
    })
    const fail = (): void => reject(unreachable())
    for (const kind of ['error', 'timeout'] as const) request.addEventListener(kind, fail)
    const cancel = (): void => {
      request.abort()
      reject(new CallFault('leaving', { status: 0, code: null, message: '' }))
    }
    signal?.addEventListener('abort', cancel, { once: true })
    if (signal?.aborted) return cancel()
    request.send(form)
  })
}
