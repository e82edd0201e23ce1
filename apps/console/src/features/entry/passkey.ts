import type { Me } from '@kapao/contract/console/sign-in'
import {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { call } from '#core/send.ts'

export function knowsPasskeys(): boolean {
  return browserSupportsWebAuthn()
}

/** The operator closed the browser's dialog, or it timed out; neither is a fault. */
export function wasStopped(error: unknown): boolean {
  return error instanceof Error && /^(?:NotAllowedError|AbortError)$/.test(error.name)
}

type Json = Record<string, unknown>

async function answerTo(options: Json): Promise<Json> {
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON
  return (await startAuthentication({ optionsJSON })) as unknown as Json
}

export async function makePasskey(options: Json): Promise<Json> {
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON
  return (await startRegistration({ optionsJSON })) as unknown as Json
}

export async function signInByPasskey(): Promise<Me> {
  const { challenge, options } = await call('POST /api/console/sign-in/begin', {})
  return call('POST /api/console/sign-in/finish', { challenge, answer: await answerTo(options) })
}

export async function touchPasskey(): Promise<Me> {
  const { challenge, options } = await call('POST /api/console/touch/begin', {})
  return call('POST /api/console/touch/finish', { challenge, answer: await answerTo(options) })
}
