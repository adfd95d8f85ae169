import { createHash } from 'node:crypto'

const frameMs = 16

/** A trail as drawn by hand: accelerates, overshoots, corrects and wavers. */
export function createDragTrail(left: number, tookMs = 720): string {
	const points: string[] = []
	for (let ms = 0; ms <= tookMs; ms += frameMs + ((ms * 7) % 5)) {
		const part = Math.min(1, ms / (tookMs * 0.82))
		const overshoot = part < 1 ? 0 : 4 * (1 - (ms - tookMs * 0.82) / (tookMs * 0.18))
		const x = Math.round(left * (1 - (1 - part) ** 3) + overshoot)
		points.push(`${ms},${x},${Math.round(3 * Math.sin(ms / 90))}`)
	}
	return [...points, `${tookMs},${left},2`].join(';')
}

/** Finds a proof of work for a salt. */
export function findProofOfWork(salt: string, bits: number): string {
	for (let i = 0; ; i++) {
		const proof = i.toString(36)
		const hash = createHash('sha256').update(salt).update(proof).digest()
		if (Math.clz32(hash.readUInt32BE(0)) >= bits) return proof
	}
}
