const load = () => import('./sealing.ts')

/** Fetches what seals passwords, while one is still being typed; the ciphers are most of a screen's weight. */
export const preloadEncryption = (): void => void load().catch(() => {})

/** Every password leaves this device sealed, each time anew (OP-039). */
export async function encryptPassword(password: string): Promise<string> {
	const { encryptPassword } = await load()
	return encryptPassword(password, crypto.getRandomValues(new Uint8Array(16)))
}
