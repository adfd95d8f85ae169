import { LRUCache } from 'lru-cache'
import type { Log } from '../../../../platform/log.ts'
import type { LiveHooks } from '../../index.ts'

const answerMs = 5_000
/** Maximum token length; ours are shorter. */
const maxTokenLength = 512

/**
 * Caches whether tokens open streams: the hook's answer is kept for 5 s, so that it is called no more often for each of
 * them.
 */
export class ViewAuthorisationCache {
	readonly #log: Log
	readonly #known = new LRUCache<string, Promise<boolean | undefined>>({ max: 20_000, ttl: answerMs })

	constructor(log: Log) {
		this.#log = log
	}

	/**
	 * @param hooks if missing, every view is refused
	 * @param browser undefined for an external origin, which does not pass it on
	 * @returns undefined if the hook failed, which is logged; it is called again next time
	 */
	mayView(
		hooks: LiveHooks | undefined,
		streamId: string,
		token: string,
		browser: string | undefined,
	): Promise<boolean | undefined> {
		if (token.length > maxTokenLength) return Promise.resolve(false)
		return this.#once(`${streamId} ${token} ${browser ?? ''}`, streamId, () =>
			hooks?.authoriseView(streamId, token, browser),
		)
	}

	/** Returns whether the stream is public; cached and undefined in the same way. */
	isPublic(hooks: LiveHooks | undefined, streamId: string): Promise<boolean | undefined> {
		// Tokens contain no spaces.
		return this.#once(`${streamId}  public`, streamId, () => hooks?.isPublic?.(streamId))
	}

	forget(streamId: string) {
		for (const key of this.#known.keys()) if (key.startsWith(`${streamId} `)) this.#known.delete(key)
	}

	#once(key: string, streamId: string, ask: () => Promise<boolean> | undefined): Promise<boolean | undefined> {
		const known = this.#known.get(key)
		if (known) return known
		const answer = this.#ask(streamId, ask)
		this.#known.set(key, answer)
		void answer.then(mayView => {
			if (mayView === undefined && this.#known.peek(key) === answer) this.#known.delete(key)
		})
		return answer
	}

	async #ask(streamId: string, ask: () => Promise<boolean> | undefined): Promise<boolean | undefined> {
		try {
			return (await ask()) ?? false
		} catch (error) {
			this.#log.error({ err: error, streamId }, 'a viewer could not be authorised')
			return undefined
		}
	}
}
