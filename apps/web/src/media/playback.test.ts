import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type AudioOutput, createPlayback } from './playback.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const settled = () => vi.advanceTimersByTimeAsync(0)
const track = {} as MediaStreamTrack

/** A browser that lets sound through or not. */
function aBrowser() {
	const browser = {
		allows: true,
		error: 'NotAllowedError',
		outputs: [] as (AudioOutput & { paused: boolean; currentTime: number; onpause: () => void })[],
		blocked: [] as boolean[],
		dead: [] as boolean[],
		get playing() {
			return browser.outputs.filter(({ paused }) => !paused).length
		},
		/** The system pauses everything, as for a phone call. */
		pause() {
			for (const output of browser.outputs) {
				output.paused = true
				output.onpause()
			}
		},
	}
	function createSpeaker(): AudioOutput {
		const output = {
			srcObject: null,
			paused: true,
			currentTime: 0,
			onpause() {},
			async play() {
				if (!browser.allows) throw new DOMException('', browser.error)
				output.paused = false
			},
			pause() {
				output.paused = true
			},
		}
		browser.outputs.push(output)
		return output
	}
	const playback = createPlayback({
		createOutput: createSpeaker,
		createStream: () => ({}) as MediaStream,
		onBlocked: blocked => browser.blocked.push(blocked),
		onDead: isDead => browser.dead.push(isDead),
	})
	return { browser, playback }
}

test('[ROOM-77] blocked sound is reported, and unlocking plays everybody', async () => {
	const { browser, playback } = aBrowser()
	browser.allows = false
	playback.play('a', track)
	playback.play('b', track)
	await settled()
	expect(browser.blocked).toEqual([true, true])
	browser.allows = true
	playback.resume()
	await settled()
	expect(browser.playing).toBe(2)
	expect(browser.blocked.at(-1)).toBe(false)
})

test('[ROOM-77] a source that changes while it starts is not blocked', async () => {
	const { browser, playback } = aBrowser()
	browser.allows = false
	browser.error = 'AbortError'
	playback.play('a', track)
	await settled()
	expect(browser.blocked).toEqual([])
})

test('[ROOM-14] closing stops all sound', async () => {
	const { browser, playback } = aBrowser()
	playback.play('a', track)
	playback.play('b', track)
	await settled()
	playback.stop('a')
	playback.close()
	expect(browser.playing).toBe(0)
})

test('[ROOM-203] sound that the system has paused starts again by itself, and asks for a tap where it must', async () => {
	const { browser, playback } = aBrowser()
	playback.play('a', track)
	await settled()
	await vi.advanceTimersByTimeAsync(5_000)
	browser.pause()
	await settled()
	expect([browser.playing, browser.blocked.at(-1)]).toEqual([1, false])
	// A system that pauses again and again is not fought.
	browser.pause()
	await settled()
	expect([browser.playing, browser.blocked.at(-1)]).toEqual([0, true])
	browser.allows = false
	await vi.advanceTimersByTimeAsync(5_000)
	browser.pause()
	await settled()
	expect(browser.blocked.at(-1)).toBe(true)
	browser.allows = true
	playback.resume()
	await settled()
	expect([browser.playing, browser.blocked.at(-1)]).toEqual([1, false])
})

test('[ROOM-203] everybody whom the system has paused is heard again; one who is not is enough to ask for a tap', async () => {
	const { browser, playback } = aBrowser()
	playback.play('a', track)
	playback.play('b', track)
	await settled()
	browser.pause()
	await settled()
	expect([browser.playing, browser.blocked.at(-1)]).toEqual([2, false])
	// Only the first one may play again.
	await vi.advanceTimersByTimeAsync(5_000)
	const [first, second] = browser.outputs
	for (const output of [first, second]) if (output) output.paused = true
	first?.onpause()
	browser.allows = false
	second?.onpause()
	await settled()
	expect([browser.playing, browser.blocked.at(-1)]).toEqual([1, true])
	playback.stop('b')
	expect(browser.blocked.at(-1)).toBe(false)
})

test('[ROOM-201] while sound is paused newcomers are not heard either', async () => {
	const { browser, playback } = aBrowser()
	playback.play('a', track)
	await settled()
	playback.pause()
	browser.pause()
	playback.play('b', track)
	playback.restart()
	await settled()
	expect([browser.playing, browser.blocked]).toEqual([0, [false]])
	playback.resume()
	await settled()
	expect(browser.playing).toBe(2)
})

test('[ROOM-202] a dead output is found while it plays, and no longer after closing', async () => {
	const { browser, playback } = aBrowser()
	playback.play('a', track)
	await settled()
	for (let i = 0; i < 3; i++) {
		Object.assign(browser.outputs[0] ?? {}, { currentTime: i * 2 })
		await vi.advanceTimersByTimeAsync(2_000)
	}
	await vi.advanceTimersByTimeAsync(8_000)
	expect(browser.dead).toEqual([true])
	playback.close()
	expect(vi.getTimerCount()).toBe(0)
})
