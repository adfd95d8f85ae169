import { estimateProgress } from './proofOfWork.ts'

export interface ProofOfWorkOptions {
	signal: AbortSignal
	/** From 0 to 1. */
	onProgress?: (progress: number) => void
}

export type ProofOfWorkResult = { status: 'done'; proof: string } | { status: 'cancelled' } | { status: 'no-worker' }

/** Computes a proof of work in a worker; aborting terminates the worker. */
export function runProofOfWork(
	salt: string,
	bits: number,
	{ signal, onProgress }: ProofOfWorkOptions,
): Promise<ProofOfWorkResult> {
	return new Promise(resolve => {
		let worker: Worker
		try {
			worker = new Worker(new URL('./proofOfWork.worker.ts', import.meta.url), { type: 'module' })
		} catch {
			return resolve({ status: 'no-worker' })
		}
		function finish(result: ProofOfWorkResult) {
			worker.terminate()
			signal.removeEventListener('abort', cancel)
			resolve(result)
		}
		const cancel = () => finish({ status: 'cancelled' })
		if (signal.aborted) return cancel()
		signal.addEventListener('abort', cancel)
		worker.onerror = () => finish({ status: 'no-worker' })
		worker.onmessage = ({ data }: MessageEvent<{ tried?: number; proof?: string }>) => {
			if (data.proof !== undefined) finish({ status: 'done', proof: data.proof })
			else onProgress?.(estimateProgress(data.tried ?? 0, bits))
		}
		worker.postMessage({ salt, bits })
	})
}
