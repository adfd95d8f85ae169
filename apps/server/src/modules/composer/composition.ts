import type { TappedBatch } from '../room/index.ts'
import { createMatroskaFrames, matroskaHeader } from './matroska.ts'
import { createOpusSlots } from './opusSlots.ts'
import { createVp8Assembler } from './vp8Frames.ts'

/** Maximum number of voices mixed at a time; more would be unintelligible. */
export const mixedVoices = 6
/** Pictures are shown at their recording time; a larger deviation means that the source paused or restarted. */
const maxDriftMs = 500
/** Interval of pictures while no camera is on. */
const slateEveryMs = 1_000
const videoTicksPerMs = 90

export interface CompositionSetup {
	write(bytes: Buffer): void
	/** Called when the picture cannot be decoded before another key frame. */
	onKeyFrameNeeded(): void
	/** A key frame of VP8 that is shown while no camera is on. */
	slate: Buffer
}

/**
 * Makes one continuous sequence of frames from the changing media of a room: the chosen picture, and everyone's sound
 * on a fixed number of tracks.
 */
export function createComposition({ write, onKeyFrameNeeded, slate }: CompositionSetup) {
	const frame = createMatroskaFrames()
	const slots = createOpusSlots(mixedVoices)
	let shown:
		| { from: string; assembler: ReturnType<typeof createVp8Assembler>; offsetMs: number | undefined }
		| undefined
	let lastVideoMs = -1
	let shownSlate = slate
	let slateAtMs = Number.NEGATIVE_INFINITY

	function writeVideo(data: Uint8Array, ms: number, isKey: boolean) {
		lastVideoMs = Math.max(lastVideoMs + 1, Math.round(ms))
		write(frame(1, lastVideoMs, data, isKey))
	}

	function show({ video, packets }: TappedBatch, nowMs: number) {
		if (video === null) shown = undefined
		else if (shown?.from !== video) {
			shown = { from: video, assembler: createVp8Assembler(onKeyFrameNeeded), offsetMs: undefined }
		}
		const current = shown
		if (!current) return
		const own = packets.filter(({ kind, from }) => kind === 'video' && from === current.from)
		for (const { data, isKey, timestamp } of current.assembler.push(own, nowMs)) {
			const at = timestamp / videoTicksPerMs
			current.offsetMs ??= nowMs - at
			if (Math.abs(at + current.offsetMs - nowMs) > maxDriftMs) current.offsetMs = nowMs - at
			writeVideo(data, at + current.offsetMs, isKey)
		}
	}

	write(matroskaHeader({ width: 1280, height: 720, audioTracks: mixedVoices }))
	return {
		/** @param nowMs since the beginning */
		push(batch: TappedBatch, nowMs: number) {
			for (const packet of batch.packets) if (packet.kind === 'audio') slots.push(packet, nowMs)
			show(batch, nowMs)
			this.advance(nowMs)
		},
		/** Shows another slate from now on. */
		setSlate(next: Buffer) {
			shownSlate = next
			slateAtMs = Number.NEGATIVE_INFINITY
		},
		/** Continues sound, and the slate, while no packets arrive. */
		advance(nowMs: number) {
			const isEmpty = shown === undefined || lastVideoMs < 0
			if (isEmpty && nowMs - slateAtMs >= slateEveryMs) {
				slateAtMs = nowMs
				writeVideo(shownSlate, nowMs, true)
			}
			for (const { slot, ms, data } of slots.due(nowMs)) write(frame(slot + 2, ms, data, true))
		},
	}
}
