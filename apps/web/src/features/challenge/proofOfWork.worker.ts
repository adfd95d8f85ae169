import { createProofOfWork } from './proofOfWork.ts'

/** Tries between two progress messages. */
const batchSize = 20_000

self.onmessage = ({ data }: MessageEvent<{ salt: string; bits: number }>) => {
	const tryNext = createProofOfWork(data.salt, data.bits)
	let proof: string | undefined
	for (let tried = 0; proof === undefined; tried += batchSize) {
		self.postMessage({ tried })
		proof = tryNext(batchSize)
	}
	self.postMessage({ proof })
}
