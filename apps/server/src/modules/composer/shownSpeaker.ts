import type { TappedPacket } from '../room/index.ts'

/** A speaker is shown for at least this long, so that pictures do not change with every word. */
const holdMs = 3_000
/** A speaker who has been silent for this long is no longer shown: they may have left. */
const silentMs = 30_000

/** Chooses whose name is shown while no camera is on: who speaks, and then whoever spoke last. */
export function createShownSpeaker() {
	let shown: { participantId: string; since: number; heardAt: number } | undefined
	return {
		/** @returns the id of the participant; undefined if no participant has spoken for a while */
		update(packets: readonly TappedPacket[], nowMs: number): string | undefined {
			for (const { kind, from, isSpeaking } of packets) {
				if (kind !== 'audio' || !isSpeaking) continue
				const participantId = participantOf(from)
				if (shown?.participantId === participantId) shown.heardAt = nowMs
				else if (!shown || nowMs - shown.since >= holdMs) shown = { participantId, since: nowMs, heardAt: nowMs }
			}
			if (shown && nowMs - shown.heardAt > silentMs) shown = undefined
			return shown?.participantId
		},
	}
}

/** The owner of a tapped source: its id is that of the participant and the kind of the source. */
export const participantOf = (from: string): string => from.slice(0, from.lastIndexOf('/'))
