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
 * Detects that people were signed out everywhere, disabled or given a new password: by a request to this server, or by
 * a command run next to it. Connections without further requests, such as rooms and messaging, must be notified.
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

	// Also runs at once: sessions ended in the first half second must be noticed.
	tick()
	const timer = setInterval(tick, everyMs)
	timer.unref()
	return { stop: () => clearInterval(timer) }
}
