import { expect, test } from 'vitest'
import { createRecorder } from './recorder.ts'

test('[ROOM-253] a server whose engine gives it no media records nothing, and says so before anything else', async () => {
	const recorder = createRecorder({
		files: { writeInit: async () => {}, append: async () => {} },
		rooms: undefined,
		ffmpeg: () => undefined,
		freeBytes: async () => 0,
		cores: 1,
		log: undefined as never,
	})
	expect(await recorder.refusal()).toBe('recording.media-elsewhere')
})
