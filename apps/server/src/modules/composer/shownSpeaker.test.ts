import { expect, test } from 'vitest'
import type { TappedPacket } from '../room/index.ts'
import { createShownSpeaker } from './shownSpeaker.ts'

const sound = (participantId: string, isSpeaking = true): TappedPacket => ({
	kind: 'audio',
	from: `${participantId}/microphone`,
	sequence: 1,
	timestamp: 1,
	isLast: true,
	isSpeaking,
	payload: new Uint8Array(),
})

test('[ROOM-156] who speaks is shown for three seconds at least, and whoever spoke last for half a minute', () => {
	const speaker = createShownSpeaker()
	expect(speaker.update([sound('ann', false)], 0)).toBeUndefined()
	expect(speaker.update([sound('ann')], 1_000)).toBe('ann')
	expect(speaker.update([sound('bob')], 3_900)).toBe('ann')
	expect(speaker.update([sound('bob')], 4_000)).toBe('bob')
	expect(speaker.update([], 34_000)).toBe('bob')
	expect(speaker.update([], 34_001)).toBeUndefined()
})

test('[ROOM-156] a picture does not show who speaks', () => {
	const speaker = createShownSpeaker()
	expect(speaker.update([{ ...sound('ann'), kind: 'video' }], 0)).toBeUndefined()
})
