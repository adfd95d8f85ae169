import { expect, test } from 'vitest'
import { type AudioOutput, createPlayback } from './playback.ts'

const settled = () => new Promise(resolve => setTimeout(resolve))
const track = {} as MediaStreamTrack

/** A browser that lets sound through or not. */
function aBrowser() {
	const browser = { allows: true, error: 'NotAllowedError', playing: 0, blocked: [] as boolean[] }
	const createSpeaker = (): AudioOutput => ({
		srcObject: null,
		async play() {
			if (!browser.allows) throw new DOMException('', browser.error)
			browser.playing++
		},
		pause: () => void browser.playing--,
	})
	const playback = createPlayback({
		createOutput: createSpeaker,
		createStream: () => ({}) as MediaStream,
		onBlocked: blocked => browser.blocked.push(blocked),
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
	playback.unlock()
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
