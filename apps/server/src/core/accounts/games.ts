import { readFileSync } from 'node:fs'

export type GamesAccount = {
  /** 32 bytes under which members' passwords at providers are kept; null leaves accounts at providers closed. */
  credentialKey: Buffer | null
  /** Who we are at each provider, by its code. */
  agents: Readonly<Record<string, { id: string; key: string; client?: string }>>
}

type Environment = Readonly<Record<string, string | undefined>>

const keyForm = /^[0-9a-f]{64}$/i
/** Of the play world, where nothing is worth a secret. */
export const sandboxCredentialKey = Buffer.alloc(32, 0x5a)
const agentFields = ['id', 'key', 'client']

/** GAME_AGENTS_FILE is JSON such as {"pg": {"id": "...", "key": "..."}}: secrets are no settings, which every operator sees. */
export function gamesAccountOf(
  env: Environment,
  sandboxUrl: string | null,
  problems: string[],
): GamesAccount {
  const { GAME_CREDENTIAL_KEY: key, GAME_AGENTS_FILE: file } = env
  if (key && !keyForm.test(key))
    problems.push(
      'GAME_CREDENTIAL_KEY must be 64 hexadecimal digits, such as `openssl rand -hex 32`',
    )
  // The play world has no secrets, and a demo must not lose its members' accounts at every start.
  const given = key && keyForm.test(key) ? Buffer.from(key, 'hex') : null
  const credentialKey = given ?? (sandboxUrl ? sandboxCredentialKey : null)
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
    problems.push(`GAME_AGENTS_FILE cannot be read: ${(error as Error).name}`)
  }
  return {}
}
