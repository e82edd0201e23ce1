/** Build-time settings for static hosting, where no server writes its own into the page. */
interface ImportMetaEnv {
  readonly VITE_VARIANT?: string
  readonly VITE_BRAND?: string
}
