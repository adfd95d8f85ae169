import { ok, type Result, refused } from '@parley/core'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ScreenError } from './screenCapture.ts'
import { openShellScreen } from './shellScreen.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
	vi.useRealTimers()
	vi.unstubAllGlobals()
})

class FakeConnection extends EventTarget {
	static last: FakeConnection
	connectionState = 'new'
	iceGatheringState = 'complete'
	localDescription: { sdp: string } | null = null
	remote: string | undefined
	isClosed = false
	track = Object.assign(new EventTarget(), { contentHint: '', muted: true })
	constructor() {
		super()
		FakeConnection.last = this
	}
	addTransceiver = (_: string, { direction }: { direction: string }) => {
		expect(direction).toBe('recvonly')
		return { receiver: { track: this.track } }
	}
	setLocalDescription = async () => {
		this.localDescription = { sdp: 'offer' }
	}
	setRemoteDescription = async ({ sdp }: { sdp: string }) => {
		this.remote = sdp
	}
	close = () => {
		this.isClosed = true
	}
	become(state: string) {
		this.connectionState = state
		this.dispatchEvent(new Event('connectionstatechange'))
	}
}

/** A shell that answers when the test says so. */
function ask(giveUp = new AbortController()) {
	vi.stubGlobal('RTCPeerConnection', FakeConnection)
	const listeners = new Set<() => void>()
	const offers: string[] = []
	let answer: (answered: Result<string, ScreenError>) => void = () => {}
	const stop = vi.fn()
	const opening = openShellScreen(
		{
			start(offer) {
				offers.push(offer)
				return new Promise(resolve => {
					answer = resolve
				})
			},
			stop,
			onEnded(listener) {
				listeners.add(listener)
				return () => void listeners.delete(listener)
			},
		},
		giveUp.signal,
	)
	const connection = FakeConnection.last
	const settle = () => vi.advanceTimersByTimeAsync(0)
	return {
		opening,
		connection,
		offers,
		stop,
		giveUp,
		settle,
		async answer(answered: Result<string, ScreenError>) {
			await settle()
			answer(answered)
			await settle()
		},
		showPicture() {
			connection.track.muted = false
			connection.track.dispatchEvent(new Event('unmute'))
		},
		endByShell() {
			for (const listener of listeners) listener()
		},
		listening: () => listeners.size,
	}
}

async function received() {
	const asked = ask()
	await asked.answer(ok('answer'))
	asked.showPicture()
	const opened = await asked.opening
	if (!opened.ok) throw new Error(opened.failure)
	return { ...asked, screen: opened.value }
}

async function shared() {
	const asked = await received()
	const ended = vi.fn()
	asked.screen.onEnded(ended)
	return { ...asked, ended }
}

test('[BRG-25] the page offers to receive a picture, and shares it once it arrives', async () => {
	const { connection, offers, screen, stop } = await shared()
	expect([offers, connection.remote]).toEqual([['offer'], 'answer'])
	expect([screen.picture, screen.sound, connection.track.contentHint]).toEqual([connection.track, undefined, 'detail'])
	expect(stop).not.toHaveBeenCalled()
})

test('[BRG-25] a person who refuses, and a system that fails, are told apart', async () => {
	for (const failure of ['denied', 'failed'] as const) {
		const { opening, answer, connection, listening } = ask()
		await answer(refused(failure))
		expect(await opening).toEqual({ ok: false, failure })
		expect([connection.isClosed, listening()]).toEqual([true, 0])
	}
})

test('[BRG-25] a shell that answers and then sends nothing is given up after ten seconds, and told so', async () => {
	const { opening, answer, stop, connection } = ask()
	await answer(ok('answer'))
	await vi.advanceTimersByTimeAsync(9_999)
	expect(stop).not.toHaveBeenCalled()
	await vi.advanceTimersByTimeAsync(1)
	expect(await opening).toEqual({ ok: false, failure: 'failed' })
	expect([stop.mock.calls.length, connection.isClosed]).toEqual([1, true])
})

test('[BRG-25] a person may take any time to answer, and can give up meanwhile: the dialog is closed', async () => {
	const { opening, giveUp, settle, stop, connection } = ask()
	await vi.advanceTimersByTimeAsync(600_000)
	expect(stop).not.toHaveBeenCalled()
	giveUp.abort()
	await settle()
	expect((await opening).ok).toBe(false)
	expect([stop.mock.calls.length, connection.isClosed]).toEqual([1, true])
})

test('[BRG-26] the end of the capture in the shell is heard of once', async () => {
	const { endByShell, ended, connection, listening, settle } = await shared()
	endByShell()
	await settle()
	expect([ended.mock.calls.length, connection.isClosed, listening()]).toEqual([1, true, 0])
})

test('[BRG-26] a capture that ended before its listener was there is heard of, too', async () => {
	const { screen, endByShell, settle } = await received()
	const ended = vi.fn()
	endByShell()
	await settle()
	screen.onEnded(ended)
	await settle()
	expect(ended).toHaveBeenCalledOnce()
})

test('[BRG-25] what was given up before it began does not ask the person', async () => {
	const giveUp = new AbortController()
	giveUp.abort()
	const { opening, offers, settle } = ask(giveUp)
	await settle()
	expect([(await opening).ok, offers]).toEqual([false, []])
})

test('[BRG-25] a connection that fails or is interrupted for five seconds ends it; a shorter interruption does not', async () => {
	const failing = await shared()
	failing.connection.become('failed')
	await failing.settle()
	expect(failing.ended).toHaveBeenCalledOnce()

	const interrupted = await shared()
	interrupted.connection.become('disconnected')
	await vi.advanceTimersByTimeAsync(4_000)
	interrupted.connection.become('connected')
	await vi.advanceTimersByTimeAsync(10_000)
	expect(interrupted.ended).not.toHaveBeenCalled()
	interrupted.connection.become('disconnected')
	await vi.advanceTimersByTimeAsync(5_000)
	expect(interrupted.ended).toHaveBeenCalledOnce()
})

test('[BRG-25] the owner who ends it stops the capture, and is told nothing', async () => {
	const { screen, stop, ended, connection, settle } = await shared()
	screen.close()
	await settle()
	expect([stop.mock.calls.length, ended.mock.calls.length, connection.isClosed]).toEqual([1, 0, true])
})

test('[BRG-25] an answer that is no description is a failure', async () => {
	const { opening, answer, connection, stop } = ask()
	connection.setRemoteDescription = async () => {
		throw new Error('no SDP')
	}
	await answer(ok('v=?'))
	expect(await opening).toEqual({ ok: false, failure: 'failed' })
	expect(stop).toHaveBeenCalledOnce()
})
