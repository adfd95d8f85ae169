import { expect, test } from 'vitest'
import { createOwnScreen } from './ownScreen.ts'

/** A screen that the test chooses, and a server that it answers for. */
function aScreen() {
	const did: string[] = []
	let choose: (chosen: unknown) => void = () => {}
	let answer: (answered: unknown) => void = () => {}
	const track = () => {
		const made = {
			onended: null as (() => void) | null,
			isStopped: false,
			stop() {
				made.isStopped = true
			},
		}
		return made
	}
	const own = createOwnScreen({
		openScreen: () =>
			new Promise(resolve => {
				choose = resolve as typeof choose
			}),
		start: () => {
			did.push('start')
			return new Promise(resolve => {
				answer = resolve as typeof answer
			})
		},
		stop: () => void did.push('stop'),
		publish: published => void did.push(published ? 'publish' : 'unpublish'),
		setContent: (_, content) => void did.push(content),
		onChange: screen => void did.push(screen),
		onProblem: problem => void did.push(problem),
	})
	const settle = () => new Promise(resolve => setTimeout(resolve))
	return {
		own,
		track,
		async choose(chosen: unknown) {
			choose(chosen)
			await settle()
		},
		async answer(answered: unknown) {
			answer(answered)
			await settle()
		},
		did: () => did.splice(0),
	}
}

async function shared() {
	const screen = aScreen()
	const [track, sound] = [screen.track(), screen.track()]
	screen.own.toggle()
	await screen.choose({ ok: true, value: { picture: track, sound } })
	await screen.answer({ ok: true, value: null })
	expect(screen.did()).toEqual(['opening', 'start', 'publish', 'on'])
	return { ...screen, track, sound }
}

test('[ROOM-100] a chosen screen is sent once the server allows it, and ended by its owner', async () => {
	const { own, track, sound, did } = await shared()
	own.toggle()
	expect([did(), own.isOn()]).toEqual([['unpublish', 'off', 'stop'], false])
	expect([track.isStopped, sound.isStopped]).toEqual([true, true])
})

test('[ROOM-100] the browser’s own button ends it, too', async () => {
	const { track, did } = await shared()
	track.onended?.()
	expect(did()).toEqual(['unpublish', 'off', 'stop'])
})

test('[ROOM-100] once somebody else presents, it is no longer sent, and the server is asked nothing', async () => {
	const { own, track, did } = await shared()
	own.end()
	expect([did(), track.isStopped]).toEqual([['unpublish', 'off'], true])
	own.end()
	expect(did()).toEqual([])
})

test.each([
	['screen.taken', 'screen.taken'],
	['screen.not-allowed', 'screen.not-allowed'],
	['net.offline', 'screen.failed'],
])('[ROOM-100] refused with %s, the screen is closed and the reason is shown', async (failure, shown) => {
	const { own, track, choose, answer, did } = aScreen()
	const chosen = track()
	own.toggle()
	await choose({ ok: true, value: { picture: chosen, sound: undefined } })
	await answer({ ok: false, failure })
	expect([did(), chosen.isStopped]).toEqual([['opening', 'start', 'off', shown], true])
})

test('[ROOM-100] who chooses nothing is told nothing, a failure is', async () => {
	const { own, choose, did } = aScreen()
	own.toggle()
	await choose({ ok: false, failure: 'denied' })
	expect(did()).toEqual(['opening', 'off'])
	own.toggle()
	await choose({ ok: false, failure: 'failed' })
	expect(did()).toEqual(['opening', 'off', 'screen.failed'])
})

test('[ROOM-100] a screen that is chosen, or allowed, after the room was left is closed', async () => {
	const first = aScreen()
	const late = first.track()
	first.own.toggle()
	first.own.release()
	await first.choose({ ok: true, value: { picture: late, sound: undefined } })
	expect([first.did(), late.isStopped]).toEqual([['opening'], true])

	const second = aScreen()
	const allowed = second.track()
	second.own.toggle()
	await second.choose({ ok: true, value: { picture: allowed, sound: undefined } })
	second.own.release()
	await second.answer({ ok: true, value: null })
	expect([second.did(), allowed.isStopped]).toEqual([['opening', 'start', 'stop'], true])
})

test('[ROOM-104] what the screen shows can be chosen while it is shared, and at no other time', async () => {
	const { own, track, choose, answer, did } = aScreen()
	own.setContent('film')
	own.toggle()
	await choose({ ok: true, value: { picture: track(), sound: undefined } })
	await answer({ ok: true, value: null })
	did()
	own.setContent('film')
	expect(did()).toEqual(['film'])
	own.toggle()
	did()
	own.setContent('text')
	expect(did()).toEqual([])
})
