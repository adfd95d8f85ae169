import { type ParticipantId, SpeechDetector } from '@parley/room'

/** Counters of a sound in the statistics of a connection: its length, and the energy in it (RMS² of full scale × seconds). */
export interface SoundCounters {
	totalSamplesDuration?: number
	totalAudioEnergy?: number
}

interface Watched {
	detector: SpeechDetector
	seconds: number
	energy: number
	/** In ms. */
	readAt: number
}

export interface SpeakerWatch {
	/** Takes the counters of all microphones that are heard now. @param now ms */
	read(microphones: ReadonlyMap<ParticipantId, SoundCounters>, now: number): void
	/** Nobody is heard any more. */
	stop(): void
}

/**
 * Decides from the loudness between two reads who speaks, by the rule of the embedded engine (ROOM-31). LiveKit's own list of
 * speakers misses a short word: it looks at half a second at a time, and at loud voices only.
 */
export function watchSpeakers(onChange: (participantId: ParticipantId, speaking: boolean) => void): SpeakerWatch {
	const watched = new Map<ParticipantId, Watched>()

	function hear(participantId: ParticipantId, counters: SoundCounters, now: number): void {
		const { totalSamplesDuration = 0, totalAudioEnergy = 0 } = counters
		const before = watched.get(participantId)
		const detector = before?.detector ?? new SpeechDetector()
		watched.set(participantId, { detector, seconds: totalSamplesDuration, energy: totalAudioEnergy, readAt: now })
		const seconds = before ? totalSamplesDuration - before.seconds : 0
		if (!before || seconds <= 0) return
		const level = toDecibels(Math.sqrt(Math.max(0, totalAudioEnergy - before.energy) / seconds))
		for (const at of [before.readAt, now]) if (detector.observe(level, at)) onChange(participantId, detector.speaking)
	}

	return {
		read(microphones, now) {
			for (const [participantId, counters] of microphones) hear(participantId, counters, now)
			for (const [participantId, { detector }] of watched)
				if (detector.update(now)) onChange(participantId, detector.speaking)
		},
		stop() {
			for (const [participantId, { detector }] of watched) if (detector.speaking) onChange(participantId, false)
			watched.clear()
		},
	}
}

/** Decibels below full scale, as in the header of a packet (RFC 6464). */
const toDecibels = (level: number): number => (level > 0 ? Math.min(127, -20 * Math.log10(level)) : 127)
