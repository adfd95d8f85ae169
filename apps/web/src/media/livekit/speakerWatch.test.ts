import type { ParticipantId } from '@parley/room'
import { beforeEach, expect, test } from 'vitest'
import { type SpeakerWatch, watchSpeakers } from './speakerWatch.ts'

const participantId = 'p_a' as ParticipantId
const readEveryMs = 300
let changes: boolean[]
let watch: SpeakerWatch
let now: number
let energy: number

beforeEach(() => {
	changes = []
	now = 0
	energy = 0
	watch = watchSpeakers((_, speaking) => changes.push(speaking))
	hear(0, 1)
})

/** Reads the counters of a sound of this loudness (RMS of full scale). */
function hear(level: number, reads: number) {
	for (let read = 0; read < reads; read++) {
		now += readEveryMs
		energy += (level ** 2 * readEveryMs) / 1_000
		watch.read(new Map([[participantId, { totalSamplesDuration: now / 1_000, totalAudioEnergy: energy }]]), now)
	}
}

test('[ROOM-31] a voice counts as speaking until a pause of more than half a second', () => {
	hear(0.000_1, 3)
	expect(changes).toEqual([])
	hear(0.1, 1)
	expect(changes).toEqual([true])
	hear(0.000_1, 1)
	hear(0.1, 1)
	expect(changes).toEqual([true])
	hear(0, 3)
	expect(changes).toEqual([true, false])
})

test('[ROOM-31] a voice whose microphone is not heard any more ends', () => {
	hear(0.1, 2)
	now += 700
	watch.read(new Map(), now)
	expect(changes).toEqual([true, false])
})

test('[ROOM-31] counters that begin again with a new connection are no voice', () => {
	hear(0.1, 1)
	hear(0, 5)
	changes.length = 0
	watch.read(new Map([[participantId, { totalSamplesDuration: 0.1, totalAudioEnergy: 0 }]]), now + readEveryMs)
	expect(changes).toEqual([])
})

test('[ROOM-31] nobody speaks any more once it is stopped', () => {
	hear(0.1, 1)
	watch.stop()
	expect(changes).toEqual([true, false])
})
