import { expect, test } from 'vitest'
import { holdWakeLock } from './wakeLock.ts'

const settled = () => new Promise(resolve => setTimeout(resolve))

function aPage() {
	const listeners = new Set<() => void>()
	return {
		visibilityState: 'visible' as DocumentVisibilityState,
		addEventListener: (_type: string, listener: () => void) => void listeners.add(listener),
		removeEventListener: (_type: string, listener: () => void) => void listeners.delete(listener),
		become(state: DocumentVisibilityState) {
			this.visibilityState = state
			for (const listener of listeners) listener()
		},
	}
}

function aScreen() {
	const screen = { asked: 0, held: 0 }
	const request = async () => {
		screen.asked++
		screen.held++
		return { release: async () => void screen.held-- }
	}
	return { screen, access: { request } }
}

test('[ROOM-76] the screen is kept on, and again after the page was hidden', async () => {
	const { screen, access } = aScreen()
	const page = aPage()
	holdWakeLock(access, page)
	await settled()
	page.become('hidden')
	page.become('visible')
	await settled()
	expect(screen.asked).toBe(2)
})

test('[ROOM-76] the lock is released, also when it was granted late', async () => {
	const { screen, access } = aScreen()
	const page = aPage()
	const letSleep = holdWakeLock(access, page)
	letSleep()
	await settled()
	page.become('visible')
	await settled()
	expect(screen).toEqual({ asked: 1, held: 0 })
})

test('[ROOM-76] a browser without wake locks, or one that refuses them, is no error', async () => {
	holdWakeLock(undefined, aPage())()
	holdWakeLock({ request: () => Promise.reject(new Error('low battery')) }, aPage())
	await settled()
})
