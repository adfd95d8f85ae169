import type { ImAppId } from '@parley/im'
import type { Timers } from '../../../platform/timers.ts'
import type { WordFilter } from '../ports/words.ts'
import { createFindWord, type FindWord } from './wordFilter.ts'

/** Delay until a changed list takes effect. */
const readEveryMs = 5_000

export interface SiteWordsDeps {
	/** The refused words of every application. */
	readWords(): Promise<{ appId: ImAppId; words: readonly string[] }[]>
	timers: Timers
	onError(error: unknown): void
}

/**
 * Refused words of each application, kept in memory for every message. They are read before `start` resolves, and then
 * repeatedly; if that fails, the last known ones apply.
 */
export function createSiteWords({ readWords, timers, onError }: SiteWordsDeps) {
	let filters = new Map<ImAppId, { list: string; find: FindWord }>()
	let cancel: (() => void) | undefined
	let isStopped = false

	async function read(): Promise<void> {
		const lists = await readWords()
		filters = new Map(
			lists.map(({ appId, words }) => {
				const list = words.join('\n')
				const known = filters.get(appId)
				return [appId, known?.list === list ? known : { list, find: createFindWord(words) }]
			}),
		)
	}

	function readLater(): void {
		if (isStopped) return
		cancel = timers.after(readEveryMs, () => void read().catch(onError).finally(readLater))
	}

	const filter: WordFilter = {
		refuses: (appId, text) => filters.get(appId)?.find(text) !== undefined,
	}
	return {
		...filter,
		/** @throws the errors of `readWords` */
		async start(): Promise<void> {
			await read()
			readLater()
		},
		stop(): void {
			isStopped = true
			cancel?.()
		},
	}
}
