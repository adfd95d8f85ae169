import type { Log } from '../../platform/log.ts'

const everyMs = 500

interface EndingsWatchDeps {
	/** Changes when sessions of people were ended, by whichever process. */
	readVersion(): Promise<number>
	/** Called within about half a second of it. */
	onEnded(): Promise<unknown>
	log: Pick<Log, 'warn'>
}

/**
 * Notices that people were signed out everywhere, were disabled or got a new password: by a request to this server, or by a
 * command beside it. What is open without further requests, as rooms and messaging are, has to be told.
 */
export function watchSessionEndings({ readVersion, onEnded, log }: EndingsWatchDeps): { stop(): void } {
	let known: number | undefined
	let isChecking = false

	async function check(): Promise<void> {
		const version = await readVersion()
		const isFirst = known === undefined
		if (version === known) return
		if (!isFirst) await onEnded()
		// Only now: where telling fails, it is tried again.
		known = version
	}

	function tick() {
		if (isChecking) return
		isChecking = true
		check()
			.catch(error => log.warn({ err: error }, 'ended sessions could not be read'))
			.finally(() => {
				isChecking = false
			})
	}

	// At once, too: what is ended in the first half second is to be noticed.
	tick()
	const timer = setInterval(tick, everyMs)
	timer.unref()
	return { stop: () => clearInterval(timer) }
}
