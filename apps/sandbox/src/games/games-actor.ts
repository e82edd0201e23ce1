import type { Actor, World } from '../actor.ts'
import { gameControlCalls } from './control-calls.ts'
import { amb } from './families/amb.ts'
import { betflix } from './families/betflix.ts'
import type { Family } from './families/family.ts'
import { joker } from './families/joker.ts'
import { pg } from './families/pg.ts'
import { gamesSection } from './games-section.ts'
import { playRoutes, serveGameFiles } from './play/play-routes.ts'
import { createProvider } from './provider/provider.ts'
import { providerFacts } from './providers.ts'
import type { FamilyName } from './providers.ts'

const families: Record<FamilyName, Family> = { pg, betflix, amb, joker }

/** The game providers: they hold members' money and run the games. */
export function createGamesActor({ clock }: World): Actor {
  const providers = new Map(
    providerFacts.map((facts) => [facts.code, createProvider(clock, facts)]),
  )
  return {
    name: 'games',
    title: 'Games',
    routes: (stage) => {
      serveGameFiles(stage)
      for (const provider of providers.values()) {
        const family = families[provider.family]
        family.routes(stage, provider)
        playRoutes(stage, provider, family)
      }
    },
    control: gameControlCalls(providers),
    panel: () => gamesSection([...providers.values()]),
    reset: () => {
      for (const provider of providers.values()) provider.reset()
    },
  }
}
