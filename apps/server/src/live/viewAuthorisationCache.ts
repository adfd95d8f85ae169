import { LRUCache } from 'lru-cache'
import type { LiveHooks } from '../modules/live/index.ts'
import type { Log } from '../platform/log.ts'

const answerMs = 5_000
/** A longer one is none of ours. */
export const maxTokenLength = 512

/** Whether tokens open streams: what the hook answered is kept for 5 s, so that it is asked no more often for each of them. */
export class ViewAuthorisationCache {
	readonly #log: Log
	readonly #known = new LRUCache<string, Promise<boolean>>({ max: 20_000, ttl: answerMs })

	constructor(log: Log) {
		this.#log = log
	}

	/** @param hooks nobody views without them */
	mayView(hooks: LiveHooks | undefined, streamId: string, token: string): Promise<boolean> {
		if (token.length > maxTokenLength) return Promise.resolve(false)
		const key = `${streamId} ${token}`
		const known = this.#known.get(key)
		if (known) return known
		const answer = this.#ask(hooks, streamId, token)
		this.#known.set(key, answer)
		return answer
	}

	forget(streamId: string) {
		for (const key of this.#known.keys()) if (key.startsWith(`${streamId} `)) this.#known.delete(key)
	}

	async #ask(hooks: LiveHooks | undefined, streamId: string, token: string): Promise<boolean> {
		try {
			return (await hooks?.authoriseView(streamId, token)) ?? false
		} catch (error) {
			this.#log.error({ err: error, streamId }, 'whether a live may be viewed is not known')
			return false
		}
	}
}
