import { expect, test } from 'vitest'
import { createDeviceChoices, reopenedKinds } from './deviceChoices.ts'

function createHarness(stored?: unknown) {
	const written: unknown[] = []
	const choices = createDeviceChoices({
		readJson: () => stored,
		writeJson: (_, value) => void written.push(value),
	})
	return { choices, written }
}

const defaults = { isMirrored: true, suppressesNoise: true, blursBackground: false }
const usb = { id: 'usb', label: 'USB' }

test('[ROOM-121] [ROOM-240] without a choice everything is the default of the system', () => {
	expect(createHarness().choices.get()).toEqual(defaults)
})

test('[ROOM-121] choices are stored and read again; a damaged one counts as none', () => {
	const { choices, written } = createHarness()
	choices.set({ microphone: usb })
	choices.set({ camera: { side: 'environment' }, isMirrored: false })
	const stored = written.at(-1)
	expect(createHarness(stored).choices.get()).toEqual(choices.get())
	expect(createHarness({ microphone: 'usb' }).choices.get()).toEqual(defaults)
})

test('[ROOM-121] [ROOM-240] a listener learns which devices have to be opened anew', () => {
	const { choices } = createHarness()
	const reopened: string[] = []
	const stop = choices.subscribe(before => reopened.push(reopenedKinds(before, choices.get()).join('+')))
	choices.set({ microphone: usb })
	choices.set({ suppressesNoise: false })
	choices.set({ camera: { side: 'environment' } })
	choices.set({ blursBackground: true })
	choices.set({ isMirrored: false, speaker: usb })
	stop()
	choices.set({ microphone: undefined })
	expect(reopened).toEqual(['microphone', 'microphone', 'camera', 'camera', ''])
})
