const readEveryMs = 300
/**
 * A stall means something only after this much has arrived in each of several reads: a microphone that hears silence sends 60
 * bytes every 400 ms (ROOM-92), and on a line that loses packets none of them may arrive for a second.
 */
const regular = { bytes: 200, reads: 3 }
const stalledAfterReads = 2

export interface StallWatch {
	/** True while no packets arrive. */
	readonly isStalled: boolean
	stop(): void
}

/**
 * Watches whether packets still arrive on a connection. Browsers notice after five seconds or more that their address has
 * changed (ROOM-94).
 * @param countReceived resolves to the bytes received so far
 */
export function watchStalls(countReceived: () => Promise<number>, onStalled: () => void): StallWatch {
	let receivedBytes = 0
	let regularReads = 0
	let emptyReads = 0
	let isStalled = false
	let isReading = false
	let isStopped = false

	function compare(bytes: number) {
		const arrived = bytes - receivedBytes
		receivedBytes = bytes
		if (arrived > 0) {
			regularReads = arrived >= regular.bytes ? regularReads + 1 : 0
			emptyReads = 0
			isStalled = false
			return
		}
		emptyReads++
		if (emptyReads < stalledAfterReads) return
		const wasRegular = regularReads >= regular.reads
		regularReads = 0
		if (!wasRegular) return
		isStalled = true
		onStalled()
	}

	async function read() {
		if (isReading) return
		isReading = true
		const bytes = await countReceived().catch(() => undefined)
		isReading = false
		if (bytes !== undefined && !isStopped) compare(bytes)
	}

	const timer = setInterval(() => void read(), readEveryMs)
	return {
		get isStalled() {
			return isStalled
		},
		stop() {
			isStopped = true
			clearInterval(timer)
		},
	}
}
