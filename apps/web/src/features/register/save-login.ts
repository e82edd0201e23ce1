type Login = { phone: string; password: string; name: string }
type MadeCredential = new (about: { id: string; password: string; name: string }) => Credential

/**
 * The browser's own manager asks whether to keep the password, and fills it in at the login that follows. Only some have
 * this call; the others go by the names of the fields.
 */
export function offerToSave({ phone, password, name }: Login): void {
  const { PasswordCredential } = globalThis as { PasswordCredential?: MadeCredential }
  if (!PasswordCredential) return
  const credential = new PasswordCredential({ id: phone, password, name })
  void navigator.credentials.store(credential).catch(() => undefined)
}
