import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { minuteMs } from '@kapao/contract/times'

/** Long enough to look for a key in a bag, and too short to lure somebody to a forged page. */
export const challengeMs = 2 * minuteMs

/** Ed25519, ES256 and RS256: what every device and every Node has. */
const algorithms = [-8, -7, -257]

/** As a browser reads them. */
export type PasskeyOptions = { challenge: string } & Record<string, unknown>
/** As a browser writes it; a stranger may have written all of it. */
export type PasskeyAnswer = Record<string, unknown>

/** The bytes to sign; random ones where none are given. */
export type Challenge = Uint8Array<ArrayBuffer>

export type PasskeyName = { id: string; transports: string[] }
export type KnownPasskey = PasskeyName & { publicKey: Buffer; owner: string }
export type MadePasskey = PasskeyName & { publicKey: Buffer; counter: bigint }

/** A passkey is bound to the name of the origin of the page. */
function nameOf(origin: string): string {
  return new URL(origin).hostname
}

/** What a browser is asked to sign by one of these passkeys, or with none named by any of this origin. */
export async function askToSign(
  origin: string,
  own: readonly PasskeyName[],
  challenge?: Challenge,
): Promise<PasskeyOptions> {
  const options = await generateAuthenticationOptions({
    ...(challenge && { challenge }),
    rpID: nameOf(origin),
    userVerification: 'required',
    timeout: challengeMs,
    allowCredentials: own.map(({ id, transports }) => ({ id, transports })),
  })
  return { ...options }
}

export type PasskeyOwner = {
  /** What a passkey holds of its owner. */
  id: string
  name: string
  /** The name of the house that a browser shows. */
  house: string
}

type Making = {
  challenge?: Challenge
  /** Made without a dialog after a login: the browser asks its holder for nothing then, and only later, at a sign-in. */
  isSilent?: boolean
}

/** What a browser is asked to make, on a device that has none of these passkeys. */
export async function askToMake(
  origin: string,
  { id, name, house }: PasskeyOwner,
  { own, challenge, isSilent = false }: Making & { own: readonly PasskeyName[] },
): Promise<PasskeyOptions> {
  const options = await generateRegistrationOptions({
    ...(challenge && { challenge }),
    rpName: house,
    rpID: nameOf(origin),
    userName: name,
    userDisplayName: name,
    userID: new TextEncoder().encode(id),
    timeout: challengeMs,
    attestationType: 'none',
    authenticatorSelection: {
      residentKey: 'required',
      userVerification: isSilent ? 'preferred' : 'required',
    },
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: own.map((one) => ({ id: one.id, transports: one.transports })),
  })
  return { ...options }
}

type AskedAnswer = {
  origin: string
  /** What was asked, or whether it was. */
  challenge: string | ((challenge: string) => Promise<boolean>)
  answer: PasskeyAnswer
}

/**
 * The counter with which a passkey has signed the challenge; null if it has not. Counters are compared where they are
 * kept, in the statement that writes them.
 */
export async function judgeSigned(
  { origin, challenge, answer }: AskedAnswer,
  passkey: KnownPasskey,
): Promise<bigint | null> {
  const { id, publicKey, transports } = passkey
  const response = answer as unknown as AuthenticationResponseJSON
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: nameOf(origin),
      credential: { id, publicKey: new Uint8Array(publicKey), counter: 0, transports },
      requireUserVerification: true,
    })
    const isRight = verified && isOwner(response, passkey.owner)
    return isRight ? BigInt(authenticationInfo.newCounter) : null
  } catch {
    // The library throws whatever is wrong with an answer.
    return null
  }
}

/** Authenticators that know several owners say whose key it is. */
function isOwner({ response: { userHandle } }: AuthenticationResponseJSON, owner: string): boolean {
  return userHandle === undefined || Buffer.from(userHandle, 'base64url').toString() === owner
}

/** A passkey as the browser has made it for the challenge; null if it has not. */
export async function judgeMade({
  origin,
  challenge,
  answer,
  isSilent = false,
}: AskedAnswer & Pick<Making, 'isSilent'>): Promise<MadePasskey | null> {
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: answer as unknown as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: nameOf(origin),
      supportedAlgorithmIDs: algorithms,
      requireUserPresence: !isSilent,
      requireUserVerification: !isSilent,
    })
    if (!verified) return null
    const { id, publicKey, counter, transports = [] } = registrationInfo.credential
    return { id, publicKey: Buffer.from(publicKey), counter: BigInt(counter), transports }
  } catch {
    // As above.
    return null
  }
}
