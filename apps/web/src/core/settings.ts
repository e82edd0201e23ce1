import {
  defaultLanguage,
  recommendedBanks,
  variants,
  type Language,
  type Variant,
} from '@kapao/contract/limits'
import { isLanguage } from './language.ts'

/** The operator's settings, which the server writes into the page. */
export type Settings = {
  variant: Variant
  brand: { name: string }
  defaultLanguage: Language
  /** The platform is in recovery after a restore: members may only read. */
  recovery?: true
  recommendedBanks: readonly string[]
  /** Addresses of the how-to videos by topic; null if there is none yet. */
  videos: Record<VideoName, string | null>
}

export const videoNames = ['wallet', 'enter', 'balance', 'bonus', 'finish'] as const
export type VideoName = (typeof videoNames)[number]

type BuildDefaults = Pick<ImportMetaEnv, 'VITE_VARIANT' | 'VITE_BRAND'>
type Fields = Readonly<Record<string, unknown>>

const longestName = 60

/** Reads the settings from the page, where the server put them in place of `{}`. */
export function readSettings(page: Document): Settings {
  return parseSettings(page.getElementById('settings')?.textContent ?? '', import.meta.env)
}

/** Takes the fields it knows and fills the rest from the build, so that a page on static hosting works too. */
export function parseSettings(json: string, build: BuildDefaults = {}): Settings {
  const given = fieldsOf(parseJson(json))
  const variant = variantOf(given['variant']) ?? variantOf(build.VITE_VARIANT) ?? 'thai'
  const more = fieldsOf(given['settings'])
  const wanted = given['defaultLanguage']
  return {
    variant,
    brand: {
      name: nameOf(fieldsOf(given['brand'])['name']) ?? nameOf(build.VITE_BRAND) ?? 'Kapao',
    },
    ...(given['recovery'] === true && { recovery: true }),
    defaultLanguage: isLanguage(wanted) ? wanted : defaultLanguage(variant),
    recommendedBanks: bankCodesOf(more['recommendedBanks']),
    videos: videosOf(more),
  }
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {}
}

function variantOf(value: unknown): Variant | null {
  return variants.find((variant) => variant === value) ?? null
}

function nameOf(value: unknown): string | null {
  if (typeof value !== 'string') return null
  return value.trim().slice(0, longestName) || null
}

function bankCodesOf(value: unknown): readonly string[] {
  if (!Array.isArray(value)) return recommendedBanks
  return value.filter((code) => typeof code === 'string')
}

/** Accepts only addresses that a video element may load; anything else counts as a missing video. */
function videosOf(fields: Fields): Settings['videos'] {
  const addressOf = (name: VideoName): string | null => {
    const address = fields[`howto.video.${name}`]
    return typeof address === 'string' && /^https?:\/\//.test(address) ? address : null
  }
  return {
    wallet: addressOf('wallet'),
    enter: addressOf('enter'),
    balance: addressOf('balance'),
    bonus: addressOf('bonus'),
    finish: addressOf('finish'),
  }
}
