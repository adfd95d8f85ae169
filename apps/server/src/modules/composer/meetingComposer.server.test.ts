import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { TappedBatch } from '../room/index.ts'
import { composeMeeting } from './meetingComposer.ts'
import { fragmentedMp4Output } from './outputArguments.ts'

const program = process.env.PARLEY_TEST_FFMPEG ?? ''
let folder: string
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'parley-composer-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** The brightest pixel where the name stands, of each second of the film. */
function brightnessOfName(film: Buffer): number[] {
	const path = join(folder, 'film.mp4')
	writeFileSync(path, film)
	const args = [
		'-hide_banner',
		'-i',
		path,
		'-vf',
		'fps=1,crop=800:70:240:545',
		'-pix_fmt',
		'gray',
		'-f',
		'rawvideo',
		'-',
	]
	const { stdout } = spawnSync(program, args, { maxBuffer: 64 * 1024 * 1024 })
	const size = 800 * 70
	return Array.from({ length: Math.floor(stdout.length / size) }, (_, i) =>
		Math.max(...stdout.subarray(i * size, (i + 1) * size)),
	)
}

describe.skipIf(program === '')('with ffmpeg', () => {
	test('[ROOM-156] [ROOM-163] without a camera, the name of the speaker is in the picture, if they may be composed', async () => {
		let send = (_: TappedBatch) => {}
		const parts: Buffer[] = []
		const warn = vi.fn()
		const spoken = (from: string): TappedBatch => ({
			video: null,
			packets: [
				{
					kind: 'audio',
					from,
					sequence: 1,
					timestamp: 960,
					isLast: true,
					isSpeaking: true,
					payload: Uint8Array.from([0xf8, 0xff, 0xfe]),
				},
			],
		})
		const composed = composeMeeting({
			roomId: '100000001',
			rooms: {
				tapRoom(_, onBatch) {
					send = onBatch
					return { requestKeyFrame() {}, close() {} }
				},
			},
			program: { path: program, version: '', from: 'setting' },
			output: fragmentedMp4Output,
			open: () => bytes => {
				parts.push(bytes)
				return undefined
			},
			filter: batch => ({ ...batch, packets: batch.packets.filter(({ from }) => from !== 'carl/microphone') }),
			nameOf: participantId => ({ ann: 'Ann', carl: 'Carl', dora: '\u{1fffe}' })[participantId],
			log: { warn } as never,
		})
		const passed = (seconds: number) =>
			vi.waitFor(() => expect(brightnessOfName(Buffer.concat(parts)).length).toBeGreaterThan(seconds), {
				timeout: 40_000,
				interval: 500,
			})
		send(spoken('carl/microphone'))
		await passed(2)
		const before = brightnessOfName(Buffer.concat(parts))
		send(spoken('ann/microphone'))
		await passed(before.length + 3)
		expect(Math.max(...before)).toBeLessThan(100)
		expect(brightnessOfName(Buffer.concat(parts)).at(-1)).toBeGreaterThan(200)
		expect(warn).not.toHaveBeenCalled()
		// No font has a noncharacter.
		send(spoken('dora/microphone'))
		await vi.waitFor(() => expect(warn).toHaveBeenCalled(), { timeout: 10_000 })
		expect(warn).toHaveBeenCalledExactlyOnceWith({ roomId: '100000001' }, expect.stringContaining('fonts-noto-cjk'))
		await composed.finish()
	}, 90_000)
})
