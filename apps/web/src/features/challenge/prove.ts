import { progressAfter } from './proof.ts'

export interface ProveOptions {
	signal: AbortSignal
	/** From 0 to 1. */
	onProgress?: (progress: number) => void
}

export type Proven = { at: 'done'; proof: string } | { at: 'stopped' } | { at: 'no-worker' }

/** Does a proof of work in a worker; stopping ends the worker. */
export function prove(salt: string, bits: number, { signal, onProgress }: ProveOptions): Promise<Proven> {
	return new Promise(resolve => {
		let worker: Worker
		try {
			worker = new Worker(new URL('./proof.worker.ts', import.meta.url), { type: 'module' })
		} catch {
			return resolve({ at: 'no-worker' })
		}
		function end(proven: Proven) {
			worker.terminate()
			signal.removeEventListener('abort', stop)
			resolve(proven)
		}
		const stop = () => end({ at: 'stopped' })
		if (signal.aborted) return stop()
		signal.addEventListener('abort', stop)
		worker.onerror = () => end({ at: 'no-worker' })
		worker.onmessage = ({ data }: MessageEvent<{ tried?: number; proof?: string }>) => {
			if (data.proof !== undefined) end({ at: 'done', proof: data.proof })
			else onProgress?.(progressAfter(data.tried ?? 0, bits))
		}
		worker.postMessage({ salt, bits })
	})
}
