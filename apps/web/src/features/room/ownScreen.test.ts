import { expect, test } from 'vitest'
import { createOwnScreen } from './ownScreen.ts'

/** A screen that the test chooses, and a server that it answers for. */
function aScreen() {
	const did: string[] = []
	let choose: (chosen: unknown) => void = () => {}
	let answer: (answered: unknown) => void = () => {}
	let signal: AbortSignal | undefined
	/** A screen that the person chooses. */
	const captured = () => {
		const made = { end: () => {}, hasEnded: false, isClosed: false }
		const screen = {
			picture: {},
			sound: undefined,
			onEnded(listener: () => void) {
				made.end = listener
				if (made.hasEnded) listener()
			},
			close() {
				made.isClosed = true
			},
		}
		return { made, chosen: { ok: true, value: screen } }
	}
	const own = createOwnScreen({
		openScreen: given =>
			new Promise(resolve => {
				signal = given
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
		captured,
		isGivenUp: () => signal?.aborted,
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
	const { made, chosen } = screen.captured()
	screen.own.toggle()
	await screen.choose(chosen)
	await screen.answer({ ok: true, value: null })
	expect(screen.did()).toEqual(['opening', 'start', 'publish', 'on'])
	return { ...screen, made }
}

test('[ROOM-100] a chosen screen is sent once the server allows it, and ended by its owner', async () => {
	const { own, made, did } = await shared()
	own.toggle()
	expect([did(), own.isOn()]).toEqual([['unpublish', 'off', 'stop'], false])
	expect(made.isClosed).toBe(true)
})

test('[ROOM-100] [BRG-26] the browser’s own button ends it, too, and so does the shell', async () => {
	const { made, did } = await shared()
	made.end()
	expect(did()).toEqual(['unpublish', 'off', 'stop'])
})

test('[ROOM-100] [BRG-26] a screen that ended while the server was asked is not presented', async () => {
	const { own, captured, choose, answer, did } = aScreen()
	const { made, chosen } = captured()
	own.toggle()
	await choose(chosen)
	made.hasEnded = true
	await answer({ ok: true, value: null })
	expect([did().slice(-3), own.isOn(), made.isClosed]).toEqual([['unpublish', 'off', 'stop'], false, true])
})

test('[ROOM-100] once somebody else presents, it is no longer sent, and the server is asked nothing', async () => {
	const { own, made, did } = await shared()
	own.end()
	expect([did(), made.isClosed]).toEqual([['unpublish', 'off'], true])
	own.end()
	expect(did()).toEqual([])
})

test.each([
	['screen.taken', 'screen.taken'],
	['screen.not-allowed', 'screen.not-allowed'],
	['net.offline', 'screen.failed'],
])('[ROOM-100] refused with %s, the screen is closed and the reason is shown', async (failure, shown) => {
	const { own, captured, choose, answer, did } = aScreen()
	const { made, chosen } = captured()
	own.toggle()
	await choose(chosen)
	await answer({ ok: false, failure })
	expect([did(), made.isClosed]).toEqual([['opening', 'start', 'off', shown], true])
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
	const late = first.captured()
	first.own.toggle()
	first.own.release()
	expect(first.isGivenUp()).toBe(true)
	await first.choose(late.chosen)
	expect([first.did(), late.made.isClosed]).toEqual([['opening'], true])

	const second = aScreen()
	const allowed = second.captured()
	second.own.toggle()
	await second.choose(allowed.chosen)
	second.own.release()
	await second.answer({ ok: true, value: null })
	expect([second.did(), allowed.made.isClosed]).toEqual([['opening', 'start', 'stop'], true])
})

test('[ROOM-104] what the screen shows can be chosen while it is shared, and at no other time', async () => {
	const { own, captured, choose, answer, did } = aScreen()
	own.setContent('film')
	own.toggle()
	await choose(captured().chosen)
	await answer({ ok: true, value: null })
	did()
	own.setContent('film')
	expect(did()).toEqual(['film'])
	own.toggle()
	did()
	own.setContent('text')
	expect(did()).toEqual([])
})

test('[ROOM-100] pressing again while a screen is chosen gives it up', async () => {
	const { own, captured, choose, isGivenUp, did } = aScreen()
	own.toggle()
	expect([isGivenUp(), did()]).toEqual([false, ['opening']])
	own.toggle()
	expect([isGivenUp(), did()]).toEqual([true, ['off']])
	const late = captured()
	await choose(late.chosen)
	expect([did(), late.made.isClosed]).toEqual([[], true])
	// The next one is not affected.
	own.toggle()
	expect([isGivenUp(), did()]).toEqual([false, ['opening']])
})
