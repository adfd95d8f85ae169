import type { RecordingId } from '@parley/api'
import type { MeetingId } from '@parley/core'
import type { RecordingEnd } from '@parley/room'
import { expect, test } from 'vitest'
import { createLog } from '../../platform/log.ts'
import type { EngineEvent } from '../room/index.ts'
import { createRecorder } from './recorder.ts'

const meetingId = '123456789' as MeetingId

test('[ROOM-253] a server whose engine gives it no media records nothing, and says so before anything else', async () => {
	const recorder = createRecorder({
		files: { writeInit: async () => {}, append: async () => {} },
		rooms: undefined,
		ffmpeg: () => undefined,
		freeBytes: async () => 0,
		cores: 1,
		log: undefined as never,
	})
	expect(await recorder.refusal(meetingId)).toBe('recording.media-elsewhere')
})

test('[ROOM-256] a meeting whose media another engine has is not recorded', async () => {
	const recorder = createRecorder({
		files: { writeInit: async () => {}, append: async () => {} },
		rooms: { tapRoom: undefined as never, onEvent: () => () => {}, hasMediaOf: roomId => roomId !== meetingId },
		ffmpeg: () => undefined,
		freeBytes: async () => 0,
		cores: 1,
		log: undefined as never,
	})
	expect(await recorder.refusal(meetingId)).toBe('recording.media-elsewhere')
	expect(await recorder.refusal('234567890' as MeetingId)).toBe('recording.no-ffmpeg')
})

test('[ROOM-256] a recording ends when another engine gets the media of its meeting, and says so once', async () => {
	const listeners = new Set<(event: EngineEvent) => void>()
	let isTapOpen = false
	const recorder = createRecorder({
		files: { writeInit: async () => {}, append: async () => {} },
		rooms: {
			tapRoom() {
				isTapOpen = true
				const close = () => {
					isTapOpen = false
				}
				return { requestKeyFrame() {}, close }
			},
			onEvent(listener) {
				listeners.add(listener)
				return () => void listeners.delete(listener)
			},
		},
		ffmpeg: () => ({ path: '/bin/cat', version: '5', from: 'path' }),
		freeBytes: async () => Number.MAX_SAFE_INTEGER,
		cores: 2,
		log: createLog('silent'),
	})
	const ends: RecordingEnd[] = []
	const id = 'rec-1' as RecordingId
	const onEnd = (end: RecordingEnd) => void ends.push(end)
	await recorder.start({ id, meetingId, mayRecord: () => true, nameOf: () => undefined, onEnd })
	const move = (roomId: string) => {
		for (const listener of [...listeners]) listener({ type: 'roomMoved', roomId })
	}
	move('234567890')
	expect([ends, isTapOpen]).toEqual([[], true])
	move(meetingId)
	move(meetingId)
	expect([ends, isTapOpen, listeners.size]).toEqual([['media-elsewhere'], false, 0])
	await recorder.stop(id)
})

test('[ROOM-256] a meeting that moves while its recording begins is not recorded', async () => {
	let hasMedia = true
	let isTapped = false
	const recorder = createRecorder({
		files: { writeInit: async () => {}, append: async () => {} },
		rooms: {
			tapRoom() {
				isTapped = true
				return { requestKeyFrame() {}, close() {} }
			},
			onEvent: () => () => {},
			hasMediaOf: () => hasMedia,
		},
		ffmpeg: () => ({ path: '/bin/cat', version: '5', from: 'path' }),
		async freeBytes() {
			hasMedia = false
			return Number.MAX_SAFE_INTEGER
		},
		cores: 2,
		log: createLog('silent'),
	})
	const id = 'rec-1' as RecordingId
	const started = recorder.start({ id, meetingId, mayRecord: () => true, nameOf: () => undefined, onEnd() {} })
	expect(await started).toEqual({ ok: false, failure: 'recording.media-elsewhere' })
	expect(isTapped).toBe(false)
})
