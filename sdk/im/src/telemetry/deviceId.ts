import { imLimits } from '@parley/im'
import type { Environment, KeyValueStorage } from '../core/environment.ts'
import { randomHex } from '../core/ids.ts'

const key = 'im:deviceId'
const keepAgainMs = 10_000

/** Returns Returns 20 random hex digits that identify this browser, kept in its storage (IMH-10). */
export function createDeviceId(env: Environment, storage: KeyValueStorage): () => Promise<string> {
	/** Retries the write: otherwise this tab would have another id than tabs opened later. */
	function keepLater(made: string) {
		env.after(keepAgainMs, async () => {
			if ((await storage.get(key)) !== undefined) return
			await storage.set(key, made)
			keepLater(made)
		})
	}
	/** Two tabs opened at once in a new browser would each generate one, and log each other out. */
	async function readAlone(): Promise<string> {
		const lock = env.locks?.acquire(key, { ifAvailable: false })
		try {
			await lock?.granted
			const kept = await storage.get(key)
			if (kept && /^[0-9a-f]{20}$/.test(kept)) return kept
			const made = randomHex(env, imLimits.deviceIdLength)
			await storage.set(key, made)
			keepLater(made)
			return made
		} finally {
			lock?.release()
		}
	}
	let id: Promise<string> | undefined
	return () => {
		id ??= readAlone()
		return id
	}
}
