import { readFileSync } from 'node:fs'
import {
  isDefaultSecret,
  isDefaultKey,
  keyOf,
  sandboxKeys,
  whyUnread,
  type Environment,
} from '#core/secrets.ts'
import type { GameAgent } from './client.ts'

export type GamesAccount = {
  /** 32 bytes that encrypt members' passwords at providers; null keeps accounts at providers closed. */
  credentialKey: Buffer | null
  /** The operator's agent account at each provider, by the provider's code. */
  agents: Readonly<Record<string, GameAgent>>
}

const agentFields = ['id', 'key', 'client', 'prefix']

/**
 * GAME_AGENTS_FILE is JSON such as {"pg": {"id": "...", "key": "..."}}: every operator sees settings, so secrets are
 * not settings.
 */
export function gamesAccountOf(
  env: Environment,
  sandboxUrl: string | null,
  problems: string[],
): GamesAccount {
  const file = env['GAME_AGENTS_FILE']
  // The sandbox has a fixed key, because a demo must not lose its members' accounts at every start.
  const given = keyOf(env, 'GAME_CREDENTIAL_KEY', problems)
  const credentialKey = given ?? (sandboxUrl ? sandboxKeys.credentials : null)
  return { credentialKey, agents: file ? agentsIn(file, problems) : {} }
}

function agentsIn(file: string, problems: string[]): GamesAccount['agents'] {
  try {
    const agents = JSON.parse(readFileSync(file, 'utf8')) as GamesAccount['agents']
    const areAgents = Object.values(agents).every(
      (agent) =>
        typeof agent.id === 'string' &&
        typeof agent.key === 'string' &&
        Object.keys(agent).every((field) => agentFields.includes(field)),
    )
    if (areAgents) return agents
    problems.push('GAME_AGENTS_FILE must give an id and a key for each provider')
  } catch (error) {
    problems.push(`GAME_AGENTS_FILE cannot be read: ${whyUnread(error)}`)
  }
  return {}
}

/** S53: keys that are publicly known. */
export function unsafeGames({ credentialKey, agents }: GamesAccount): string[] {
  const known = Object.entries(agents).filter(([, { key }]) => isDefaultSecret(key))
  return [
    ...(isDefaultKey(credentialKey)
      ? ['GAME_CREDENTIAL_KEY is a default one; generate a new one']
      : []),
    ...known.map(([code]) => `GAME_AGENTS_FILE: ${code} has a default key; request a new one`),
  ]
}
