/** Build-time settings for static hosting, where no server writes its own into the page. */
interface ImportMetaEnv {
  readonly VITE_VARIANT?: string
  readonly VITE_BRAND?: string
  readonly VITE_CHAT_ADDRESS?: string
}

/** True where VITE_KIT=1 was set for the build: the page of all parts, /__kit, is then in it. */
declare const __KIT__: boolean
