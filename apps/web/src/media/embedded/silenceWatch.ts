const readEveryMs = 300
/**
 * Silence means something only after this much has arrived in each of several reads. A microphone that hears silence sends 60
 * bytes every 400 ms (ROOM-92): on a line that loses packets, none of them may arrive for a second.
 */
const regular = { bytes: 200, reads: 3 }
const silentAfterReads = 2

export interface LineReading {
	receivedBytes: number
	roundTripMs: number
}

export interface SilenceWatch {
	/** True from the moment at which packets stopped to arrive until they arrive again. */
	readonly isSilent: boolean
	stop(): void
}

/**
 * Watches whether packets still arrive on a connection. Browsers notice after five seconds or more that their address has
 * changed (ROOM-94).
 */
export function watchSilence(read: () => Promise<LineReading>, onSilent: (last: LineReading) => void): SilenceWatch {
	let last: LineReading = { receivedBytes: 0, roundTripMs: 0 }
	let regularReads = 0
	let silentReads = 0
	let isSilent = false

	async function compare() {
		const reading = await read().catch(() => undefined)
		if (!reading) return
		const received = reading.receivedBytes - last.receivedBytes
		last = reading
		if (received > 0) {
			regularReads = received >= regular.bytes ? regularReads + 1 : 0
			silentReads = 0
			isSilent = false
			return
		}
		silentReads++
		if (silentReads < silentAfterReads) return
		const wasRegular = regularReads >= regular.reads
		regularReads = 0
		if (!wasRegular) return
		isSilent = true
		onSilent(reading)
	}

	const timer = setInterval(() => void compare(), readEveryMs)
	return {
		get isSilent() {
			return isSilent
		},
		stop: () => clearInterval(timer),
	}
}
