import type { Environment, KeyValueStorage } from '../core/environment.ts'
import { randomHex } from '../core/ids.ts'

export interface TabShare {
	/** Of this tab's part of the storage. */
	prefix: Promise<string>
	/** Calls with the part of each tab that is gone, or goes while this one is open. */
	watchOthers(onGone: (prefix: string) => void): Promise<void>
	release(): void
}

/**
 * Divides a person's outbox between the tabs of a browser, so that a message is sent by one tab only. A tab holds a lock
 * as long as it lives; who gets the lock of another one knows that it is gone and takes up what it left. Without locks each
 * tab has what it wrote itself, also after a reload.
 */
export function shareBetweenTabs(env: Environment, storage: KeyValueStorage, base: string): TabShare {
	const { locks } = env
	const releases: (() => void)[] = []
	let isReleased = false

	async function hold(tab: string, ifAvailable: boolean): Promise<boolean> {
		const lock = locks?.acquire(base + tab, { ifAvailable })
		if (!lock) return false
		releases.push(lock.release)
		return lock.granted.catch(() => false)
	}
	async function claim(): Promise<string> {
		// Nothing tells tabs apart: they send the same messages, and the server stores each once.
		const known = env.tab ?? (locks ? randomHex(env, 8) : 'all')
		if (!locks || (await hold(known, true))) return `${base}${known}:`
		// A tab that was duplicated has the name of the first one.
		const own = randomHex(env, 8)
		await hold(own, true)
		return `${base}${own}:`
	}
	const prefix = claim()
	return {
		prefix,
		async watchOthers(onGone) {
			const own = await prefix
			if (!locks) return
			const tabs = new Set((await storage.keys(base)).map(key => key.slice(base.length).split(':')[0] ?? ''))
			for (const tab of tabs) {
				if (isReleased || `${base}${tab}:` === own) continue
				void hold(tab, false).then(isGone => {
					if (isGone && !isReleased) onGone(`${base}${tab}:`)
				})
			}
		},
		release() {
			isReleased = true
			for (const release of releases) release()
		},
	}
}
