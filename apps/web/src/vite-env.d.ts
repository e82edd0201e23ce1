/** Build-time settings for static hosting, where no server writes its own into the page. */
interface ImportMetaEnv {
  readonly VITE_VARIANT?: string
  readonly VITE_BRAND?: string
  readonly VITE_CHAT_ADDRESS?: string
}

/** True if the build ran with VITE_KIT=1: it then contains the page of all parts, /__kit. */
declare const __KIT__: boolean
