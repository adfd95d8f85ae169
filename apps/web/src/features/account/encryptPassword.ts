const loadCipher = () => import('./passwordCipher.ts')

/** Loads the cipher while the password is still being typed. */
export const preloadEncryption = (): void => void loadCipher().catch(() => {})

/** Passwords are sent encrypted, each time with a new nonce (OP-039). Rejects where the cipher cannot be loaded. */
export async function encryptPassword(password: string): Promise<string> {
	const cipher = await loadCipher()
	return cipher.encryptPassword(password, crypto.getRandomValues(new Uint8Array(16)))
}
