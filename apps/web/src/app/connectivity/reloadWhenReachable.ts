import { type ProbeDeps, probeServer } from './probeServer.ts'

export interface ReloadDeps extends Omit<ProbeDeps, 'probe' | 'isUnreachable'> {
	/** One request without error messages: whether the server answered. */
	probe(signal: AbortSignal): Promise<boolean>
	/** Time at which this function last reloaded this tab; NaN if never. */
	reloadedAt(): number
	now(): number
	reload(): void
}

export const reloadIntervalMs = 30_000

/**
 * Reloads the page once the server answers, so that a chunk that could not be loaded is fetched; at most every 30 s, in
 * case it is missing on the server too. Returns how to stop.
 */
export function reloadWhenReachable({ probe, reloadedAt, now, reload, ...deps }: ReloadDeps): () => void {
	let isStopped = false

	async function probeAndReload(signal: AbortSignal) {
		if (now() - reloadedAt() < reloadIntervalMs) return
		if ((await probe(signal)) && !isStopped) reload()
	}

	const first = new AbortController()
	void probeAndReload(first.signal)
	const stop = probeServer({ ...deps, probe: probeAndReload, isUnreachable: () => true })
	return () => {
		isStopped = true
		first.abort()
		stop()
	}
}
