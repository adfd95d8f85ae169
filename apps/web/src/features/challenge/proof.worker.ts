import { createProver } from './proof.ts'

/** Does the work beside the page, which stays responsive; says now and then how far it is. */
const triesAtOnce = 20_000

self.onmessage = ({ data }: MessageEvent<{ salt: string; bits: number }>) => {
	const tryOn = createProver(data.salt, data.bits)
	let proof: string | undefined
	for (let tried = 0; proof === undefined; tried += triesAtOnce) {
		self.postMessage({ tried })
		proof = tryOn(triesAtOnce)
	}
	self.postMessage({ proof })
}
