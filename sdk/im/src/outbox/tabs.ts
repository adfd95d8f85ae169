import type { Environment, KeyValueStorage } from '../core/environment.ts'
import { randomHex } from '../core/ids.ts'

export interface TabShare {
	/** Key prefix of this tab's part of the storage. */
	prefix: Promise<string>
	/**
	 * Looks for parts of other tabs, and calls `onGone` for each whose tab is closed, or closes while this one is open.
	 * Calls it once for each, however often it looks.
	 */
	watchOthers(onGone: (prefix: string) => void): Promise<void>
	release(): void
}

/**
 * Divides a person's outbox between the tabs of a browser, so that only one tab sends a message. A tab holds a lock as
 * long as it lives; a tab that gets another one's lock knows that it was closed and takes over its messages. Without
 * locks each tab only has its own, also after a reload.
 */
export function shareBetweenTabs(env: Environment, storage: KeyValueStorage, base: string): TabShare {
	const { locks } = env
	const releases: (() => void)[] = []
	const known = new Set<string>()
	let isReleased = false

	async function hold(tab: string, ifAvailable: boolean): Promise<boolean> {
		// A claim may continue after the release: a lock it then requested would be held until the page closes.
		const lock = !isReleased && locks?.acquire(base + tab, { ifAvailable })
		if (!lock) return false
		releases.push(lock.release)
		return lock.granted.catch(() => false)
	}
	async function claim(): Promise<string> {
		// Tabs cannot be told apart: they send the same messages, and the server stores each once.
		const own = env.tab ?? (locks ? randomHex(env, 8) : 'all')
		if (!locks || (await hold(own, true))) return `${base}${own}:`
		// A duplicated tab has the name of the original.
		const another = randomHex(env, 8)
		await hold(another, true)
		return `${base}${another}:`
	}
	const prefix = claim()
	return {
		prefix,
		async watchOthers(onGone) {
			const own = await prefix
			if (!locks) return
			const tabs = new Set((await storage.keys(base)).map(key => key.slice(base.length).split(':')[0] ?? ''))
			for (const tab of tabs) {
				if (isReleased || known.has(tab) || `${base}${tab}:` === own) continue
				known.add(tab)
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
